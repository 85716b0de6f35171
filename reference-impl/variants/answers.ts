/** Answers that look different and say the same: optional fields, extra ones, error bodies (sections 1, 2 and 7). */
import { type OperationId, operation, operations, shapes } from '../../schemas/index.js';
import { isSuccess, memory, onErrors, onResources } from '../faults/recipes.js';
import { instanceKinds } from '../kinds.js';
import { type Answer, json } from '../pipeline/answer.js';
import type { Variant } from './variant.js';

function required(route: string): ReadonlySet<string> {
  const { success, answers } = operation(route as OperationId);
  const shape = success.map((code) => answers[code]?.shape).find((each) => each !== undefined);
  return new Set(shape ? shapes[shape].required : ['project_id']);
}

const documented = operations.map(({ id }) => id);
const answered = memory(() => ({ times: 0 }));
const instances = ['iou.get', 'iou.update', 'vmware.get', 'vmware.update'];

const upperCased = (value: unknown, name: string) =>
  name.endsWith('_id') && typeof value === 'string' && name !== 'compute_id' ? value.toUpperCase() : value;

export const answers: readonly Variant[] = [
  {
    name: 'sparse-answers',
    summary: 'Answers carry the mandatory fields only.',
    operations: documented,
    hooks: onResources((record, { route }) => {
      const wanted = required(route.id);
      return Object.fromEntries(Object.entries(record).filter(([name]) => wanted.has(name)));
    }),
  },
  {
    name: 'name-and-id-only',
    summary: 'Projects are answered with name and project_id, as in the sample of the document.',
    operations: ['projects.get', 'projects.update', 'compute.projects.get'],
    hooks: onResources(({ name, project_id }) => ({ name, project_id })),
  },
  {
    name: 'empty-instances',
    summary: 'IOU and VMware instances are answered with {}: none of their fields is mandatory.',
    operations: instances,
    hooks: onResources(() => ({})),
  },
  {
    name: 'empty-update-answers',
    summary: 'Updates of IOU and VMware instances are answered with {}, readings with all fields.',
    operations: ['iou.update', 'vmware.update'],
    hooks: onResources(() => ({})),
  },
  {
    name: 'extra-fields',
    summary: 'Answers carry fields that the document does not name, in items of arrays too.',
    hooks: onResources((record) => ({ ...record, extra: { deep: [1] }, supplier: null, ports_extra: [] })),
  },
  {
    name: 'live-interfaces',
    summary: 'The interfaces of a cloud are read off the host, which counts what goes through them.',
    operations: ['cloud.get', 'cloud.update'],
    hooks: onResources((record) => ({
      ...record,
      interfaces: [{ name: 'eth0', special: false, type: 'ethernet', received: performance.now() }],
    })),
  },
  {
    name: 'restless-status',
    summary: 'Projects and instances are shown with another status each time: transitions are not shown.',
    operations: [
      'compute.projects.get',
      ...['projects', ...instanceKinds].flatMap((kind) => [`${kind}.get`, `${kind}.update`]),
    ],
    hooks: onResources((record, { store, route }) => {
      const words = route.id.includes('projects')
        ? ['opened', 'closed']
        : ['started', 'stopped', 'suspended'];
      return { ...record, status: words[answered(store).times++ % words.length] };
    }),
  },
  {
    name: 'upper-case-ids',
    summary: 'Identifiers are answered in upper case, which is the same UUID.',
    operations: documented,
    hooks: onResources((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, upperCased(value, name)])),
    ),
  },
  ...(
    [
      ['array', ['anything']],
      ['string', 'a project'],
      ['null', null],
      ['number', 7],
      ['object', { anything: true }],
    ] as const
  ).map(
    ([kind, body]): Variant => ({
      name: `project-as-${kind}`,
      summary: `Getting a project answers ${JSON.stringify(body)}: its body is not shown.`,
      operations: ['projects.get'],
      hooks: { answer: (_, answer) => (isSuccess(answer) ? { ...answer, body } : answer) },
    }),
  ),
  {
    name: 'newest-first',
    summary: 'Drawings are listed in the opposite order.',
    operations: ['drawings.list'],
    hooks: {
      answer: (_, answer) =>
        Array.isArray(answer.body) ? { ...answer, body: answer.body.toReversed() } : answer,
    },
  },
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
  ).map(
    ([kind, change]): Variant => ({
      name: `errors-${kind}`,
      summary: `Errors have a body of the kind "${kind}": their shape is not shown.`,
      hooks: onErrors(change),
    }),
  ),
  {
    name: 'start-alternates',
    summary: 'A node start is answered with 204 the first time and with 201 and the node from then on.',
    operations: ['nodes.start'],
    hooks: {
      act(exchange, next) {
        const { status } = exchange.entry.record;
        const answer = next(exchange);
        return status === 'started' ? json(201, exchange.entry.record) : answer;
      },
    },
  },
];
