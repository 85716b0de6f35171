/** What is done to one instance shows on the first of its project, or on the project; and projects that are not empty. */
import { instanceKinds, type JsonRecord } from '../kinds.js';
import { empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { type Seeded, seed } from './fault.js';
import { isRecord, isSuccess } from './recipes.js';

/** Names another entry as it names its own. */
const renaming = (other: (exchange: Exchange) => Entry | undefined): Hooks => ({
  act(exchange, next) {
    const answer = next(exchange);
    const entry = other(exchange);
    const { input } = exchange;
    if (entry && isSuccess(answer) && isRecord(input) && Object.hasOwn(input, 'name'))
      entry.record = { ...entry.record, name: input.name };
    return answer;
  },
});

/** Answers 201 with a Node that has other values than the one that was started. */
const showing = (other: (node: JsonRecord) => JsonRecord): Hooks => ({
  act(exchange, next) {
    next(exchange);
    const { record } = exchange.entry;
    return json(201, { ...record, ...other(record) });
  },
});

export const startsAnother: readonly Seeded[] = [
  seed(
    'nodes.start',
    'shows-the-oldest',
    'answers with the oldest node of the project.',
    ['answers-own-ids'],
    {
      act(exchange, next) {
        next(exchange);
        const [oldest] = exchange.collection.values();
        return json(201, (oldest ?? exchange.entry).record);
      },
    },
  ),
  seed(
    'nodes.start',
    'shows-types-with-hyphens',
    'shows ethernet_hub as ethernet-hub.',
    ['answers-each-type'],
    showing(({ node_type }) => ({ node_type: String(node_type).replaceAll('_', '-') })),
  ),
  seed('nodes.start', 'crashes-on-hubs', 'answers 500 to a hub.', ['answers-each-type'], {
    act: (exchange, next) =>
      exchange.entry.record.node_type === 'ethernet_hub' ? refuse(500, 'No such class') : next(exchange),
  }),
  seed(
    'nodes.start',
    'shows-names-in-ascii',
    'shows ? for each letter of a name that is not ASCII.',
    ['keeps-fields'],
    showing(({ name }) => ({ name: String(name).replaceAll(/[^ -~]/g, '?') })),
  ),
  seed('nodes.start', 'adds-its-ports-again', 'adds a port with each start.', ['keeps-fields'], {
    act(exchange, next) {
      next(exchange);
      const { entry } = exchange;
      const ports = entry.record.ports as readonly unknown[];
      entry.record = { ...entry.record, ports: [...ports, ports[0]] };
      return json(201, entry.record);
    },
  }),
  seed(
    'nodes.start',
    'shows-another-symbol',
    'shows the symbol of a started node.',
    ['keeps-fields'],
    showing(() => ({ symbol: ':/symbols/started.svg' })),
  ),
];

export const harmsTheFirst: readonly Seeded[] = instanceKinds.flatMap((kind) => [
  seed(
    `${kind}.get`,
    'shows-the-youngest-only',
    'answers 404 where a younger instance is in the project.',
    [`${kind}.update:spares-siblings`],
    {
      act: (exchange, next) =>
        [...exchange.collection.values()].at(-1) === exchange.entry
          ? next(exchange)
          : refuse(404, 'There is no such instance'),
    },
  ),
  seed(
    `${kind}.update`,
    'renames-the-oldest',
    'names the oldest instance of the project, too.',
    ['spares-siblings'],
    renaming(({ collection }) => [...collection.values()][0]),
  ),
  seed(
    `${kind}.update`,
    'renames-the-project',
    'names the project, too.',
    ['spares-siblings'],
    renaming(({ store, projectId }) => store.collection('compute.projects', undefined)?.get(projectId ?? '')),
  ),
  seed(
    `${kind}.delete`,
    'takes-the-project-along',
    'removes the project with the last instance in it.',
    ['spares-siblings'],
    {
      act(exchange, next) {
        const answer = next(exchange);
        const { store, projectId = '', collection } = exchange;
        if (collection.size === 0) store.collection('compute.projects', undefined)?.delete(projectId);
        return answer;
      },
    },
  ),
]);

export const keepsContent: readonly Seeded[] = [
  seed(
    'projects.delete',
    'keeps-projects-with-drawings',
    'answers 204 and keeps a project that has drawings.',
    ['then-gone'],
    {
      act: (exchange, next) =>
        (exchange.entry.parts.get('drawings')?.size ?? 0) > 0 ? empty(204) : next(exchange),
    },
  ),
  seed(
    'compute.projects.delete',
    'keeps-projects-with-instances',
    'answers 204 and keeps a project that has cloud instances.',
    ['then-gone'],
    {
      act: (exchange, next) =>
        (exchange.entry.parts.get('cloud')?.size ?? 0) > 0 ? empty(204) : next(exchange),
    },
  ),
];
