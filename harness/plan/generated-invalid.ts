/** Invalid bodies that are drawn. */
import fc from 'fast-check';
import { unusedConsole } from '../values/fields.js';
import { type InputLocation, isInvalid } from '../values/invalid.js';
import { malformed } from '../values/malformed.js';
import { Placeholder } from '../values/placeholders.js';
import type { WriteOperation } from '../values/write-operations.js';
import { bodyOf, type Case } from './case.js';
import type { FieldSurvey, Pool } from './facts.js';
import { bodiesOf, type Draw } from './generated.js';
import { invalidTrial, namesIn, rawCase } from './singles.js';
import { sentOtherwise } from './spelling.js';

/** Classes of invalid values of a place that are tried in company. */
const classesInCompany = 2;
/** Fields beside an invalid value, at least. */
const minCompany = 3;
/** One invalid body in so many is declared or sent in another way: some servers read it by other code then. */
const othersInTurn = 4;
const otherWays = [sentOtherwise.charset, sentOtherwise.chunked].map(([, , declared]) => declared);

/** One rule broken at one place of a body that is plain elsewhere: each guarded place, with several other fields. */
export function invalidInCompany(
  written: WriteOperation,
  { guarded, nulls, pool: taken }: FieldSurvey,
  { seed, most }: Draw,
): Case[] {
  // A console that nothing has: whichever of several bodies sets it all the same, it shows.
  const pool = new Map([...taken, ...(taken.has('console') ? [['console', [unusedConsole]] as const] : [])]);
  const drawn = fc.sample(
    bodiesOf(pool).filter((body) => Object.keys(body).length >= Math.min(minCompany, pool.size)),
    { seed, numRuns: guarded.length },
  );
  const many = [...drawn, ...drawn.map((body) => theOthers(pool, body) ?? body)];
  const start = Math.abs(seed);
  const cases = Array.from({ length: classesInCompany }, (_, round) =>
    guarded.map((location, at) => ({ location, round, at })),
  ).flat();
  const brokenAt = (
    location: InputLocation,
    each: InputLocation['invalid'][number],
    item: number,
    base: Record<string, unknown>,
  ): Case => ({
    kind: 'invalid in company',
    duty: 'refused',
    trials: [invalidTrial(location, each.class, location.build(each.value, item), item)],
    base,
  });
  /** The first invalid value of so many places, each behind one field. */
  const behind = (name: string, value: unknown, places: number) =>
    guarded
      .filter(({ field }) => field !== name)
      .slice(0, places)
      .flatMap((each) =>
        each.invalid.slice(0, 1).map((first) => brokenAt(each, first, 0, { [name]: value })),
      );
  // A server that stops at a null does not check what follows.
  const behindNull = nulls.slice(0, 1).flatMap((name) => behind(name, null, classesInCompany));
  // A server that sets the console first sets it for a body that it refuses.
  const behindConsole = pool.has('console') ? behind('console', unusedConsole, 1) : [];
  const inCompany = cases.flatMap(({ location, round, at }, index): Case[] => {
    const { field, repeats } = location;
    const invalid = likeliest(location);
    const { [field]: _own, ...base } = many[index] ?? {};
    const each = invalid[(start + at + round * 3) % invalid.length];
    // What is wrong comes first in every other body: a trial keeps the place that its field has there.
    const place = index % 2 === 0 ? { [field]: undefined } : {};
    if (!each) return [];
    const broken = brokenAt(location, each, repeats ? (start + index) % 5 : 0, { ...place, ...base });
    const declared = otherWays[index % othersInTurn];
    return [declared ? { ...broken, declared } : broken];
  });
  return [...behindConsole, ...behindNull, ...inCompany]
    .filter((each) => isInvalid(written, bodyOf(each)))
    .slice(0, most);
}

/** Of what is wrong with a word or a UUID, other texts pass most easily where nobody looks. */
function likeliest({ invalid }: InputLocation): InputLocation['invalid'] {
  const texts = invalid.filter((each) => / (outside|that is no) /.test(each.class));
  return texts.length > 0 ? texts : invalid;
}

/**
 * A body of the fields that another one lacks: in one of both, each field is beside an invalid one, and not in the
 * other. Undefined where there are too few.
 */
function theOthers(pool: Pool, body: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const others = [...pool].filter(([name]) => !Object.hasOwn(body, name));
  return others.length < 2
    ? undefined
    : Object.fromEntries(others.map(([name, values]) => [name, values.at(-1)]));
}

/** Places at which a body is cut short. */
const cuts = 6;

/** Bytes that are no JSON value, made from bodies that are plain otherwise. */
export function malformedOtherwise(
  written: WriteOperation,
  { pool }: FieldSurvey,
  { seed, most }: Draw,
): Case[] {
  const names = namesIn(written);
  // A placeholder would be wrong in its own right once it is text, and the body be refused for that.
  const literal = [...pool].map(
    ([name, values]) => [name, values.filter((value) => !(value instanceof Placeholder))] as const,
  );
  const known = new Map(literal.filter(([, values]) => values.length > 0));
  const ways = [...Object.keys(malformed), ...Array.from({ length: cuts - 1 }, () => 'truncated')];
  const bases = fc.sample(fc.record({ base: bodiesOf(known), cut: fc.nat() }), {
    seed,
    numRuns: ways.length,
  });
  return ways.slice(0, most).flatMap((way, index) => {
    const { base = {}, cut = 0 } = bases[index] ?? {};
    const spoil = malformed[way];
    return spoil ? [rawCase('malformed otherwise', way, spoil(JSON.stringify(base), cut, names))] : [];
  });
}
