/** Answers that look different and say the same: optional fields, extra ones, error bodies (sections 1, 2 and 7). */
import {
  fieldsOf,
  isNullable,
  type OperationId,
  operation,
  operations,
  shapes,
} from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { counter, isSuccess, onErrors, onResources, sent, showsNode } from '../faults/recipes.js';
import { answerShape } from '../faults/shapes.js';
import { type Answer, json, refuse } from '../pipeline/answer.js';
import { differing, everywhere, type Variant } from './variant.js';

function required(route: string): ReadonlySet<string> {
  const shape = answerShape(operation(route as OperationId));
  return new Set(shape ? shapes[shape].required : ['project_id']);
}

const documented = operations.map(({ id }) => id);
const answered = counter(({ store }) => store);
/** Of a project, since its last update. */
const readings = counter(({ entry }) => entry);
const instances = ['iou.get', 'iou.update', 'vmware.get', 'vmware.update'];

/** What may be null in a node. */
const nulls = Object.fromEntries(
  fieldsOf('node').flatMap(({ name, schema }) => (isNullable(schema) ? [[name, null]] : [])),
);

const upperCased = (value: unknown, name: string) =>
  name.endsWith('_id') && typeof value === 'string' && name !== 'compute_id' ? value.toUpperCase() : value;

const mandatoryOnly = onResources((record, { route }) => {
  const wanted = required(route.id);
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
});

export const answers: readonly Variant[] = [
  // The other answer that the document gives for a node start (4.2).
  differing(['nodes.start'])(
    'start-answers-201',
    'A node start is answered with 201 and the node.',
    showsNode,
  ),
  differing(['nodes.start'])(
    'start-answers-nulls',
    'A node start is answered with 201 and the node, with null where a field may be null.',
    {
      ...showsNode,
      ...onResources((record) => ({ ...record, ...nulls })),
    },
  ),
  differing(documented)('sparse-answers', 'Answers carry the mandatory fields only.', mandatoryOnly),
  differing(['projects.get', 'projects.update', 'compute.projects.get'])(
    'name-and-id-only',
    'Projects are answered with name and project_id, as in the sample of the document.',
    onResources(({ name, project_id }) => ({ name, project_id })),
  ),
  differing(instances)(
    'empty-instances',
    'IOU and VMware instances are answered with {}: none of their fields is mandatory.',
    onResources(() => ({})),
  ),
  differing(['projects.update', 'iou.update', 'vmware.update', 'cloud.update'])(
    'sparse-update-answers',
    'Updates are answered with the mandatory fields only, those of IOU and VMware instances with {}.',
    mandatoryOnly,
  ),
  everywhere(
    'extra-fields',
    'Answers carry fields that the document does not name, in items of arrays too.',
    onResources((record) => ({ ...record, extra: { deep: [1] }, supplier: null, ports_extra: [] })),
  ),
  differing(['cloud.get', 'cloud.update'])(
    'live-interfaces',
    'The interfaces of a cloud are read off the host, which counts what goes through them.',
    onResources((record) => ({
      ...record,
      interfaces: [{ name: 'eth0', special: false, type: 'ethernet', received: performance.now() }],
    })),
  ),
  differing([
    'compute.projects.get',
    ...['projects', ...instanceKinds].flatMap((kind) => [`${kind}.get`, `${kind}.update`]),
  ])(
    'restless-status',
    'Projects and instances are shown with another status each time: transitions are not shown.',
    onResources((record, exchange) => {
      const words = exchange.route.id.includes('projects')
        ? ['opened', 'closed']
        : ['started', 'stopped', 'suspended'];
      return { ...record, status: words[(answered(exchange, 1) - 1) % words.length] };
    }),
  ),
  differing(['projects.create', 'projects.get', 'projects.update'])(
    'closes-itself',
    'A project whose auto_close is true, not as at first, is closed from the second reading after its last update on.',
    (exchange, next) => {
      const { id } = exchange.route;
      if (id === 'projects.create') {
        exchange.input = { auto_close: false, ...sent(exchange) };
        return next(exchange);
      }
      const isReading = id === 'projects.get';
      const times = readings(exchange, isReading ? 1 : -readings(exchange, 0));
      const answer = next(exchange);
      const { record } = exchange.entry;
      const isClosed = isReading && times > 1 && record.auto_close === true;
      return isClosed ? json(200, { ...record, status: 'closed' }) : answer;
    },
  ),
  differing(documented)(
    'upper-case-ids',
    'Identifiers are answered in upper case, which is the same UUID.',
    onResources((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, upperCased(value, name)])),
    ),
  ),
  ...(
    [
      ['array', ['anything']],
      ['string', 'a project'],
      ['null', null],
      ['number', 7],
      ['object', { anything: true }],
    ] as const
  ).map(([kind, body]) =>
    differing(['projects.get'])(
      `project-as-${kind}`,
      `Getting a project answers ${JSON.stringify(body)}: its body is not shown.`,
      { answer: (_, answer) => (isSuccess(answer) ? { ...answer, body } : answer) },
    ),
  ),
  differing(['drawings.list'])('newest-first', 'Drawings are listed in the opposite order.', {
    answer: (_, answer) =>
      Array.isArray(answer.body) ? { ...answer, body: answer.body.toReversed() } : answer,
  }),
  ...(
    [
      ['empty', (answer) => ({ status: answer.status, headers: {} })],
      ['string', (answer) => ({ ...answer, body: 'something is wrong' })],
      ['array', (answer) => ({ ...answer, body: ['something is wrong', 7] })],
      ['null', (answer) => ({ ...answer, body: null })],
      [
        'problem',
        (answer) => ({ ...answer, body: { type: 'about:blank', title: 'wrong', detail: { errors: [] } } }),
      ],
    ] satisfies [string, (answer: Answer) => Answer][]
  ).map(([kind, change]) =>
    everywhere(
      `errors-${kind}`,
      `Errors have a body of the kind "${kind}": their shape is not shown.`,
      onErrors(change),
    ),
  ),
  differing(['nodes.start'])(
    'start-alternates',
    'A node start is answered with 204 the first time and with 201 and the node from then on.',
    (exchange, next) => {
      const { status } = exchange.entry.record;
      const answer = next(exchange);
      return status === 'started' ? json(201, exchange.entry.record) : answer;
    },
  ),
  differing(['nodes.start'])(
    'start-once',
    'A node that is started is not started once more: 400.',
    (exchange, next) =>
      exchange.entry.record.status === 'started' ? refuse(400, 'The node is running') : next(exchange),
  ),
];
