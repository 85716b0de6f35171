/** Bodies that are drawn. */

import { describe, expect, test } from 'vitest';
import { bodyOf, type Case, payloadOf } from '../../../harness/plan/case.js';
import { presenceInThrees } from '../../../harness/plan/coverage.js';
import type { FieldSurvey } from '../../../harness/plan/facts.js';
import { combinations, edgesTogether, unusualTexts } from '../../../harness/plan/generated.js';
import { invalidInCompany, malformedOtherwise } from '../../../harness/plan/generated-invalid.js';
import { unusedConsole } from '../../../harness/values/fields.js';
import { resolvePlaceholders } from '../../../harness/values/placeholders.js';
import { fits } from '../../../harness/values/shapes.js';
import { brokenFields } from '../../schemas/validators.js';
import { factsOf, operations, resourceOf } from '../by-hand.js';

const seeds = [1, -2, 3_000_000, -2_000_000_000];
const fieldsOf = (each: Case) => each.trials.map(({ field }) => field);

describe.each(operations)('generated bodies of $id', (written) => {
  const facts = factsOf(written);
  const resource = resourceOf(written);
  const bodiesOf = (cases: readonly Case[]) =>
    cases.map((each) => resolvePlaceholders(bodyOf(each), resource));
  const drawings: Record<
    string,
    (facts: FieldSurvey, draw: { seed: number; most: number }) => readonly Case[]
  > = {
    combinations: ({ pool }, draw) => combinations(pool, draw).cases,
    'edges together': (known, draw) => edgesTogether(known, false, draw).cases,
    'unusual texts': (known, draw) => unusualTexts(written, known, draw),
    'invalid in company': (known, draw) => invalidInCompany(written, known, draw),
    'malformed otherwise': (known, draw) => malformedOtherwise(written, known, draw),
  };

  test.each(
    Object.entries(drawings),
  )('%s: the same seed, the same cases; never more than asked for', (_words, draw) => {
    for (const seed of seeds) {
      const cases = draw(facts, { seed, most: 40 });
      expect(JSON.stringify(draw(facts, { seed, most: 40 }))).toBe(JSON.stringify(cases));
      expect(cases.length).toBeGreaterThan(0);
      for (const most of [0, 1, 7]) expect(draw(facts, { seed, most }).length).toBeLessThanOrEqual(most);
    }
  });

  test.each(
    Object.entries(drawings),
  )('%s: of a target that takes and refuses nothing, nothing that needs it', (_words, draw) => {
    const nothing = { ...facts, pool: new Map(), edges: new Map(), sound: [], guarded: [] };
    expect(() => draw(nothing, { seed: 1, most: 40 })).not.toThrow();
  });

  test('combinations fit the schema', () => {
    for (const seed of seeds)
      for (const body of bodiesOf(combinations(facts.pool, { seed, most: 100 }).cases))
        expect(brokenFields(written.shape, body)).toEqual([]);
  });

  test('combinations have any three fields there and not there, and every value that was taken', () => {
    const { cases } = combinations(facts.pool, { seed: 1, most: 1000 });
    const names = [...facts.pool.keys()];
    const patterns = new Set(cases.flatMap((each) => [...presenceInThrees(names)(bodyOf(each))]));
    const threes = (names.length * (names.length - 1) * (names.length - 2)) / 6;
    expect(patterns.size).toBe(8 * threes);
    const tried = new Set(cases.flatMap(({ trials }) => trials.map(({ value }) => value)));
    expect([...facts.pool.values()].flat().filter((value) => !tried.has(value))).toEqual([]);
    expect(cases.length).toBeLessThan(100);
  });

  test('edges together fit the schema, with few fields and with all', () => {
    for (const seed of seeds) {
      const { cases } = edgesTogether(facts, false, { seed, most: 100 });
      for (const body of bodiesOf(cases)) expect(brokenFields(written.shape, body)).toEqual([]);
      const counts = cases.map((each) => each.trials.length);
      expect(Math.max(...counts)).toBe(facts.sound.length);
      expect(Math.min(...counts)).toBeLessThan(facts.sound.length / 2);
    }
  });

  test('unusual text is legal, and has a NUL, a lone surrogate or a noncharacter in each field', () => {
    const cases = unusualTexts(written, facts, { seed: 1, most: 100 });
    for (const { trials } of cases)
      for (const { field, value } of trials) {
        expect(JSON.stringify(value)).toMatch(/\\u0000|\\ud800|\\udc00|[\ufffe\uffff]/);
        expect(fits(written.shape, { [field]: value })).toBe(true);
      }
  });

  test('what is 0, empty or false is tried beside each other field that is something, and the other way round', () => {
    const bodies = edgesTogether(facts, false, { seed: 1, most: 1000 }).cases.map(bodyOf);
    const isEmpty = (value: unknown) => [0, '', false].some((each) => each === value);
    const able = facts.sound
      .map(({ name }) => name)
      .filter(
        (name) =>
          facts.pool.get(name)?.some((value) => value === 0 || value === false) && name in (bodies[2] ?? {}),
      );
    for (const one of able)
      for (const other of able.filter((each) => each !== one))
        expect(
          bodies.some(
            (body) =>
              isEmpty(body[one]) &&
              Object.hasOwn(body, other) &&
              body[other] !== null &&
              !isEmpty(body[other]),
          ),
        ).toBe(true);
  });

  test('invalid bodies break the schema in one field, in company of several others', () => {
    for (const seed of seeds)
      for (const each of invalidInCompany(written, facts, { seed, most: 1000 })) {
        const body = resolvePlaceholders(bodyOf(each), resource) as object;
        expect(brokenFields(written.shape, body)).toEqual(fieldsOf(each));
        expect(Object.keys(body).length).toBeGreaterThan(1);
      }
  });

  test('each place that was guarded is tried in company', () => {
    const tried = invalidInCompany(written, facts, { seed: 1, most: 1000 }).map(
      ({ trials }) => trials[0]?.location,
    );
    expect(new Set(tried)).toEqual(new Set(facts.guarded.map(({ name }) => name)));
    const [first] = facts.guarded;
    if (!first) throw new Error('there is a place');
    const known = { ...facts, guarded: [first], nulls: [] };
    const few = invalidInCompany(written, known, { seed: 1, most: 1000 });
    const isBeside = facts.pool.has('console');
    expect(few.map(({ trials }) => trials[0]?.location)).toEqual(Array(isBeside ? 3 : 2).fill(first.name));
    const consoles = few.flatMap(({ base = {} }) => ('console' in base ? [base.console] : []));
    expect(new Set(consoles)).toEqual(new Set(isBeside ? [unusedConsole] : []));
  });

  test('where null is accepted, an invalid value is also sent after a null', () => {
    const [nullable] = facts.nulls;
    const behind = invalidInCompany(written, facts, { seed: 1, most: 1000 }).filter(
      ({ base = {} }) => Object.keys(base).length === 1 && Object.values(base)[0] === null,
    );
    expect(behind.length > 0).toBe(nullable !== undefined);
    for (const each of behind) expect(Object.keys(bodyOf(each))[0]).toBe(nullable);
  });

  test('a value that turns out to be valid is not sent to be refused', () => {
    const [name = '', [value] = []] = [...facts.pool][0] ?? [];
    const places = facts.guarded.slice(0, 1).map((each) => ({ ...each, field: name, build: () => value }));
    expect(invalidInCompany(written, { ...facts, guarded: places }, { seed: 1, most: 10 })).toEqual([]);
  });

  test('malformed bodies are no JSON, in every way and cut at several places', () => {
    for (const seed of seeds) {
      const cases = malformedOtherwise(written, facts, { seed, most: 1000 });
      for (const each of cases) {
        const { payload } = payloadOf(each, resource);
        const bytes = Buffer.from('raw' in payload ? payload.raw : '{}');
        expect(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).toThrow();
        expect(String(bytes)).not.toContain('as the target returned it');
      }
      expect(cases.filter(({ trials }) => trials[0]?.class === 'truncated')).toHaveLength(6);
    }
  });
});
