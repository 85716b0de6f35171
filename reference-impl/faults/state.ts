/** Writes that are answered well and do something else (design: state). */
import type { JsonRecord } from '../kinds.js';
import { json } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { another, isRecord, isSuccess, memory, sent, set, thereupon, without } from './recipes.js';
import { clientFields, constantFields, updates, type Writing, writings } from './shapes.js';

/** A write: `before` is the record that was there, or one with defaults where the write creates. */
interface Written {
  readonly before: JsonRecord;
  readonly sent: JsonRecord;
  readonly stored: JsonRecord;
}

export const initial: JsonRecord = { rotation: 0, svg: '<svg></svg>', x: 0, y: 0, z: 0 };

/** Other values than those that were sent are stored, or shown, or both. */
export const twisted = (
  where: 'stored' | 'shown' | 'stored and shown',
  change: (written: Written) => JsonRecord,
): Hooks => ({
  act(exchange, next) {
    const before = exchange.entry?.record ?? initial;
    const answer = next(exchange);
    if (!isSuccess(answer) || !isRecord(answer.body)) return answer;
    const entry = exchange.entry ?? exchange.collection.get(String(answer.body.drawing_id));
    if (!entry) return answer;
    const record = { ...entry.record, ...change({ before, sent: sent(exchange), stored: entry.record }) };
    if (where !== 'shown') entry.record = record;
    return where === 'stored' ? answer : { ...answer, body: record };
  },
});

/** What becomes of drawings on their way into a store that was made for less. */
const spoiltDrawings: readonly (readonly [name: string, spoil: (svg: string) => string])[] = [
  ['cuts-svg-after-1000', (svg) => svg.slice(0, 1000)],
  ['cuts-svg-after-65535', (svg) => svg.slice(0, 65_535)],
  ['resolves-entities', (svg) => svg.replaceAll('&lt;', '<').replaceAll('&amp;', '&')],
  ['resolves-ampersands', (svg) => svg.replaceAll('&amp;', '&')],
  ['drops-astral', (svg) => svg.replace(/[^\0-\uffff]/gu, '?')],
  ['stores-latin-1', (svg) => svg.replace(/[^\0-\xff]/gu, '?')],
];

export const first = (writing: Writing) => clientFields(writing.body)[0]?.name ?? 'name';

const withoutIds = ({ before }: Written) => without(before, 'drawing_id', 'project_id');

/** The last field of several that come together is left out. */
const lessOfMany = ({ id, body }: Writing) =>
  twisted('stored', ({ before, sent: fields }) => {
    const last = clientFields(body).findLast(({ name }) => Object.hasOwn(fields, name))?.name;
    const enough = Object.keys(fields).length >= (id === 'drawings.create' ? 5 : 2);
    return last !== undefined && enough ? { [last]: before[last] } : {};
  });

function touching(name: string): Hooks {
  return twisted('stored and shown', ({ before, sent: fields }) => {
    if (Object.hasOwn(fields, name) || Object.keys(fields).length === 0) return {};
    return { [name]: another(before[name], (text) => `${text}+`) };
  });
}

function resetting(writing: Writing, isWhen: (fields: JsonRecord) => boolean = () => true): Hooks {
  const births = memory(() => new WeakMap<Entry, JsonRecord>());
  const names = clientFields(writing.body).map(({ name }) => name);
  return {
    act(exchange, next) {
      const { entry } = exchange;
      const known = births(exchange.store);
      const born = known.get(entry) ?? entry.record;
      known.set(entry, born);
      const answer = next(exchange);
      if (!isWhen(sent(exchange))) return answer;
      const others = names.filter((name) => !Object.hasOwn(sent(exchange), name));
      entry.record = { ...entry.record, ...Object.fromEntries(others.map((name) => [name, born[name]])) };
      return json(200, entry.record);
    },
  };
}

export const state: Families = {
  'drawings stored wrongly': spoiltDrawings.map(([name, spoil]) =>
    breaking(
      'drawings.create',
      'stores.svg',
      'echoes.svg',
    )(
      name,
      twisted('stored and shown', ({ stored }) => ({ svg: spoil(String(stored.svg)) })),
    ),
  ),
  'fields not stored or not echoed': writings.flatMap(({ id, body }) => [
    ...constantFields(body).map(({ name }) =>
      breaking(
        id,
        `stores.${name}`,
        `echoes.${name}`,
      )(
        `spoils-${name}`,
        twisted('stored and shown', ({ stored }) => ({ [name]: `${stored[name]}x` })),
      ),
    ),
    ...clientFields(body).flatMap(({ name }) => {
      const old = ({ before }: Written) => ({ [name]: before[name] });
      const other = ({ stored }: Written) => ({
        [name]: another(stored[name], (text) => `<!-- ${text} -->`),
      });
      return [
        breaking(id, `stores.${name}`)(`does-not-store-${name}`, twisted('stored', old)),
        breaking(id, `echoes.${name}`)(`does-not-echo-${name}`, twisted('shown', old)),
        breaking(id, `stores.${name}`, `echoes.${name}`)(`ignores-${name}`, twisted('stored and shown', old)),
        breaking(id, `stores.${name}`)(
          `clears-${name}`,
          twisted('stored', (all) => (Object.hasOwn(all.sent, name) ? other(all) : {})),
        ),
      ];
    }),
  ]),
  'writes stored or echoed in part': [
    ...writings.flatMap((writing) => {
      const { id, body } = writing;
      const all = (kind: string) => clientFields(body).map(({ name }) => `${kind}.${name}`);
      return [
        breaking(id, ...all('stores'))('stores-nothing', twisted('stored', withoutIds)),
        breaking(id, ...all('echoes'))('echoes-nothing', twisted('shown', withoutIds)),
        breaking(id, 'generated.read-back')('stores-less-of-many', lessOfMany(writing)),
      ];
    }),
    ...updates.flatMap((writing) =>
      breakingEach([writing], 'sequences', [
        'resets-with-nothing',
        resetting(writing, (fields) => Object.keys(fields).length === 0),
      ]),
    ),
    ...updates.flatMap((writing) =>
      breakingEach(
        [writing],
        'keeps-others',
        ['resets-the-others', resetting(writing)],
        ['touches-its-neighbour', touching(first(writing))],
      ),
    ),
    breaking('vmware.update', 'keeps-others')(
      'takes-linked-clone-for-false-if-absent',
      thereupon((exchange) => {
        if (!Object.hasOwn(sent(exchange), 'linked_clone')) set(exchange.entry, { linked_clone: false });
      }),
    ),
  ],
};
