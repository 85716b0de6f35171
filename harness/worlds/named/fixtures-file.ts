/** Reads the file that names the resources of a target (schemas/fixtures.schema.json). */
import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FixturesFile } from '../../../schemas/generated/fixtures.js';
import type { FixtureKind } from '../../../schemas/index.js';
import { fixtureKinds } from '../../../schemas/kinds.js';
import { isProject, type Place } from '../resource.js';

const schemaFile = new URL('../../../schemas/fixtures.schema.json', import.meta.url);

/** The file cannot be used. The message names the place and the cause, `remedy` what to do. */
export class FixturesFileError extends Error {
  override readonly name = 'FixturesFileError';

  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** One resource that the user has named. */
export interface Named extends Place {
  readonly disposable: boolean;
}

/** An entry of each sort, for messages. */
const id = '00000000-0000-4000-8000-000000000000';
const project = `{"project_id": "${id}", "disposable": true}`;
const node = `{"project_id": "${id}", "node_id": "${id}", "disposable": true}`;

/** The line that names one more resource of a kind. */
export function exampleLine(kind: FixtureKind): string {
  return `"${kind}": [${isProject(kind) ? project : node}]`;
}

/** What lets the suite have as many of a kind as it needs, where the user has named some. */
export function makeIt(kind: FixtureKind): string {
  return `leave "${kind}" out of the fixtures file: --provision rest creates what the file does not name`;
}

/**
 * Reads the text of a fixtures file.
 * @param file Its name, for messages.
 * @throws FixturesFileError
 */
export function parseFixturesFile(text: string, file: string): FixturesFile {
  const value = parsed(text, file);
  // Read, not imported: Node 20 warns about JSON import attributes.
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;
  const validate = new Ajv2020({ allErrors: true }).compile<FixturesFile>(schema);
  if (!validate(value)) throw problem((validate.errors ?? [])[0] as ErrorObject, file);
  const all = namedIn(value);
  const keys = all.map((each) => keyOf(each));
  const twice = all.find((each, index) => keys.indexOf(keyOf(each)) !== index);
  if (twice)
    throw new FixturesFileError(
      `${file} names the ${twice.kind} ${twice.node_id ?? twice.project_id} twice`,
      'name each resource once: a resource named twice would be used by two checks at a time',
    );
  if (all.length === 0)
    throw new FixturesFileError(
      `${file} names no resource`,
      `name at least one, such as ${exampleLine('project')}`,
    );
  return value;
}

/** Every resource of a file, in its order. */
export function namedIn(file: FixturesFile): readonly Named[] {
  return fixtureKinds.flatMap((kind) =>
    (file[kind] ?? []).map((entry): Named => ({ kind, disposable: false, ...entry })),
  );
}

const keyOf = ({ kind, project_id, node_id }: Named) => [kind, project_id, node_id].join(' ').toLowerCase();

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FixturesFileError(
      `${file} is not valid JSON (${(error as Error).message})`,
      `write an object such as {${exampleLine('project')}}, or say --provision command where it is a program`,
    );
  }
}

function problem({ instancePath, keyword, params, message }: ErrorObject, file: string): FixturesFileError {
  const [, kind, index] = instancePath.split('/');
  const at = kind ? `${kind}${index === undefined ? '' : `[${index}]`}` : 'the whole';
  const example = fixtureKinds.find((each) => each === kind);
  const error = (words: string, remedy = `write it like ${exampleLine(example ?? 'project')}`) =>
    new FixturesFileError(`${file}: ${words}`, remedy);
  const field = JSON.stringify(String(params.additionalProperty));
  switch (keyword) {
    case 'additionalProperties':
      return instancePath === ''
        ? error(`there is no kind of fixture ${field}`, `the kinds are ${fixtureKinds.join(', ')}`)
        : error(`${at} has an unknown field ${field}`);
    case 'required':
      return error(`${at} has no ${params.missingProperty}`);
    case 'pattern':
      return error(
        `the ${instancePath.split('/').at(-1)} of ${at} is not a UUID`,
        'copy the id as the target shows it: every identifier of the interface is a UUID',
      );
    default:
      return error(`${at} ${message}`);
  }
}
