/** Input that breaks a stated rule and is taken all the same (sections 2 and 4). */
import { type Field, fieldsOf, properties, resolve } from '../../schemas/index.js';
import { before, keeps, onField, onItems, soundItem } from './checks.js';
import { breaking, breakingEach, type Families, type Seeded } from './fault.js';
import { isRecord, refusing, sent } from './recipes.js';
import { fieldsSent, writings, wrongKinds, wrongValues } from './shapes.js';

const numberIn = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

type Change = (value: unknown) => unknown;

/** What lenient servers make of values, by the type that they want. */
const coercions: Readonly<Record<string, readonly (readonly [name: string, Change])[]>> = {
  integer: [
    ['number-in-text', numberIn],
    ['boolean', (value) => (typeof value === 'boolean' ? Number(value) : value)],
    ['fraction', (value) => (typeof value === 'number' ? Math.trunc(value) : value)],
  ],
  string: [['number', (value) => (typeof value === 'number' ? String(value) : value)]],
  boolean: [
    ['text', (value) => (typeof value === 'string' ? value === 'true' : value)],
    ['number', (value) => (typeof value === 'number' ? value !== 0 : value)],
  ],
  array: [['lone-value', (value) => (Array.isArray(value) ? value : [])]],
};

const mainType = ({ schema }: Field) => [schema.type ?? []].flat().find((type) => type !== 'null') ?? '';

const amounts = ['ram', 'nvram', 'ethernet_adapters', 'serial_adapters'];
const withoutNull = (body: object) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || !amounts.includes(name)),
  );

const isPadded = ({ schema }: Field) => schema.enum !== undefined || schema.format === 'uuid';
const isOfType = (type: string) => (field: Field) => mainType(field) === type && !isPadded(field);

/** Leniences that a server has everywhere at once, with the fields that show them. */
const leniences: readonly (readonly [name: string, shows: (field: Field) => boolean, change: Change])[] = [
  ['trims-text', isPadded, (value) => (typeof value === 'string' ? value.trim() : value)],
  [
    'takes-last-line-breaks',
    isPadded,
    (value) => (typeof value === 'string' ? value.replace(/\n$/, '') : value),
  ],
  [
    'takes-other-words',
    ({ name }) => name === 'status' || name === 'console_type',
    (value) => (value === 'running' ? 'started' : value === 'vnc' ? 'telnet' : value),
  ],
  [
    'unwraps-arrays',
    isOfType('integer'),
    (value) =>
      Array.isArray(value) && value.length === 1 && typeof value[0] === 'number' ? value[0] : value,
  ],
  ['takes-yes', isOfType('boolean'), (value) => (value === 'yes' ? true : value)],
];

type Sent = (typeof fieldsSent)[number];
const arrays = fieldsSent.filter(({ schema }) => schema.items);

/** Faults in one of the items, the others being checked. */
function itemFaults({ id, name: field, schema }: Sent, where: string, index: number): Seeded[] {
  const takes = (name: string, place: string, mend: (item: unknown) => unknown) =>
    breaking(id, `refuses.${field}.${place}`)(
      `takes-${name}-in-${where}-${field}-item`,
      onItems(field, index, index, mend),
    );
  return [
    takes('no-object', 'item', (item) => (isRecord(item) ? item : soundItem)),
    ...properties(resolve(schema.items ?? {})).flatMap(({ name, schema: inside }) => [
      takes(`no-${name}`, `${name}.missing`, (item) => (isRecord(item) ? { ...soundItem, ...item } : item)),
      ...wrongKinds(inside).map((kind) =>
        takes(`${kind.name}-for-${name}`, name, (item) =>
          isRecord(item) && kind.is(item[name]) ? { ...item, ...pick(name) } : item,
        ),
      ),
    ]),
  ];
}

const pick = (name: string) => Object.fromEntries(Object.entries(soundItem).filter(([key]) => key === name));

export const missingValidation: Families = {
  'one kind of invalid value accepted': wrongValues.map(({ id, name, kind }) =>
    breaking(id, `refuses.${name}`)(
      `takes-${kind.name}-for-${name}`,
      onField(name, (value) => (kind.is(value) ? undefined : value)),
    ),
  ),
  'invalid values stored': fieldsSent.map(({ id, name }) =>
    breaking(id, `refuses.${name}`)(`keeps-any-${name}`, keeps(name)),
  ),
  'invalid values converted': fieldsSent
    .filter(({ schema }) => !schema.enum && schema.format === undefined)
    .flatMap((field) =>
      (coercions[mainType(field)] ?? []).map(([name, change]) =>
        breaking(field.id, `refuses.${field.name}`)(
          `makes-${field.name}-from-${name}`,
          onField(field.name, change),
        ),
      ),
    ),
  'invalid array items accepted': arrays.flatMap((field) => [
    ...itemFaults(field, 'first', 0),
    ...itemFaults(field, 'second', 1),
    breaking(field.id, `refuses.${field.name}.item`)(
      `takes-any-later-${field.name}-item`,
      onItems(field.name, 2, Number.POSITIVE_INFINITY, () => soundItem),
    ),
  ]),
  'lenient parsing': writings.flatMap(({ id, body }) =>
    leniences.flatMap(([name, shows, change]) => {
      const names = fieldsOf(body)
        .filter(shows)
        .map((field) => field.name);
      const changes = before((input) =>
        isRecord(input)
          ? Object.fromEntries(
              Object.entries(input).map(([key, value]) => [key, names.includes(key) ? change(value) : value]),
            )
          : input,
      );
      const aims = names.map((field) => `refuses.${field}`);
      return names.length > 0 ? [breaking(id, ...aims)(name, changes)] : [];
    }),
  ),
  /** The check is left out when much comes at once: only generated input brings a wrong value in such company. */
  'invalid values accepted in large bodies': breakingEach(writings, 'generated.broken', [
    'unchecked-in-large-bodies',
    {
      validate(exchange, next) {
        const most = exchange.route.id === 'drawings.create' ? 6 : 3;
        return Object.keys(sent(exchange)).length >= most ? undefined : next(exchange);
      },
    },
  ]),
  /** What is looked at first hides the other. */
  'invalid values accepted beside a field': (['iou.update', 'vmware.update'] as const).flatMap((id) => {
    const fault = breaking(id, 'generated.broken');
    return (['console', 'name', 'status'] as const).map((other) =>
      fault(
        `leaves-console-type-unchecked-beside-${other}`,
        keeps('console_type', (_, input) => Object.hasOwn(input, other)),
      ),
    );
  }),
  'null for amounts': [
    breaking(
      'iou.update',
      'refuses.ram',
      'refuses.nvram',
    )(
      'takes-null-for-amounts',
      before((input) => (isRecord(input) ? withoutNull(input) : input)),
    ),
  ],
  /** A wrong value is told as a defect of the server: 500. */
  'crash on invalid values': wrongValues
    .filter(({ kind }) => ['null', 'value-outside-the-enum', 'string-that-is-no-uuid'].includes(kind.name))
    .map(({ id, name, kind }) =>
      breaking(id, `refuses.${name}`)(
        `crashes-on-${kind.name}-for-${name}`,
        refusing(
          500,
          (exchange) => Object.hasOwn(sent(exchange), name) && kind.is(sent(exchange)[name]),
          'validate',
        ),
      ),
    ),
};
