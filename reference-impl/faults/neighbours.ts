/** What is done to one instance shows on the first of its project, or on the project; and projects that are not empty. */
import { instanceKinds, type JsonRecord } from '../kinds.js';
import { empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
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

export const neighbours: Families = {
  'the oldest node started': [
    breaking('nodes.start', 'answers-own-ids')(
      'shows-the-oldest',
      'answers with the oldest node of the project.',
      (exchange, next) => {
        next(exchange);
        const [oldest] = exchange.collection.values();
        return json(201, (oldest ?? exchange.entry).record);
      },
    ),
    breaking('nodes.start', 'answers-each-type')(
      'shows-types-with-hyphens',
      'shows ethernet_hub as ethernet-hub.',
      showing(({ node_type }) => ({ node_type: String(node_type).replaceAll('_', '-') })),
    ),
    breaking('nodes.start', 'answers-each-type')(
      'crashes-on-hubs',
      'answers 500 to a hub.',
      (exchange, next) =>
        exchange.entry.record.node_type === 'ethernet_hub' ? refuse(500, 'No such class') : next(exchange),
    ),
    breaking('nodes.start', 'keeps-fields')(
      'shows-names-in-ascii',
      'shows ? for each letter of a name that is not ASCII.',
      showing(({ name }) => ({ name: String(name).replaceAll(/[^ -~]/g, '?') })),
    ),
    breaking('nodes.start', 'keeps-fields')(
      'adds-its-ports-again',
      'adds a port with each start.',
      (exchange, next) => {
        next(exchange);
        const { entry } = exchange;
        const ports = entry.record.ports as readonly unknown[];
        entry.record = { ...entry.record, ports: [...ports, ports[0]] };
        return json(201, entry.record);
      },
    ),
    breaking('nodes.start', 'keeps-fields')(
      'shows-another-symbol',
      'shows the symbol of a started node.',
      showing(() => ({ symbol: ':/symbols/started.svg' })),
    ),
  ],
  'the oldest instance or the project changed': instanceKinds.flatMap((kind) => [
    breaking(`${kind}.get`, `${kind}.update:spares-siblings`)(
      'shows-the-youngest-only',
      'answers 404 where a younger instance is in the project.',
      (exchange, next) =>
        [...exchange.collection.values()].at(-1) === exchange.entry
          ? next(exchange)
          : refuse(404, 'There is no such instance'),
    ),
    breaking(`${kind}.update`, 'spares-siblings')(
      'renames-the-oldest',
      'names the oldest instance of the project, too.',
      renaming(({ collection }) => [...collection.values()][0]),
    ),
    breaking(`${kind}.update`, 'spares-siblings')(
      'renames-the-project',
      'names the project, too.',
      renaming(({ store, projectId }) =>
        store.collection('compute.projects', undefined)?.get(projectId ?? ''),
      ),
    ),
    breaking(`${kind}.delete`, 'spares-siblings')(
      'takes-the-project-along',
      'removes the project with the last instance in it.',
      (exchange, next) => {
        const answer = next(exchange);
        const { store, projectId = '', collection } = exchange;
        if (collection.size === 0) store.collection('compute.projects', undefined)?.delete(projectId);
        return answer;
      },
    ),
  ]),
  'projects with content kept': [
    breaking('projects.delete', 'then-gone')(
      'keeps-projects-with-drawings',
      'answers 204 and keeps a project that has drawings.',
      (exchange, next) =>
        (exchange.entry.parts.get('drawings')?.size ?? 0) > 0 ? empty(204) : next(exchange),
    ),
    breaking('compute.projects.delete', 'then-gone')(
      'keeps-projects-with-instances',
      'answers 204 and keeps a project that has cloud instances.',
      (exchange, next) => ((exchange.entry.parts.get('cloud')?.size ?? 0) > 0 ? empty(204) : next(exchange)),
    ),
  ],
};
