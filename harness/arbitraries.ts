/** Generated input in its domains, from the schemas. Every arbitrary makes cases, so that they shrink as cases. */
import fc from 'fast-check';
import { brief, type Case } from './failures.js';
import { resolve, typesOf } from './shapes.js';
import type { Subject } from './subjects.js';
import { boundaryValues, type Field, isHarmlessName } from './values/fields.js';
import { FromFixture } from './values/from-fixture.js';
import { malformed } from './values/malformed.js';
import { oddText } from './values/scalars.js';
import { isBroken, labelOf, type Place } from './values/wrong.js';

type Body = Readonly<Record<string, unknown>>;

/** Values known to be taken, by field: what they are made of decides what a plain body can be. */
export type Pool = ReadonlyMap<string, readonly unknown[]>;

const caseOf = (json: unknown): Case => ({ payload: { json }, label: brief(json) });

/** Any subset of the fields, each with a value that was taken alone. */
export function plain(pool: Pool): fc.Arbitrary<Case> {
  return bodyOf(pool).map(caseOf);
}

function bodyOf(pool: Pool): fc.Arbitrary<Body> {
  return subsets(Object.fromEntries([...pool].map(([name, values]) => [name, fc.constantFrom(...values)])));
}

/** Any subset of the fields, small ones as likely as large ones; fc.record alone leaves out one field in six. */
export function subsets(model: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Body> {
  const pick = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, model[name] as fc.Arbitrary<unknown>])));
  return fc.oneof(fc.subarray(Object.keys(model)).chain(pick), fc.record(model, { requiredKeys: [] }));
}

/**
 * Whatever the document allows: few fields or many, at the edges or anywhere. `edges` has the values that were
 * taken alone: one that is refused alone would hide what the others do.
 */
export function wide(fields: readonly Field[], edges: Pool, hazards: boolean): fc.Arbitrary<Case> {
  const values = new Map(
    fields.map((field) => [field.name, wideValue(field, edges.get(field.name) ?? [], hazards)]),
  );
  const model = Object.fromEntries(values);
  const few = fc
    .subarray([...values.keys()], {
      minLength: Math.min(1, values.size),
      maxLength: Math.min(3, values.size),
    })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((n) => [n, model[n] as fc.Arbitrary<unknown>]))),
    );
  return fc.oneof(few, fc.record(model, { requiredKeys: [] })).map(caseOf);
}

function wideValue(field: Field, edges: readonly unknown[], hazards: boolean): fc.Arbitrary<unknown> {
  const anywhere = generated(field, hazards);
  const known = edges.length > 0 ? edges : boundaryValues(field, hazards);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 3 },
    ...(anywhere ? [{ arbitrary: anywhere, weight: 1 }] : []),
  );
}

/** Any character, simplest first; fast-check's own unit for this costs a second and 85 MB to build. */
const character = fc.nat({ max: 0x10ffff }).map((n) => String.fromCodePoint((n + 0x61) % 0x110000));

/** Text of all scripts, without what is a domain of its own. */
const anyText = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: character }), fc.lorem())
  .filter((value) => !/[\0\p{Cs}\ufffe\uffff]/u.test(value));

function generated({ schema, name }: Field, hazards: boolean): fc.Arbitrary<unknown> | undefined {
  const careful = !hazards && schema['x-hazard'];
  const types = typesOf(schema);
  if (schema.enum || schema.format === 'uuid' || careful === 'folder') return undefined;
  if (types.includes('integer'))
    return careful ? fc.integer({ min: -16, max: 16 }) : fc.oneof(fc.integer(), fc.maxSafeInteger());
  if (types.includes('string')) return careful ? anyText.filter(isHarmlessName) : anyText;
  if (types.includes('array') && schema.items) {
    const item = Object.entries(resolve(schema.items).properties ?? {});
    const model = item.map(([key, value]) => {
      const itemField = { name: `${name} ${key}`, schema: value };
      return [key, generated(itemField, hazards) ?? fc.constantFrom(...boundaryValues(itemField, hazards))];
    });
    return fc.array(fc.record(Object.fromEntries(model)), { maxLength: 20 });
  }
  return undefined;
}

/** Exactly one rule broken at one place of a body that is plain elsewhere. */
export function broken(subject: Subject, pool: Pool, places: readonly Place[]): fc.Arbitrary<Case> {
  const one = places.flatMap((place) =>
    place.wrongs.map(({ label, value }) =>
      fc
        .record({ base: bodyOf(pool), index: place.repeats ? fc.nat({ max: 4 }) : fc.constant(0) })
        .map(({ base, index }) => ({
          payload: { json: { ...base, [place.field]: place.build(value, index) } },
          label: labelOf(place, label, index),
        })),
    ),
  );
  return fc.oneof(...one).filter(({ payload }) => isBroken(subject, payload.json));
}

/** Bytes that are no JSON object. */
export function malformedBodies(pool: Pool): fc.Arbitrary<Case> {
  // A stand-in would be wrong in its own right once it is text, and the body be refused for that.
  const literal = [...pool].map(([name, values]) => [name, values.filter(isLiteral)] as const);
  const known = new Map(literal.filter(([, values]) => values.length > 0));
  return fc
    .record({ base: bodyOf(known), how: fc.constantFrom(...Object.keys(malformed)), cut: fc.nat() })
    .map(({ base, how, cut }) => {
      const raw = (malformed[how] as (text: string, cut: number) => string | Buffer)(
        JSON.stringify(base),
        cut,
      );
      return { payload: { raw }, label: how };
    });
}

const isLiteral = (value: unknown) => !(value instanceof FromFixture);

/** Legal but unusual text in one field of an otherwise plain body. */
export function odd(fields: readonly Field[], pool: Pool): fc.Arbitrary<Case> | undefined {
  const names = fields
    .filter(({ schema }) => typesOf(schema).includes('string') && !schema.enum && schema.format !== 'uuid')
    .filter(({ schema }) => schema['x-hazard'] !== 'folder')
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  return fc
    .record({ base: bodyOf(pool), name: fc.constantFrom(...names), text: fc.constantFrom(...oddText) })
    .map(({ base, name, text }) => caseOf({ ...base, [name]: text }));
}
