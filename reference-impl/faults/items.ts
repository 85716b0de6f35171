/** Wrong items behind one that the server knows as its own (section 2.6). */
import { isDeepStrictEqual } from 'node:util';
import type { JsonRecord } from '../kinds.js';
import { json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { isRecord } from './recipes.js';

const own = {
  interfaces: { name: 'ens3', special: false, type: 'ethernet' },
  ports_mapping: { interface: 'ens3', name: 'Ethernet 1', port_number: 1, type: 'ethernet' },
};
type List = keyof typeof own;

/** A cloud has an item of its own, and what comes behind that one is looked at in another way. */
const behindOwn = (list: List, look: (exchange: Exchange, items: readonly unknown[]) => void): Hooks => ({
  validate(exchange, next) {
    const { input, route } = exchange;
    const value = route.id === 'cloud.update' && isRecord(input) ? input[list] : undefined;
    if (Array.isArray(value) && isDeepStrictEqual(value[0], own[list])) look(exchange, value.slice(1));
    return next(exchange);
  },
  act(exchange, next) {
    const answer = next(exchange);
    const entry = exchange.collection.get(String((answer.body as JsonRecord).node_id));
    if (exchange.route.id !== 'cloud.create' || !entry) return answer;
    entry.record = { ...entry.record, [list]: [own[list]] };
    return json(answer.status, entry.record);
  },
});

type Wrong = readonly [name: string, is: (item: unknown) => boolean];

const noObjects: readonly Wrong[] = [
  ['text', (item) => typeof item === 'string'],
  ['numbers', (item) => typeof item === 'number'],
  ['null', (item) => item === null],
  ['arrays', Array.isArray],
];

const { interfaces: sound } = own;
const fields = Object.keys(sound) as (keyof typeof sound)[];

const wrongFields: readonly (readonly [field: string, ...Wrong])[] = fields.flatMap((field) => [
  [`${field}.missing`, `items-without-${field}`, (item) => isRecord(item) && !Object.hasOwn(item, field)],
  [
    field,
    `items-with-another-${field}`,
    (item) =>
      isRecord(item) &&
      Object.hasOwn(item, field) &&
      (field === 'type'
        ? item.type !== 'tap' && item.type !== 'ethernet'
        : typeof item[field] !== typeof sound[field]),
  ],
]);

const noMappings: readonly Wrong[] = [
  ...noObjects,
  ['empty-objects', (item) => isRecord(item) && Object.keys(item).length === 0],
  ['other-objects', (item) => isRecord(item) && typeof item.port_number !== 'number'],
];

/** What is special is looked at less. */
const anyTypeOfSpecial: Hooks = {
  validate(exchange, next) {
    const { input, route } = exchange;
    if (route.id === 'cloud.update' && isRecord(input) && Array.isArray(input.interfaces)) {
      const interfaces = input.interfaces.map((item: unknown) =>
        isRecord(item) && item.special === true ? { ...item, type: sound.type } : item,
      );
      exchange.input = { ...input, interfaces };
    }
    return next(exchange);
  },
};

export const items: Families = {
  'invalid items accepted after a valid one': [
    ...noObjects.map((wrong) => ['item', ...wrong] as const),
    ...wrongFields,
  ].map(([place, name, is]) =>
    breaking(['cloud.update', 'cloud.create'], `refuses.interfaces.${place}`)(
      `takes-${name}-behind-its-own-interface`,
      behindOwn('interfaces', (exchange, items) => {
        const mended = items.map((item) => (is(item) ? sound : item));
        exchange.input = { ...(exchange.input as JsonRecord), interfaces: [sound, ...mended] };
      }),
    ),
  ),
  'invalid items accepted where they are special': [
    breaking(['cloud.update'], 'refuses.interfaces.type')(
      'takes-any-type-of-special-interfaces',
      anyTypeOfSpecial,
    ),
  ],
  'crash on items after a valid one': noMappings.map(([name, is]) =>
    breaking(['cloud.update', 'cloud.create'], 'answers-edges.ports_mapping')(
      `crashes-on-${name}-behind-its-own-mapping`,
      behindOwn('ports_mapping', (_, items) => {
        if (items.some(is)) throw new TypeError(name);
      }),
    ),
  ),
};
