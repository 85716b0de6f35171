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

const started = 'ids:a node that was started';
const [unknown, elsewhere, otherKind, deleted] = [
  'ids:unknown ids',
  'ids:an id under another project',
  'ids:an id of another kind of node',
  'ids:what was deleted',
];
/** Where no node of the kind is left to look among. */
const none = 'ids:a project without such nodes';

type Row = readonly [words: string, ...features: string[]];

/** Any id in a place but the one that belongs there, and any that nothing has. */
const foreign = (position: string) => `ids:a ${position} that is not its own`;
const nobodys = (position: string) => [`ids:a ${position} that does not exist`, foreign(position)];

const at = (words: readonly string[], group: string, each: string): Row[] =>
  positions.flatMap((position) =>
    words.map(
      (one): Row => [
        `${position}: ${one}`,
        group,
        `ids:${each.replace('an id', `a ${position}`).replace(' id ', ` ${position} `)}`,
        ...nobodys(position),
      ],
    ),
  );

const rows: readonly Row[] = [
  ['an unknown project id', unknown, 'ids:an unknown project id', ...nobodys('project_id')],
  ['an unknown project id and an unknown node id', unknown],
  ['an unknown node id', unknown, 'ids:an unknown node id', ...nobodys('node_id')],
  [
    'an unknown node id in a project without nodes',
    unknown,
    'ids:an unknown node id',
    none,
    ...nobodys('node_id'),
  ],
  ['an unknown id', unknown],
  ...[
    'a node that was started',
    'a started node, a body in chunks',
    'a started node, Connection: close',
    'a started node, fields in the body',
  ].map((words): Row => [words, started]),
  ['a missing body', 'body:a missing body'],
  ['the nil UUID', unknown],
  ['the id under another project', elsewhere, none, foreign('project_id')],
  ['the id under an unknown project', elsewhere, 'ids:an unknown project id', ...nobodys('project_id')],
  ['the id as an IOU instance', otherKind, none],
  ['the id as a VMware instance', otherKind, none],
  ['the id as a cloud instance', otherKind, none],
  ['read afterwards', deleted, none],
  ['update afterwards', deleted, none],
  ['read later', deleted, none, 'ids:what was deleted, a moment later'],
  ['delete again', deleted, none],
  ['the id of what was deleted', deleted, none],
  ...['a cloud instance', 'an IOU instance', 'a VMware instance', 'a node'].map(
    (one): Row => [`${one} of the project`, deleted, 'ids:what was in a deleted project'],
  ),
  ...at(notUuids, 'ids:ids that are no UUID', 'an id that is no UUID'),
  ...at(oddSegments, 'ids:odd path segments', 'an odd id in the path'),
];

const isUndecodable = (words: string) => /percent-encod/.test(words) && /not UTF-8|incomplete/.test(words);

const known = new Map(
  rows.map(([words, ...features]) => [
    words,
    isUndecodable(words) ? [...features, 'ids:a percent-encoding of no text'] : features,
  ]),
);

/** The fields of a body that is told by its keys: `{name, status}`. */
const fieldsIn = (words: string) =>
  (/^\{([\w, ]+)\}$/.exec(words)?.[1] ?? '')
    .split(', ')
    .flatMap((name) => (name === '' ? [] : [`has:${name}`]));

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
  return isDeep(words) ? ['body:deep nesting'] : [];
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
