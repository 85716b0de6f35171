/** Fields of answers that are missing or not of their type (section 2). */
import { fieldsOf, type Operation, operation, operations, shapes } from '../../schemas/index.js';
import { breaking, type Families } from './fault.js';
import { counter, onResources, set, showing, thereupon, without } from './recipes.js';
import { answerShape, type WrongKind, wrongKinds } from './shapes.js';

/** The body of getting a project is not shown; its fields are those of a project where it has them. */
const shapeOf = (operation: Operation) =>
  operation.id === 'projects.get' ? 'project' : answerShape(operation);

const inAnswers = ({ id }: Operation, change: Parameters<typeof onResources>[0]) =>
  showing(id, onResources(change));

const shown = operations.flatMap((operation) => {
  const shape = shapeOf(operation);
  return shape ? [{ operation, shape, fields: fieldsOf(shape) }] : [];
});

/** Another type in turn, null, and what only looks right: every kind for every field would be more of the same. */
function exemplary(kinds: readonly WrongKind[], turn: number): WrongKind[] {
  const looks = kinds.filter(
    ({ name }) => name.startsWith('value-') || name.startsWith('string-that') || name === 'null',
  );
  const others = kinds.filter((kind) => !looks.includes(kind));
  return [...others.slice(turn % others.length).slice(0, 1), ...looks];
}

const nested: readonly (readonly [name: string, field: string, broken: unknown])[] = [
  ['label-text-as-number', 'label', { rotation: 0, style: '', text: 7, x: null, y: 0 }],
  ['label-rotation-as-text', 'label', { rotation: '0', style: '', text: 'a', x: 0, y: 0 }],
  ['port-number-as-text', 'ports', [{ port_number: '0' }]],
  ['second-port-as-text', 'ports', [{ port_number: 0 }, 'e1']],
  ['data-link-type-as-number', 'ports', [{ data_link_types: { Ethernet: 1 } }]],
];

const idFields = ['project_id', 'node_id', 'drawing_id'] as const;
const otherId = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';

const answers = counter(({ store }) => store);

export const fields: Families = {
  'fields of a wrong type in answers': shown.flatMap(({ operation, fields }) =>
    fields.flatMap(({ name, schema }, index) =>
      exemplary(wrongKinds(schema), index).map((kind) =>
        breaking(operation.id, `answer.${name}`)(
          `answers-${name}-as-${kind.name}`,
          inAnswers(operation, (record) => ({ ...record, [name]: kind.example })),
        ),
      ),
    ),
  ),
  'fields missing in answers': shown.flatMap(({ operation, shape }) =>
    (operation.id === 'projects.get' ? [] : (shapes[shape].required ?? [])).map((name) =>
      breaking(operation.id, `answer.${name}`)(
        `leaves-out-${name}`,
        inAnswers(operation, (record) => without(record, name)),
      ),
    ),
  ),
  'fields of a wrong type inside a node': nested.map(([name, field, broken]) =>
    breaking('nodes.start', `answer.${field}`)(
      `answers-${name}`,
      inAnswers(operation('nodes.start'), (record) => ({ ...record, [field]: broken })),
    ),
  ),
  'wrong ids in answers': shown.flatMap(({ operation, fields }) =>
    idFields
      .filter(
        (id) => (operation.ids as readonly string[]).includes(id) && fields.some(({ name }) => name === id),
      )
      .map((id) =>
        breaking(operation.id, `answer-ids.${id}`)(
          `answers-with-other-${id}`,
          inAnswers(operation, (record) => ({ ...record, [id]: otherId })),
        ),
      ),
  ),
  /** Rare enough not to be met where the fields of an answer are looked at one by one. */
  'fields of a wrong type now and then': shown.flatMap(({ operation, fields }) =>
    fields.slice(-1).map(({ name }) =>
      breaking(operation.id, 'answer.always')(
        `answers-${name}-wrongly-at-times`,
        inAnswers(operation, (record, exchange) =>
          answers(exchange, 1) % 4 === 0 ? { ...record, [name]: [1] } : record,
        ),
      ),
    ),
  ),
  'fields under other names': (['iou', 'vmware'] as const).map((kind) =>
    breaking(`${kind}.get`, 'shows-fields')(
      'calls-its-fields-otherwise',
      onResources((record) =>
        Object.fromEntries(Object.entries(record).map(([name, value]) => [`node_${name}`, value])),
      ),
    ),
  ),
  /** Without its ports mapping a cloud instance is not shown as documented, whoever took it away. */
  'fields spoilt by another operation': [
    breaking('cloud.delete', 'cloud.get:answer.always')(
      'takes-ports-mapping-from-others',
      thereupon(({ collection }) => {
        for (const entry of collection.values()) set(entry, { ports_mapping: null });
      }),
    ),
  ],
};
