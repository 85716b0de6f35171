/** What a scripted request differs in from the nearest right one: by the words of the script, with what they belong to. */

import { malformed, nonObjects } from '../values/malformed.js';

/** Where a path has an id. */
export const positions = ['project_id', 'node_id'] as const;

const notUuids = [
  'a word',
  'a number',
  'a truncated UUID',
  'a UUID with a letter too many',
  'the first part of its id',
  'its id with a digit too many',
];

const oddSegments = [
  'percent-encoded NUL',
  'a percent-encoded slash',
  'percent-encoded bytes that are not UTF-8',
  'an incomplete percent-encoding',
  'percent-encoded Unicode',
  'a quote',
  'a very long segment',
  'a dot segment',
  'a percent-encoded dot segment',
];

const startedNode = 'a started node';
const started = 'ids:a node that was started';
const unnamed = 'input:a field that the document does not name';
const arrayInside = 'body:an array in the body';
export const gone = 'ids:what was deleted';
/** What shows only behind an update of what was deleted. */
export const later = 'ids:what was deleted, a moment later';
const [unknown, elsewhere, otherKind, deleted] = [
  'ids:unknown ids',
  'ids:an id under another project',
  'ids:an id of another kind of node',
  gone,
];
/** Where no node of the kind is left to look among. */
const none = 'ids:a project without such nodes';

type Row = readonly [words: string, ...features: string[]];

/** Any id in a place but the one that belongs there, and any that nothing has. */
const foreign = (position: string) => `ids:a ${position} that is not its own`;
const nobody = (position: string) => `ids:a ${position} that does not exist`;
const nobodys = (position: string) => [nobody(position), foreign(position)];

const at = (
  words: readonly string[],
  group: string,
  each: string,
  others: (position: string) => readonly string[],
): Row[] =>
  positions.flatMap((position) =>
    words.map(
      (one): Row => [
        `${position}: ${one}`,
        group,
        `ids:${each.replace('an id', `a ${position}`).replace(' id ', ` ${position} `)}`,
        ...others(position),
      ],
    ),
  );

const rows: readonly Row[] = [
  ['an unknown project id', unknown, 'ids:an unknown project id', ...nobodys('project_id')],
  [
    'an unknown project id and an unknown node id',
    unknown,
    'ids:an unknown project id',
    'ids:an unknown node id',
    nobody('project_id'),
    nobody('node_id'),
  ],
  ['an unknown node id', unknown, 'ids:an unknown node id', ...nobodys('node_id')],
  [
    'an unknown node id in a project without nodes',
    unknown,
    'ids:an unknown node id',
    none,
    ...nobodys('node_id'),
  ],
  ['an unknown id', unknown, nobody('project_id')],
  ...['a node that was started', 'a started node, a body in chunks', 'a started node, Connection: close'].map(
    (words): Row => [words, started],
  ),
  ['a started node, fields in the body', started, unnamed],
  ['a started node, an array in the body', started, unnamed, arrayInside],
  ['a missing body', 'body:a missing body'],
  ['a project_id in the body that no project has', 'has:project_id'],
  ['the nil UUID', unknown],
  ['the id under another project', elsewhere, none, foreign('project_id')],
  ['the id under an unknown project', elsewhere, 'ids:an unknown project id', ...nobodys('project_id')],
  ['the id as an IOU instance', otherKind, none],
  ['the id as a VMware instance', otherKind, none],
  ['the id as a cloud instance', otherKind, none],
  ['read afterwards', deleted, none],
  ['update afterwards', deleted, none],
  ['read later', deleted, none, later],
  ['delete again', deleted, none],
  ['the id of what was deleted', deleted, none],
  ...['a cloud instance', 'an IOU instance', 'a VMware instance', 'a node'].map(
    (one): Row => [
      `${one} of the project`,
      deleted,
      'ids:what was in a deleted project',
      nobody('project_id'),
    ],
  ),
  ...at(notUuids, 'ids:ids that are no UUID', 'an id that is no UUID', nobodys),
  // Many are refused before anything is looked for.
  ...at(oddSegments, 'ids:odd path segments', 'an odd id in the path', (position) => [foreign(position)]),
];

const isUndecodable = (words: string) => /percent-encod/.test(words) && /not UTF-8|incomplete/.test(words);

const known = new Map(
  rows.map(([words, ...features]) => [
    words,
    isUndecodable(words) ? [...features, 'ids:a percent-encoding of no text'] : features,
  ]),
);

/** Behind a body with a documented field that the input does not accept. */
export const notAccepted = ', not accepted';

/** The fields of a body that is told by its keys: `{name, status}`. */
function fieldsIn(words: string): string[] {
  const [, names = '', also] = /^\{([\w, ]+)\}(, not accepted)?$/.exec(words) ?? [];
  const fields = names.split(', ').flatMap((name) => (name === '' ? [] : [`has:${name}`]));
  return also ? ['input:fields that its input does not accept', ...fields] : fields;
}

/** Bodies that are told by what is wrong with them, as those of the write operations are. */
const bodies = new Map<string, string>([
  ...Object.keys(malformed).map((words) => [words, 'malformed JSON'] as const),
  ...nonObjects.map(([words]) => [words, 'a body that is no JSON object'] as const),
]);

const closing = 'Connection: close';

function bodyIn(words: string): string[] {
  const input = bodies.get(words);
  if (input !== undefined) return [`input:${input}`, `body:${words}`];
  if (words.includes(closing)) return [`body:${closing}`];
  const large = words.startsWith(`${startedNode}, a field with `) ? [started, unnamed] : [];
  if (!isDeep(words)) return large;
  return ['body:deep nesting', ...large, ...(words.includes('array') ? [arrayInside] : [])];
}

/** Sizes that servers stop at, in kilobytes. */
const limits = [2, 4, 8, 16, 32, 64, 100, 250, 500];

/** How large a body of so many bytes is. */
export const sizesOf = (bytes: number): string[] =>
  limits.filter((limit) => bytes > limit * 1024).map((limit) => `body:a body of more than ${limit} KB`);

/** Whether the words of a value tell of many levels. */
export const isDeep = (words: string) => /levels? of/.test(words);

/** Numbers of fields up to this one are a feature of their own. */
const maxCounted = 16;

/** How many fields a body has, at least: by each number. */
export const countsOf = (fields: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(fields, maxCounted) - 1) }, (_, index) => `fields:${index + 2}`);

/**
 * The features of a scripted request.
 * @param fields How many its body has, where the number may matter.
 * @param bytes How long its body is.
 */
export function differenceOf(words: string, fields = 0, bytes = 0): string[] {
  const features = known.get(words) ?? [...fieldsIn(words), ...bodyIn(words)];
  if (words === 'a plain request') return [];
  return [...features, ...sizesOf(bytes), ...countsOf(fields), `case:${words}`];
}
