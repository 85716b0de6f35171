/** Deletions of projects that leave what was in them to a project that is made again with the same id (section 4). */
import type { OperationId } from '../../schemas/index.js';
import { type InstanceKind, instanceKinds } from '../../schemas/kinds.js';
import type { KindName } from '../kinds.js';
import { json } from '../pipeline/answer.js';
import { breaking } from './fault.js';
import { onLost, outliving } from './recipes.js';

/** What was in a deleted project, by the id of that. */
const contentOf = (id: OperationId, kind: KindName) =>
  outliving(id, ({ id: project, entry }) => [[project, entry.parts.get(kind)]]);

const oldDrawings = contentOf('projects.delete', 'drawings');

/** Whether a thing is left, by its place among all that was there, from 0. */
type Kept = (index: number) => boolean;

/** Leaves drawings to a project that is made again. */
const keepingDrawings = (which: string, isKept: Kept) =>
  breaking(['projects.delete', 'drawings.list'], 'nothing-comes-back')(
    `keeps-${which.replaceAll(' ', '-')}`,
    {
      ...oldDrawings.hooks,
      answer(exchange, answer) {
        const old = oldDrawings.of(exchange, exchange.projectId);
        if (exchange.route.id !== 'drawings.list' || !old || answer.status !== 200) return answer;
        const left = [...old.values()].filter((_, index) => isKept(index)).map(({ record }) => record);
        return { ...answer, body: [...left, ...[answer.body].flat()] };
      },
    },
  );

/** Leaves instances to a project that is made again. */
function keeping(kind: InstanceKind, which: string, isKept: Kept) {
  const old = contentOf('compute.projects.delete', kind);
  return breaking(['compute.projects.delete', `${kind}.get`], 'nothing-comes-back')(
    `keeps-${which.replaceAll(' ', '-')}`,
    {
      ...old.hooks,
      ...onLost((exchange) => {
        const { route, store, projectId = '', nodeId = '' } = exchange;
        const isThere = store.collection('compute.projects', undefined)?.has(projectId);
        const all = old.of(exchange, projectId);
        const found = all?.get(nodeId);
        const isLeft = found && isKept([...(all?.keys() ?? [])].indexOf(nodeId));
        return isLeft && isThere && route.id === `${kind}.get` ? json(200, found.record) : undefined;
      }),
    },
  );
}

/** What a deletion leaves that goes on while things are taken away under it. */
const everySecond: Kept = (index) => index % 2 === 1;

export const leavingContent = [
  keepingDrawings('drawings', () => true),
  keepingDrawings('every second drawing', everySecond),
  ...instanceKinds.map((kind) => keeping(kind, `${kind} instances`, () => true)),
  keeping('cloud', 'every second cloud instance', everySecond),
];
