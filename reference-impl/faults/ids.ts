/** Ids that nobody has, ids under addresses that are not theirs, ids that are none (sections 4 and 7). */
import { type IdName, operations } from '../../schemas/index.js';
import { jsonIn } from '../../schemas/json-text.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { kinds } from '../kinds.js';
import { type Answer, empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { beforehand, finding, isUuid, onErrors, onLost, onRefusal } from './recipes.js';
import { lookingUp, readings } from './shapes.js';

/** Which id of the path does not lead anywhere. */
export function lost({ route, store, projectId, nodeId }: Exchange): IdName | undefined {
  const { kind } = route;
  if (!kind) return undefined;
  const collection = store.collection(kind, projectId);
  if (!kinds[kind].parent) return collection?.has(projectId ?? '') ? undefined : 'project_id';
  if (!collection) return 'project_id';
  return route.item && !collection.has(nodeId ?? '') ? 'node_id' : undefined;
}

/** A success out of nothing. */
function madeUp(exchange: Exchange): Answer {
  const { kind } = exchange.route;
  if (!kind || (exchange.route.method !== 'GET' && exchange.route.method !== 'PUT')) return empty(204);
  const id = exchange.id;
  const birth = { id, name: 'anything', projectId: exchange.projectId ?? '', console: 5000 };
  return json(200, {
    ...kinds[kind].defaults(birth),
    name: 'anything',
    project_id: exchange.projectId,
    [kinds[kind].id]: id,
  });
}

const onLostId = (
  position: IdName,
  is: (id: string) => boolean,
  answer: (exchange: Exchange) => Answer,
): Hooks => ({
  locate: (exchange, next) => {
    const id = position === 'project_id' ? exchange.projectId : exchange.nodeId;
    return lost(exchange) === position && is(id ?? '') ? answer(exchange) : next(exchange);
  },
});

const ofInstances = operations.filter(({ method, ids }) => method === 'PUT' && ids.length > 1);

const crash = () => refuse(500, 'Internal server error');

const answers: readonly (readonly [name: string, answer: (exchange: Exchange) => Answer])[] = [
  ['succeeds', madeUp],
  ['crashes', crash],
  ['forbids', () => refuse(403, 'Forbidden')],
];

const word = (position: IdName) => position.replace('_id', '');

const isOdd = (id: string) => !/^[\w-]{0,100}$/.test(id);

/** Falls over some requests for what does not exist. */
const crashesOnLost = (is: (exchange: Exchange) => boolean) =>
  onLost((exchange) => (is(exchange) ? crash() : undefined));

const nil = '00000000-0000-0000-0000-000000000000';

const collectionOf = ({ store, route: { kind }, projectId }: Exchange) =>
  kind && store.collection(kind, projectId);

/** Finds the first of its kind that may be what is asked for. */
export const findingOne = (is: (asked: string, own: string, entry: Entry) => boolean) =>
  finding((exchange) => {
    const among = collectionOf(exchange);
    const found = [...(among ?? [])].find(([own, entry]) => is(exchange.id, own, entry));
    return among && found && [found[1], among];
  });

export const ids: Families = {
  'unknown ids': lookingUp.flatMap((operation) =>
    operation.ids.flatMap((position) =>
      answers.map(([name, answer]) =>
        breaking(operation.id, `unknown-${word(position)}`)(
          `${name}-for-unknown-${word(position)}`,
          onLostId(position, isUuid, answer),
        ),
      ),
    ),
  ),
  /** What is asked for comes to be, and is there the second time. */
  'unknown ids create resources': [...readings, ...ofInstances].map((operation) => {
    const position = operation.ids.at(-1) as IdName;
    return breaking(operation.id, `unknown-${word(position)}`)(
      `makes-unknown-${word(position)}`,
      onLostId(position, isUuid, ({ route: { kind }, store, projectId, id }) => {
        if (kind) store.collection(kind, projectId)?.add(id, { [kinds[kind].id]: id, project_id: projectId });
        return refuse(404, 'Not found');
      }),
    );
  }),
  'ids told apart by their beginning': [
    breaking('compute.projects.get', 'answer-ids.project_id')(
      'leaves-out-the-last-group',
      beforehand((exchange) => {
        const [beginning] = /^.*-/.exec(exchange.id) ?? [];
        const last = [...(collectionOf(exchange) ?? [])].findLast(([own]) =>
          own.startsWith(beginning ?? own),
        );
        if (last) [, exchange.entry] = last;
      }),
    ),
  ],
  /** Looking for something makes the project that it would be in. */
  'unknown projects come to be': breakingEach(
    [
      'drawings.list',
      'drawings.create',
      'nodes.start',
      ...instanceKinds.map((kind) => `${kind}.get` as const),
    ],
    'creates-no-project',
    [
      'makes-the-project',
      onRefusal('locate', ({ route: { kind }, store, projectId = '' }) => {
        const parent = kind && kinds[kind].parent;
        const projects = parent && store.collection(parent, undefined);
        if (projects && isUuid(projectId) && !projects.has(projectId))
          projects.add(projectId, { project_id: projectId, name: projectId });
      }),
    ],
  ),
  /** Looks for a node in what a project has none of. */
  'crash in projects without nodes': breakingEach(
    lookingUp.filter(({ ids }) => ids.includes('node_id')),
    'unknown-node',
    ['crashes-without-nodes', crashesOnLost((exchange) => collectionOf(exchange)?.size === 0)],
  ),
  /** The UUID of nothing is taken for something. */
  'crash on the nil UUID': breakingEach(readings, 'unknown-project', [
    'crashes-for-nil',
    onLostId('project_id', (id) => id === nil, crash),
  ]),
  /** Looks at the body before the id, and falls over it. */
  'invalid bodies for unknown ids': breakingEach(
    lookingUp.filter(({ takesBody }) => takesBody),
    'unknown-and-wrong',
    ['crashes-on-malformed-for-unknown', crashesOnLost((exchange) => jsonIn(exchange.bytes) === undefined)],
    ['crashes-on-arrays-for-unknown', crashesOnLost((exchange) => Array.isArray(jsonIn(exchange.bytes)))],
  ),
  'similar ids found': breakingEach(
    readings,
    'no-uuid',
    ['finds-by-prefix', findingOne((asked, own) => own.startsWith(asked))],
    ['finds-by-more', findingOne((asked, own) => asked.startsWith(own))],
  ),
  'ids with wildcards': breakingEach(lookingUp, 'no-uuid', [
    'finds-by-wildcard',
    findingOne((asked, own) => {
      const isAlike = (letter: string, at: number) => letter === '_' || letter === own[at];
      return asked.length === own.length && [...asked].every(isAlike);
    }),
  ]),
  /** A quote in it ends the text. */
  'ids repeated in errors': breakingEach(lookingUp, 'odd-segments', [
    'repeats-ids-as-they-are',
    onErrors((answer, { projectId, nodeId }) => {
      const text = `{"message":"No such id: ${[projectId, nodeId].join('/')}","status":404}`;
      return { ...answer, raw: text };
    }, 404),
  ]),
  'ids that are not UUIDs': operations.flatMap((operation) =>
    operation.ids.flatMap((position) =>
      answers.flatMap(([name, answer]) => {
        const drawings = operation.id.startsWith('drawings.');
        const plain = breaking(operation.id, 'no-uuid')(
          `${name}-for-${word(position)}-that-is-no-uuid`,
          onLostId(position, (id) => !isUuid(id) && !isOdd(id), answer),
        );
        const odd = breaking(operation.id, 'odd-segments')(
          `${name}-for-odd-${word(position)}`,
          onLostId(position, isOdd, answer),
        );
        if (drawings) return name === 'crashes' ? [odd] : [];
        return name === 'forbids' ? [plain] : [plain, odd];
      }),
    ),
  ),
};
