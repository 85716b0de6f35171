/** What is done to one instance shows on the first of its project, or on the project; and projects that are not empty. */
import { instanceKinds } from '../../schemas/kinds.js';
import type { JsonRecord } from '../kinds.js';
import { json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { How } from '../pipeline/modification.js';
import { octetStream } from '../routes/verbs.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
import { isRecord, memory, pretending, refusing, sent, set, thereupon } from './recipes.js';

/** Names another entry as it names its own. */
const renaming = (other: (exchange: Exchange) => Entry | undefined) =>
  thereupon((exchange) => {
    const entry = other(exchange);
    const { name } = sent(exchange);
    if (entry && name !== undefined) set(entry, { name });
  });

const parentOf = ({ store, projectId = '' }: Exchange) =>
  store.collection('compute.projects', undefined)?.get(projectId);

/** Answers 201 with a Node that has other values than the one that was started. */
const answeringNode =
  (other: (node: JsonRecord, exchange: Exchange) => JsonRecord): How =>
  (exchange, next) => {
    next(exchange);
    const { record } = exchange.entry;
    return json(201, { ...record, ...other(record, exchange) });
  };

const isYounger = refusing(404, ({ collection, entry }) => [...collection.values()][0] !== entry);

const starts = memory(() => ({ times: 0 }));
const started = (aim: string) => breaking('nodes.start', aim);

export const neighbours: Families = {
  'the oldest node started': [
    started('answers-own-ids')(
      'shows-the-oldest',
      answeringNode((_, { collection }) => [...collection.values()][0]?.record ?? {}),
    ),
    started('answers-each-type')(
      'shows-types-with-hyphens',
      answeringNode(({ node_type }) => ({ node_type: String(node_type).replaceAll('_', '-') })),
    ),
    started('answers-each-type')(
      'shows-properties-as-text',
      answeringNode(({ properties }) =>
        Object.keys(properties ?? {}).length > 0 ? { properties: JSON.stringify(properties) } : {},
      ),
    ),
    started('answers-each-type')(
      'shows-zero-as-null',
      answeringNode(({ label }) =>
        isRecord(label) && label.y === 0 ? { label: { ...label, y: null } } : {},
      ),
    ),
    started('answers-each-type')(
      'shows-a-given-console-as-text',
      answeringNode(({ console }) => (console === 5987 ? { console: String(console) } : {})),
    ),
    started('answers-each-type')(
      'crashes-on-hubs',
      refusing(500, ({ entry }) => entry.record.node_type === 'ethernet_hub'),
    ),
    started('answers-each-type')('runs-out', (exchange, next) => {
      const started = starts(exchange.store);
      started.times++;
      return started.times < 12 ? next(exchange) : refuse(500, 'no handle is left');
    }),
    started('keeps-fields')(
      'shows-names-in-ascii',
      answeringNode(({ name }) => ({ name: String(name).replaceAll(/[^ -~]/g, '?') })),
    ),
    started('keeps-fields')(
      'adds-its-ports-again',
      answeringNode(({ ports }, { entry }) => {
        const all = ports as readonly unknown[];
        set(entry, { ports: [...all, all[0]] });
        return entry.record;
      }),
    ),
    started('keeps-fields')(
      'shows-the-label-of-the-youngest',
      answeringNode((_, { collection }) => ({ label: [...collection.values()].at(-1)?.record.label })),
    ),
    started('keeps-fields')(
      'shows-another-symbol',
      answeringNode(() => ({ symbol: ':/symbols/started.svg' })),
    ),
  ],
  'the oldest instance or the project changed': instanceKinds.flatMap((kind) => {
    const update = breaking(`${kind}.update`, 'spares-siblings');
    return [
      breaking(`${kind}.get`, `${kind}.update:spares-siblings`)(
        'shows-the-youngest-only',
        refusing(404, ({ collection, entry }) => [...collection.values()].at(-1) !== entry),
      ),
      breaking(`${kind}.get`, `${kind}.update:spares-siblings`)('shows-the-oldest-only', isYounger),
      update('finds-the-oldest-only', isYounger),
      update(
        'renames-the-oldest',
        renaming(({ collection }) => [...collection.values()][0]),
      ),
      update('renames-the-project', renaming(parentOf)),
      breaking(`${kind}.delete`, 'spares-siblings')(
        'takes-the-project-along',
        thereupon(({ store, projectId = '', collection }) => {
          if (collection.size === 0) store.collection('compute.projects', undefined)?.delete(projectId);
        }),
      ),
    ];
  }),
  'projects with content kept': [
    breaking('projects.delete', 'then-gone')(
      'keeps-projects-with-drawings',
      pretending(({ entry }) => entry.parts.get('drawings')?.size),
    ),
    breaking('compute.projects.delete', 'then-gone')(
      'keeps-projects-with-instances',
      pretending(({ entry }) => entry.parts.get('cloud')?.size, octetStream),
    ),
  ],
};
