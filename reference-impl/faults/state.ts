/** Writes that are answered well and do something else (design: state). */
import type { JsonRecord } from '../kinds.js';
import { json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import type { Entry } from '../store.js';
import { breaking, type Families } from './fault.js';
import { another, isRecord, isSuccess, memory, without } from './recipes.js';
import { clientFields, constantFields, type Writing, writings } from './shapes.js';

/** Ends a write: `before` is the record that was there, or one with defaults where the write creates. */
type Twist = (written: Written) => void;

interface Written {
  readonly before: JsonRecord;
  readonly sent: JsonRecord;
  stored: JsonRecord;
  shown: JsonRecord;
}

export const initial: JsonRecord = { rotation: 0, svg: '<svg></svg>', x: 0, y: 0, z: 0 };

export const twisted = (twist: Twist): Hooks => ({
  act(exchange, next) {
    const before = exchange.entry?.record ?? initial;
    const answer = next(exchange);
    if (!isSuccess(answer) || !isRecord(answer.body)) return answer;
    const entry = written(exchange, answer.body);
    if (!entry) return answer;
    const sent = isRecord(exchange.input) ? exchange.input : {};
    const all: Written = { before, sent, stored: entry.record, shown: answer.body };
    twist(all);
    entry.record = all.stored;
    return { ...answer, body: all.shown };
  },
});

function written({ entry, collection }: Exchange, body: JsonRecord): Entry | undefined {
  return entry ?? collection.get(String(body.drawing_id));
}

/** What becomes of drawings on their way into a store that was made for less. */
const spoiltDrawings: readonly (readonly [name: string, summary: string, spoil: (svg: string) => string])[] =
  [
    ['cuts-svg-after-1000', 'cuts the svg after 1,000 characters', (svg) => svg.slice(0, 1000)],
    ['cuts-svg-after-65535', 'cuts the svg after 65,535 characters', (svg) => svg.slice(0, 65_535)],
    [
      'resolves-entities',
      'resolves the entities of the svg',
      (svg) => svg.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    ],
    ['resolves-ampersands', 'resolves the ampersands of the svg', (svg) => svg.replaceAll('&amp;', '&')],
    [
      'drops-astral',
      'stores ? for characters beyond the basic plane',
      (svg) => svg.replace(/[^\0-\uffff]/gu, '?'),
    ],
    ['stores-latin-1', 'stores ? for characters beyond Latin-1', (svg) => svg.replace(/[^\0-\xff]/gu, '?')],
  ];

const updates = writings.filter(({ id }) => id !== 'drawings.create');
export const first = (writing: Writing) => clientFields(writing.body)[0]?.name ?? 'name';

function resetting(writing: Writing): Hooks {
  const births = memory(() => new WeakMap<Entry, JsonRecord>());
  const names = clientFields(writing.body).map(({ name }) => name);
  return {
    act(exchange, next) {
      const { entry } = exchange;
      const known = births(exchange.store);
      const born = known.get(entry) ?? entry.record;
      known.set(entry, born);
      next(exchange);
      const sent = exchange.input as JsonRecord;
      const others = names.filter((name) => !Object.hasOwn(sent, name));
      entry.record = { ...entry.record, ...Object.fromEntries(others.map((name) => [name, born[name]])) };
      return json(200, entry.record);
    },
  };
}

export const state: Families = {
  'drawings stored wrongly': spoiltDrawings.map(([name, summary, spoil]) =>
    breaking('drawings.create', 'stores.svg', 'echoes.svg')(
      name,
      `${summary}.`,
      twisted((all) => {
        all.stored = { ...all.stored, svg: spoil(String(all.stored.svg)) };
        all.shown = all.stored;
      }),
    ),
  ),
  'fields not stored or not echoed': writings.flatMap((writing) => [
    ...constantFields(writing.body).map(({ name }) =>
      breaking(writing.id, `stores.${name}`, `echoes.${name}`)(
        `spoils-${name}`,
        `stores and answers another ${name} than the one sent.`,
        twisted((all) => {
          all.stored = { ...all.stored, [name]: `${all.stored[name]}x` };
          all.shown = all.stored;
        }),
      ),
    ),
    ...clientFields(writing.body).flatMap(({ name }) => [
      breaking(writing.id, `stores.${name}`)(
        `does-not-store-${name}`,
        `answers with the ${name} sent and does not store it.`,
        twisted((all) => {
          all.stored = { ...all.stored, [name]: all.before[name] };
        }),
      ),
      breaking(writing.id, `echoes.${name}`)(
        `does-not-echo-${name}`,
        `stores ${name} and answers with the value from before.`,
        twisted((all) => {
          all.shown = { ...all.shown, [name]: all.before[name] };
        }),
      ),
      breaking(writing.id, `stores.${name}`, `echoes.${name}`)(
        `ignores-${name}`,
        `takes ${name} and does nothing with it.`,
        twisted((all) => {
          all.stored = { ...all.stored, [name]: all.before[name] };
          all.shown = all.stored;
        }),
      ),
      breaking(writing.id, `stores.${name}`)(
        `clears-${name}`,
        `takes ${name} and stores another value.`,
        twisted((all) => {
          const other = another(all.stored[name], (text) => `<!-- ${text} -->`);
          if (Object.hasOwn(all.sent, name)) all.stored = { ...all.stored, [name]: other };
        }),
      ),
    ]),
  ]),
  'writes stored or echoed in part': [
    ...writings.flatMap((writing) => [
      breaking(writing.id, ...clientFields(writing.body).map(({ name }) => `stores.${name}`))(
        'stores-nothing',
        'answers with what was sent and stores nothing.',
        twisted((all) => {
          all.stored = { ...all.stored, ...without(all.before, 'drawing_id', 'project_id') };
        }),
      ),
      breaking(writing.id, ...clientFields(writing.body).map(({ name }) => `echoes.${name}`))(
        'echoes-nothing',
        'stores what was sent and answers with what was there before.',
        twisted((all) => {
          all.shown = { ...all.shown, ...without(all.before, 'drawing_id', 'project_id') };
        }),
      ),
      breaking(writing.id, 'generated.read-back')(
        'stores-less-of-many',
        'leaves out the last field when several come together.',
        twisted((all) => {
          const last = clientFields(writing.body)
            .filter(({ name }) => Object.hasOwn(all.sent, name))
            .at(-1)?.name;
          const enough = Object.keys(all.sent).length >= (writing.id === 'drawings.create' ? 5 : 2);
          if (last !== undefined && enough) all.stored = { ...all.stored, [last]: all.before[last] };
        }),
      ),
    ]),
    ...updates.flatMap((writing) => [
      breaking(writing.id, 'keeps-others')(
        'resets-the-others',
        'puts back the first values of the fields that are not sent.',
        resetting(writing),
      ),
      breaking(writing.id, 'keeps-others')(
        'touches-its-neighbour',
        `changes ${first(writing)} whenever another field is written.`,
        twisted((all) => {
          const name = first(writing);
          if (Object.hasOwn(all.sent, name) || Object.keys(all.sent).length === 0) return;
          all.stored = { ...all.stored, [name]: another(all.before[name], (text) => `${text}+`) };
          all.shown = all.stored;
        }),
      ),
    ]),
  ],
};
