/** Features of scripted requests. A script describes each request in words; this table says what the words mean. */
import { instanceKinds, one } from '../../../schemas/kinds.js';
import { sameId } from '../../outcome.js';
import { sentOtherwise, spaced } from '../../plan/spelling.js';
import { behindIt, malformed, nonObjects, notUtf8 } from '../../values/malformed.js';
import {
  anyLacking,
  atOnce,
  elsewhere,
  foreign,
  gone,
  goneAlone,
  heldInstances,
  holdsPeculiar,
  inDeleted,
  lacking,
  later,
  nobody,
  none,
  notEmpty,
  nothing,
  otherKind,
  positions,
  started,
  unknown,
} from './ids.js';
import { countsOf, sizesOf } from './sizes.js';

/** What may be in a project when it is deleted. */
const inProjects = (['node', ...instanceKinds] as const).map(one);
const manyInProjects = ['drawings', 'cloud instances'];

const notUuids = [
  'the word constructor',
  'a number',
  'a truncated UUID',
  'a UUID with a letter too many',
  'the first part of its id',
  'its id with a digit too many',
  'its id with underscores for two digits',
  'its name',
];

const otherNotations = ['its id in braces', 'its id as a URN', 'its id without hyphens'];

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

/** What a script calls an id that it writes in another way. */
export const escapedId = 'an id whose hyphens are written as %2D';
const startedNode = 'a started node';
export const unnamed = 'input:a field that the document does not name';
const arrayInside = 'body:an array in the body';
const typeAlone = 'body:a Content-Type without a body';

/** Added to the name of a field whose text is not ASCII. */
export const notAscii = ' that is not ASCII';
/** What a script calls null in a field that is not accepted. */
export const nullNotAccepted = 'null in a field that is not accepted';
/** What it calls the id of the path, in the body of an operation that accepts no id. */
export const ownIdNotAccepted = 'the project_id of the path in the body';
export const fieldsNotAccepted = 'input:fields that its input does not accept';

/** What is said of a request whose answer is lost over a connection that has carried others. */
export const onUsed = 'a later request of a connection';

const noUuids = 'ids:ids that are no UUID';
/** Met by who looks for a path, whatever is done with ids. */
export const oddPath = 'ids:odd path segments';
export const constructorAsId = 'ids:"constructor" as an id';
export const missingBody = 'body:a missing body';

type Row = readonly [words: string, ...features: string[]];

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
        ...(position === 'node_id' ? [anyLacking] : []),
      ],
    ),
  );

const rows: readonly Row[] = [
  ['an unknown project id', unknown, 'ids:an unknown project id', ...nobodys('project_id'), nothing],
  [
    'an unknown project id and an unknown node id',
    unknown,
    'ids:an unknown project id',
    'ids:an unknown node id',
    nobody('project_id'),
    nobody('node_id'),
    nothing,
  ],
  ['an unknown node id', unknown, 'ids:an unknown node id', ...nobodys('node_id'), lacking, nothing],
  [
    'an unknown node id in a project without nodes',
    unknown,
    'ids:an unknown node id',
    none,
    ...nobodys('node_id'),
    lacking,
    nothing,
  ],
  ['a node that was started', started],
  ['a started node, fields in the body', started, unnamed],
  ['a started node, an array in the body', started, unnamed, arrayInside],
  ['a started node, fields of a node in the body', started, unnamed, 'body:fields of a node in the body'],
  ['a missing body', missingBody],
  [sameId, 'body:the drawing_id of another drawing'],
  [nullNotAccepted, fieldsNotAccepted, 'any:null'],
  [ownIdNotAccepted, fieldsNotAccepted, 'has:project_id', 'is:project_id=not null'],
  ['a node of type cloud whose name is not ASCII', 'any:not ASCII'],
  ['a project_id in the body that no project has', 'has:project_id'],
  ['a node_id in capitals', lacking],
  ['a project_id in capitals', 'ids:a project_id in capitals', lacking],
  ['a deleted node', 'ids:a deleted node', lacking, nothing],
  [escapedId, `ids:${escapedId}`],
  ['the nil UUID', unknown, nobody('project_id'), nothing],
  ['the id under another project', elsewhere, none, foreign('project_id'), lacking],
  ['the id under an unknown project', elsewhere, 'ids:an unknown project id', ...nobodys('project_id')],
  ...instanceKinds.map((kind): Row => [`the id of ${one(kind)}`, otherKind, none, lacking]),
  ...['read afterwards', 'update afterwards', 'delete again', 'the id of what was deleted'].map(
    (words): Row => [words, gone, goneAlone, none, lacking, nothing],
  ),
  ['read later', gone, goneAlone, none, lacking, nothing, later],
  ...[...manyInProjects, 'several nodes', 'instances', ...inProjects].map(
    (content): Row => [`a project with ${content}`, notEmpty],
  ),
  ['a Content-Type without a body', typeAlone],
  ['deletions at once', atOnce],
  ...['a node', 'an IOU or VMware instance'].map(
    (content): Row => [`deletions at once of a project with ${content}`, atOnce],
  ),
  ...Object.values(heldInstances).flatMap((content): Row[] => {
    const holds = content === heldInstances.peculiar ? [notEmpty, holdsPeculiar] : [notEmpty];
    return [
      [`a project with ${content}`, ...holds],
      [`a Content-Type without a body, for a project with ${content}`, typeAlone, ...holds],
      [`deletions at once of a project with ${content}`, atOnce, ...holds],
    ];
  }),
  ...manyInProjects.map((content): Row => [`a deleted project with ${content}`, gone]),
  ...inProjects.map((content): Row => [`${content} of the project`, gone, inDeleted, nobody('project_id')]),
  ...at(notUuids, noUuids, 'an id that is no UUID', nobodys),
  ...at(otherNotations, 'ids:an id in another notation', 'an id in another notation', () => [noUuids]),
  // Servers refuse many of them before they look anything up.
  ...at(oddSegments, oddPath, 'an odd id in the path', (position) => [foreign(position)]),
];

const isUndecodable = (words: string) => /percent-encod/.test(words) && /not UTF-8|incomplete/.test(words);

const known = new Map(
  rows.map(([words, ...features]) => [
    words,
    [
      ...features,
      ...(features.includes(lacking) ? [anyLacking] : []),
      ...(isUndecodable(words) ? ['ids:a percent-encoding of no text'] : []),
      // Found in what every object has, it is no id of anything.
      ...(words.endsWith('the word constructor') ? [constructorAsId] : []),
    ],
  ]),
);

/** Added to the words for a body that is sent to an id that does not exist. */
export const toUnknown = ', to an unknown id';

/** Whatever is wrong with it; a long one is valid. */
export const invalidNowhere = 'input:an invalid body for an unknown id';

/** Added to the words for a body with a documented field that the operation does not accept. */
export const notAccepted = ', not accepted';
/** Added to the name of such a field in a body that has all that are accepted as well. */
export const besideAll = ' beside every field that is accepted';

/** The fields of a body whose words list them: `{name, status}`. */
function fieldsIn(words: string): string[] {
  if (words.endsWith(besideAll)) return fieldsIn(`{${words.replace(besideAll, '')}}${notAccepted}`);
  const [, names = '', also] = /^\{([\w, ]+)\}(, not accepted)?$/.exec(words) ?? [];
  const fields = names.split(', ').filter((name) => name !== '');
  // The last one is the one that is not accepted.
  const value = also ? [fieldsNotAccepted, `is:${fields.at(-1)}=not null`] : [];
  return [...value, ...fields.map((name) => `has:${name}`)];
}

const textIn = (words: string): string[] =>
  words.endsWith(notAscii) ? [`is:${words.replace(notAscii, '')}=not ASCII`, 'any:not ASCII'] : [];

/** The sort of input for bodies whose words say what is wrong, the same as for write operations. */
const bodies = new Map<string, string>([
  ['malformed JSON', 'malformed JSON'],
  ...Object.keys(malformed).map((words) => [words, 'malformed JSON'] as const),
  ...nonObjects.map(([words]) => [words, 'a body that is no JSON object'] as const),
]);

/** How the same body is sent otherwise. */
export const waysToSend: readonly string[] = [spaced, ...Object.values(sentOtherwise)].map(
  ([words]) => words,
);

function bodyIn(words: string): string[] {
  const input = bodies.get(words);
  const behind = behindIt.includes(words) ? ['body:something behind the JSON'] : [];
  const arrays = words.startsWith('an array') ? ['body:arrays'] : [];
  const bytes = words.endsWith(notUtf8) ? [`body:${notUtf8}`] : [];
  if (input !== undefined) return [`input:${input}`, `body:${words}`, ...arrays, ...behind, ...bytes];
  if (waysToSend.includes(words)) return [`body:${words}`];
  const large = words.startsWith(`${startedNode}, a field with `) ? [started, unnamed] : [];
  if (!isDeep(words)) return large;
  return ['body:deep nesting', ...large, ...(words.includes('array') ? [arrayInside] : [])];
}

/** Whether words describe a deeply nested value. */
export const isDeep = (words: string) => /levels? of/.test(words);

/**
 * The features of a scripted request.
 * @param words How the script describes it.
 * @param fields How many fields its body has.
 * @param bytes The length of its body.
 */
export function differenceOf(words: string, fields = 0, bytes = 0): string[] {
  if (words === 'a plain request') return [];
  const body = words.replace(toUnknown, '');
  const input = body.startsWith('a body of ') ? [] : [invalidNowhere];
  const ids = body === words ? [] : [unknown, nobody('project_id'), nothing, ...input];
  const features = known.get(words) ?? [...fieldsIn(body), ...textIn(body), ...bodyIn(body), ...ids];
  return [...features, ...sizesOf(bytes), ...countsOf(fields), `case:${words}`];
}
