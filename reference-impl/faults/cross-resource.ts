/** Operations that harm what stands beside their resource, or leave behind what stood in it. */
import type { OperationId } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import type { KindName } from '../kinds.js';
import { type Answer, empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
import {
  beforehand,
  counter,
  finding,
  isRecord,
  isSuccess,
  memory,
  onLost,
  onRefusal,
  onResources,
  outliving,
  refusing,
  sent,
  set,
  showsNode,
  thereupon,
} from './recipes.js';

const inside = ({ store, projectId }: Exchange, kind: KindName) => store.collection(kind, projectId);

const compute = 'compute.projects.delete';
const containers = [
  ['projects.delete', 'nodes', 'nodes.start', 'leaves-its-content', 'content-gone'],
  ...instanceKinds.map((kind) =>
    kind === 'cloud'
      ? ([compute, kind, `${kind}.get`, 'leaves-its-content', 'content-gone'] as const)
      : ([compute, kind, `${kind}.get`, `leaves-its-${kind}-content`, `content-gone.${kind}`] as const),
  ),
] as const;

const started = memory(() => new WeakSet<object>());
const refusedStarts = memory(() => new WeakSet<object>());
const again = (otherwise: (entry: Entry) => Answer): Hooks => ({
  answer({ entry, store }, answer) {
    if (!entry || !isSuccess(answer)) return answer;
    const known = started(store);
    if (known.has(entry)) return otherwise(entry);
    known.add(entry);
    return answer;
  },
});

type Again = readonly [name: string, otherwise: (entry: Entry) => Answer];

const answersAgain: readonly Again[] = [
  ['crashes-when-started', () => refuse(500, 'already started')],
  ['conflicts-when-started', () => refuse(409, 'already started')],
  ['finds-nothing-when-started', () => refuse(404, 'not a stopped node')],
  ['changes-nothing-when-started', () => empty(304)],
  ['shows-no-node-when-started', ({ record }) => json(201, { ...record, status: 'running' })],
];

const starts = counter(({ entry }) => entry);

const inUse: readonly (readonly [id: OperationId, aim: string])[] = [
  ['projects.delete', 'content-gone'],
  ['projects.get', 'codes.always'],
  ['projects.update', 'codes.always'],
  ['drawings.list', 'codes.always'],
  ['drawings.create', 'codes.always'],
];

/** The drawings of deleted projects. */
const leftDrawings = outliving('projects.delete', ({ id, entry }) => [[id, entry.parts.get('drawings')]]);

export const crossResource: Families = {
  'other resources changed': instanceKinds.flatMap((kind) => {
    const others = instanceKinds.filter((each) => each !== kind);
    return [
      breaking(`${kind}.update`, 'spares-siblings')(
        'writes-to-siblings',
        thereupon(({ collection, input }) => {
          if (isRecord(input)) for (const entry of collection.values()) set(entry, input);
        }),
      ),
      breaking(`${kind}.update`, 'spares-siblings')(
        'renames-other-kinds',
        thereupon((exchange) => {
          for (const other of others)
            for (const entry of inside(exchange, other)?.values() ?? [])
              set(entry, { name: exchange.entry.record.name });
        }),
      ),
      breaking(`${kind}.update`, 'spares-node-of-body')(
        'writes-to-node-of-body',
        beforehand((exchange) => {
          exchange.entry = exchange.collection.get(String(sent(exchange).node_id)) ?? exchange.entry;
        }),
      ),
      ...(['node_id', 'project_id'] as const).map((name) =>
        breaking(`${kind}.update`, 'spares-node-of-body')(
          `shows-${name.replace('_', '-')}-of-body`,
          onResources((record, { input }) =>
            isRecord(input) && typeof input[name] === 'string' ? { ...record, [name]: input[name] } : record,
          ),
        ),
      ),
      breaking(`${kind}.update`, 'spares-node-of-body')('takes-a-free-node-id', (exchange, next) => {
        const { collection, entry } = exchange;
        const { node_id: wanted, ...rest } = sent(exchange);
        if (typeof wanted !== 'string' || wanted === entry.record.node_id) return next(exchange);
        if (collection.has(wanted)) return refuse(409, 'This node_id is taken');
        collection.delete(String(entry.record.node_id));
        set(entry, { ...rest, node_id: wanted });
        collection.set(wanted, entry);
        return json(200, entry.record);
      }),
      breaking(`${kind}.update`, 'spares-node-of-body')('carries-out-other-ids', (exchange, next) => {
        const { node_id, project_id, ...rest } = sent(exchange);
        const { record } = exchange.entry;
        const isOwn = (id: unknown, own: unknown) => id === undefined || id === own;
        if (isOwn(node_id, record.node_id) && isOwn(project_id, record.project_id)) return next(exchange);
        set(exchange.entry, rest);
        return refuse(409, 'These are other ids');
      }),
      breaking(`${kind}.delete`, 'spares-siblings')(
        'deletes-siblings',
        thereupon(({ collection }) => collection.clear()),
      ),
      breaking(`${kind}.delete`, 'spares-siblings')(
        'deletes-other-kinds',
        thereupon((exchange) => {
          for (const other of others) inside(exchange, other)?.clear();
        }),
      ),
    ];
  }),
  'drawings changed by a project update': [
    breaking('projects.update', 'keeps-drawings')(
      'removes-drawings',
      thereupon(({ entry }) => entry.parts.get('drawings')?.clear()),
    ),
    breaking('projects.update', 'keeps-drawings')(
      'moves-drawings',
      thereupon(({ entry }) => {
        for (const drawing of entry.parts.get('drawings')?.values() ?? [])
          set(drawing, { x: Number(drawing.record.x) + 1 });
      }),
    ),
  ],
  'drawings left after their project is deleted': [
    breaking(['projects.delete', 'drawings.list'], 'content-gone.drawings')('leaves-its-drawings', {
      ...leftDrawings.hooks,
      ...onLost((exchange) => {
        const isList = exchange.route.id === 'drawings.list';
        const left = isList ? leftDrawings.of(exchange, exchange.projectId ?? '') : undefined;
        const shown = [...(left?.values() ?? [])].map(({ record }) => record);
        return left && json(200, shown);
      }),
    }),
  ],
  'content left after its project is deleted': containers.flatMap(([id, kind, by, name, aim]) => {
    const leaving = (isLeft: (index: number) => boolean): Hooks => {
      const orphans = outliving(id, ({ id: own, entry }) => [[own, entry.parts.get(kind)]]);
      return {
        ...orphans.hooks,
        ...finding((exchange) => {
          const left = exchange.route.id === by ? orphans.of(exchange, exchange.projectId) : undefined;
          const entry = left?.get(exchange.nodeId ?? '');
          const index = [...(left?.keys() ?? [])].indexOf(exchange.nodeId ?? '');
          return left && entry && isLeft(index) ? [entry, left] : undefined;
        }),
      };
    };
    const fault = breaking([id, by], aim);
    const whole = fault(
      name,
      leaving(() => true),
    );
    if (aim !== 'content-gone') return [whole];
    const later = fault(
      'leaves-all-but-the-first',
      leaving((index) => index > 0),
    );
    return [whole, later];
  }),
  /** Operations that refuse to work on a project in use, though the document lists no code for that. */
  'projects in use not worked on': inUse.map(([id, aim]) =>
    breaking([id, 'nodes.start'], aim)('refuses-started-nodes', (exchange, next) => {
      const known = started(exchange.store);
      const { route, store, projectId = '' } = exchange;
      if (route.id === 'nodes.start') known.add(exchange.entry);
      const nodes = route.id === id ? store.collection('nodes', projectId)?.values() : undefined;
      return [...(nodes ?? [])].some((node) => known.has(node)) ? refuse(409, 'in use') : next(exchange);
    }),
  ),
  'second start fails': answersAgain.map(([name, otherwise]) =>
    breaking('nodes.start', 'again')(name, again(otherwise)),
  ),
  /** What counts the starts of a node, and breaks at the third or fourth. */
  'repeated starts fail': [3, 4].map((limit) =>
    breaking('nodes.start', 'again')(
      `conflicts-at-start-${limit}`,
      refusing(409, (exchange) => starts(exchange, 1) === limit),
    ),
  ),
  'a refused start stays behind': [
    ...(
      [
        ['decode', 'is-busy-after-a-refusal'],
        ['validate', 'is-busy-after-an-array'],
      ] as const
    ).map(([step, name]) =>
      breaking('nodes.start', 'after-refusal')(name, {
        ...onRefusal(step, (exchange) => refusedStarts(exchange.store).add(exchange.entry)),
        ...refusing(409, (exchange) => refusedStarts(exchange.store).has(exchange.entry)),
      }),
    ),
  ],
  'fields of a start taken over': [
    breaking('nodes.start', 'answers-fields')('shows-the-fields-of-its-body', {
      ...showsNode,
      ...onResources((record, exchange) => ({ ...record, ...sent(exchange) })),
    }),
  ],
  'crash on fields of a start': [
    breaking('nodes.start', 'answers-fields')(
      'crashes-on-fields',
      refusing(500, (exchange) => Object.keys(sent(exchange)).length > 0),
    ),
  ],
};
