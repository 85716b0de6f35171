import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

// Writes schemas/generated from the JSON Schemas and the OpenAPI description, before each build, and has the schemas
// of fixtures and configuration list each kind of instance.

const schemas = new URL('../schemas/', import.meta.url);
const suffix = '.schema.json';

const options = {
  cwd: fileURLToPath(schemas),
  bannerComment: '// Generated from the JSON Schemas by scripts/generate-types.mjs.',
  // Only what a type declares may be read through it: index signatures would hide misspelt fields.
  additionalProperties: false,
  unknownAny: true,
  style: { singleQuote: true, printWidth: 110 },
};

async function schemaNames(folder) {
  const files = await readdir(new URL(folder, schemas));
  return files
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort();
}

async function readJson(file) {
  return JSON.parse(await readFile(new URL(file, schemas), 'utf8'));
}

/** One module for all shapes, since each is declared once however many others refer to it. */
async function shapesModule() {
  const names = await schemaNames('shapes/');
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `shapes/${name}${suffix}` }]));
  return compile(
    {
      title: 'ShapeTypes',
      description: 'Every shape by its name.',
      type: 'object',
      properties,
      required: names,
    },
    'ShapeTypes',
    options,
  );
}

/** The operations of the document, each with its path. */
async function operations() {
  const { paths } = await readJson('openapi.json');
  return Object.entries(paths).flatMap(([path, { parameters, ...verbs }]) =>
    Object.values(verbs).map((operation) => ({ ...operation, path })),
  );
}

async function operationsModule() {
  const all = await operations();
  const names = {
    OperationId: all.map(({ operationId }) => operationId),
    FixtureKind: all.map((operation) => operation['x-fixture']),
    InstanceKind: (await instanceKinds()).map(({ kind }) => kind),
  };
  const types = Object.entries(names).map(([title, values]) =>
    compile({ title, type: 'string', enum: [...new Set(values)] }, title, { ...options, bannerComment: '' }),
  );
  return [options.bannerComment, '', ...(await Promise.all(types))].join('\n');
}

/** The kinds of node on a compute host. */
async function instanceKinds() {
  const rows = (await operations())
    .filter(({ path }) => path.startsWith('/v2/compute/') && path.endsWith('/{node_id}'))
    .map(({ path, tags, 'x-fixture': kind }) => [
      kind,
      { kind, title: tags[0], creation: path.replace('/{node_id}', '') },
    ]);
  return [...new Map(rows).values()];
}

/** The schemas that users write by, where one of them does not list a kind of instance yet. */
async function schemasToComplete() {
  const kinds = await instanceKinds();
  const fixtures = await readJson('fixtures.schema.json');
  const config = await readJson('config.schema.json');
  const bodies = config.properties.rest.properties;
  const incomplete = new Map();
  for (const { kind, title, creation } of kinds) {
    if (!(kind in fixtures.properties)) incomplete.set('../fixtures.schema.json', fixtures);
    fixtures.properties[kind] ??= {
      type: 'array',
      description: `${title} of the compute.`,
      items: { $ref: '#/$defs/NodeEntry' },
    };
    if (!(kind in bodies)) incomplete.set('../config.schema.json', config);
    bodies[kind] ??= { type: 'object', description: `Body of POST ${creation}.` };
  }
  return [...incomplete].map(([file, schema]) => [file, `${JSON.stringify(schema, null, 2)}\n`]);
}

async function modules() {
  const singles = await schemaNames('./');
  return [
    ['shapes.ts', await shapesModule()],
    ['operations.ts', await operationsModule()],
    ...(await Promise.all(
      singles.map(async (name) => [
        `${name}.ts`,
        await compile(await readJson(`${name}${suffix}`), name, options),
      ]),
    )),
  ];
}

const folder = new URL('generated/', schemas);
await mkdir(folder, { recursive: true });
// The types of those that users write by follow from them.
for (const list of [schemasToComplete, modules])
  for (const [file, text] of await list()) await writeFile(new URL(file, folder), text);
