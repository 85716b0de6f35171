/** Bodies that are drawn: what hand-picked examples miss, without what they have shown already. */
import fc from 'fast-check';
import { resolve } from '../../schemas/index.js';
import { unusualSvg, unusualText } from '../values/edge-scalars.js';
import { edgeValues, type Field, isHarmlessName, mainType } from '../values/fields.js';
import { Placeholder } from '../values/placeholders.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Case, Trial } from './case.js';
import {
  type Body,
  type Coverage,
  cover,
  type Drawn,
  presenceInPairs,
  presenceInThrees,
} from './coverage.js';
import type { FieldSurvey, Pool } from './facts.js';
import { apart, packed } from './packs.js';
import { isRich } from './singles.js';

export interface Draw {
  readonly seed: number;
  /** Cases of one property at most. */
  readonly most: number;
}

const trialsOf = (body: Body): Trial[] =>
  Object.entries(body).map(([field, value]) => ({ field, class: JSON.stringify(value) ?? 'nothing', value }));

/**
 * Any subset of the fields in any order, small ones as likely as large ones; fc.record alone leaves out one field in
 * six, and has them in the order of the document.
 */
function subsets(model: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Body> {
  const pick = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, model[name] as fc.Arbitrary<unknown>])));
  const names = Object.keys(model);
  const some = fc.shuffledSubarray(names).chain(pick);
  const most = fc
    .record(model, { requiredKeys: [] })
    .chain((body) =>
      fc
        .shuffledSubarray(Object.keys(body), { minLength: Object.keys(body).length })
        .map((order) => Object.fromEntries(order.map((name) => [name, body[name]]))),
    );
  return fc.oneof(some, most);
}

/** Bodies of values that were taken alone. */
export function bodiesOf(pool: Pool): fc.Arbitrary<Body> {
  return subsets(Object.fromEntries([...pool].map(([name, values]) => [name, fc.constantFrom(...values)])));
}

/** A body with every field. */
export const lastOfEach = (pool: Pool): Body =>
  Object.fromEntries([...pool].map(([name, values]) => [name, values.at(-1)]));

const drawn = ({ cases, residual }: Drawn<Body>, asCase: (body: Body) => Case): Drawn<Case> => ({
  cases: cases.map(asCase),
  residual,
});

/** Values that were taken alone, in combinations that have any three fields there and not there. */
export function combinations(pool: Pool, { seed, most }: Draw): Drawn<Case> {
  const presence = presenceInThrees([...pool.keys()]);
  const coverage: Coverage<Body> = function* (body) {
    yield* presence(body);
    for (const [name, value] of Object.entries(body)) yield `${name} ${pool.get(name)?.indexOf(value)}`;
  };
  const bodies = cover(bodiesOf(pool), coverage, { seed, most, first: [lastOfEach(pool)] });
  return drawn(bodies, (body) => ({ kind: 'combination', duty: 'accepted', trials: trialsOf(body) }));
}

/** Whatever the document allows: few fields or many, at the edges or anywhere; only what was taken alone. */
export function edgesTogether(survey: FieldSurvey, hazards: boolean, { seed, most }: Draw): Drawn<Case> {
  const { sound, edges } = survey;
  const model = Object.fromEntries(
    sound.map((field) => [field.name, anyValue(field, edges.get(field.name) ?? [], hazards)]),
  );
  const names = Object.keys(model);
  const presence = presenceInPairs(names);
  const coverage: Coverage<Body> = function* (body) {
    yield* presence(body);
    for (const [name, value] of Object.entries(body)) yield* shapeOf(name, value);
  };
  const all = fc.record(model);
  const first = names.length > 0 ? fc.sample(all, { seed, numRuns: 2 }) : [];
  const bodies = cover(subsets(model), coverage, {
    seed,
    most,
    first: [...first, ...emptyBesideOthers(survey)],
  });
  return drawn(bodies, (body) => ({ kind: 'edges together', duty: 'answered', trials: trialsOf(body) }));
}

const isEmpty = (value: unknown) => value === 0 || value === '' || value === false;

/**
 * Each value that many languages take for nothing, beside each other field with one that is something: who writes
 * `a || b` takes the other one. Of any two fields some body has this one empty, and some the other one.
 */
function emptyBesideOthers({ pool, sound, edges }: FieldSurvey): Body[] {
  const both = sound.flatMap(({ name }) => {
    const values = pool.get(name) ?? [];
    const empty = [...values, ...(edges.get(name) ?? [])].find(isEmpty);
    // What the target returned may be empty by then.
    const isOther = (value: unknown) => value !== null && !isEmpty(value) && !(value instanceof Placeholder);
    const other = values.findLast(isOther);
    return empty === undefined || other === undefined ? [] : [{ name, empty, other }];
  });
  const digits = Math.ceil(Math.log2(Math.max(1, both.length)));
  return Array.from({ length: digits }, (_, digit) => [0, 1].map((of) => [digit, of] as const))
    .flat()
    .map(([digit, of]) =>
      Object.fromEntries(
        both.map(({ name, empty, other }, at) => [name, ((at >> digit) & 1) === of ? empty : other]),
      ),
    );
}

/** What is covered by a value: of an array its length, and what stands where in the first three items. */
function* shapeOf(name: string, value: unknown): Iterable<string> {
  if (!Array.isArray(value)) return;
  yield `${name} of ${Math.min(value.length, 4)}`;
  for (const [index, item] of value.slice(0, 3).entries())
    for (const [key, inner] of Object.entries(item ?? {}))
      if (typeof inner === 'boolean' || key === 'type') yield `${name}[${index}].${key} ${inner}`;
}

function anyValue(field: Field, edges: readonly unknown[], hazards: boolean): fc.Arbitrary<unknown> {
  const anywhere = generatedValue(field, hazards);
  const known = edges.length > 0 ? edges : edgeValues(field, hazards).map(({ value }) => value);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 1 },
    ...(anywhere ? [{ arbitrary: anywhere, weight: 1 }] : []),
  );
}

/** Any character, simplest first; fast-check's own unit for this costs a second and 85 MB to build. */
const character = fc.nat({ max: 0x10ffff }).map((n) => String.fromCodePoint((n + 0x61) % 0x110000));

/** Text of all scripts, without what is a domain of its own. */
const anyText = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: character }), fc.lorem())
  .filter((value) => !/[\0\p{Cs}\ufffe\uffff]/u.test(value));

function generatedValue({ schema, name }: Field, hazards: boolean): fc.Arbitrary<unknown> | undefined {
  const careful = !hazards && schema['x-hazard'];
  if (schema.enum || schema.format === 'uuid' || careful === 'folder') return undefined;
  switch (mainType(schema)) {
    case 'integer':
      return careful ? fc.integer({ min: -16, max: 16 }) : fc.oneof(fc.integer(), fc.maxSafeInteger());
    case 'string':
      return careful ? anyText.filter(isHarmlessName) : anyText;
    case 'array': {
      if (!schema.items) return undefined;
      const item = Object.entries(resolve(schema.items).properties ?? {}).map(([key, value]) => {
        const field = { name: `${name} ${key}`, schema: value };
        const edges = edgeValues(field, hazards).map((each) => each.value);
        return [key, generatedValue(field, hazards) ?? fc.constantFrom(...edges)];
      });
      return fc.array(fc.record(Object.fromEntries(item)), { maxLength: 20 });
    }
    default:
      return undefined;
  }
}

/** Legal but unusual text, in as many fields as can have it. */
export function unusualTexts(
  { fields: all }: WriteOperation,
  { pool, sound, edges }: FieldSurvey,
  { most }: Draw,
): Case[] {
  const isText = ({ schema }: Field) => mainType(schema) === 'string' && schema['x-hazard'] !== 'folder';
  const fields = all.filter((field) => pool.has(field.name) && isRich(field) && isText(field));
  const texts = (name: string) => (name === 'svg' ? [...unusualText, ...unusualSvg] : unusualText);
  const trials = fields.map(({ name }) => texts(name).map((each) => ({ field: name, ...each })));
  // What refuses most texts, or breaks on some, would spoil each pack that it is in.
  const isSpoiling = (field: Field) =>
    !sound.includes(field) || 2 * (edges.get(field.name)?.length ?? 0) < edgeValues(field, false).length;
  const spoiling = fields.filter(isSpoiling);
  return apart(packed('unusual text', trials), new Set(spoiling.map(({ name }) => name))).slice(0, most);
}
