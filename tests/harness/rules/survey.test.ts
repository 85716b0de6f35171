/** What is learnt from single fields, for what is dealt later. */
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../harness/plan/case.js';
import type { Observation, Rule } from '../../../harness/rules/observation.js';
import { survey } from '../../../harness/rules/survey.js';
import { inputLocations } from '../../../harness/values/invalid.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { answered, caseOf } from '../by-hand.js';

const iou = writeOperations['iou.update'];
const learnt = (...all: Observation[]) => survey(iou, all);
const code = (each: Case, status: number, more: Partial<Observation> = {}): Observation => ({
  rule: 'code',
  case: each,
  result: 'kept',
  exchanges: [answered(status)],
  ...more,
});
const broken = (rule: Rule, each: Case, more: Partial<Observation> = {}): Observation => ({
  rule,
  case: each,
  result: 'broken',
  exchanges: [],
  ...more,
});

const name = caseOf('plain', { name: 'R2' });
const ram = caseOf('plain', { ram: 16 });
const edge = caseOf('edge', { name: 'é', ram: 0 });
const fieldsOf = (fields: readonly { readonly name: string }[]) => fields.map((field) => field.name);

test('of nothing, nothing is known but what is to be refused', () => {
  const facts = learnt();
  expect(facts).toMatchObject({ takes: false, sound: [], pool: new Map(), unstored: new Set() });
  expect(fieldsOf(facts.guarded)).toEqual(fieldsOf(inputLocations(iou)));
});

describe('values that were taken', () => {
  test('are those of success', () => {
    const { pool, takes } = learnt(code(name, 200), code(ram, 400));
    expect([...pool]).toEqual([['name', ['R2']]]);
    expect(takes).toBe(true);
  });

  test('are those whose answers are no worse than any other', () => {
    const wrong = (each: Case, pointer = '/status') =>
      broken('answer', each, {
        exchanges: [answered(200)],
        mismatch: { expected: '', seen: '', violations: [{ in: 'body', pointer, message: '' }] },
      });
    const right = { ...wrong(ram), result: 'kept' } as const;
    const taken = [code(name, 200), code(ram, 200)];
    expect([...learnt(...taken, wrong(name), wrong(ram)).pool.keys()].sort()).toEqual(['name', 'ram']);
    expect([...learnt(...taken, wrong(name), right).pool.keys()]).toEqual(['ram']);
    // What is no resource at all shows nothing of its fields.
    expect(learnt(...taken, wrong(name, ''), wrong(ram, '')).pool.size).toBe(0);
    expect(learnt(...taken, broken('rest', name)).pool.has('name')).toBe(true);
  });

  test('at the edges come from packs too, plain ones among them', () => {
    const { edges, pool } = learnt(code(name, 200), code(edge, 200));
    expect([edges.get('name'), edges.get('ram')]).toEqual([['R2', 'é'], [0]]);
    expect(pool.has('ram')).toBe(false);
  });

  test('are not those after which something was wrong', () => {
    expect(learnt(code(name, 200), broken('readable', name)).pool.size).toBe(0);
  });

  test('are those that are only shown otherwise: that is told elsewhere', () => {
    expect(learnt(code(name, 200), broken('stored', name, { field: 'name' })).pool.size).toBe(1);
  });

  test('what only company shows says nothing of a field', () => {
    const facts = learnt(code(name, 200), broken('readable', name, { inCompany: true }));
    expect(fieldsOf(facts.sound)).toEqual(['name']);
  });

  test('a conflict is no refusal, and takes nothing', () => {
    expect(learnt(code(name, 409))).toMatchObject({ takes: true, pool: new Map() });
  });
});

describe('a field is sound', () => {
  test('when a value was taken and none did harm', () => {
    expect(fieldsOf(learnt(code(name, 200), code(ram, 200)).sound)).toEqual(['name', 'ram']);
  });

  test('not when one of its edges was answered wrongly', () => {
    const facts = learnt(code(name, 200), code(caseOf('edge', { name: '' }), 500, { result: 'broken' }));
    expect(facts.sound).toEqual([]);
  });

  test('although a pack with it was answered wrongly: that may be the doing of others', () => {
    expect(fieldsOf(learnt(code(name, 200), code(edge, 500, { result: 'broken' })).sound)).toEqual(['name']);
  });
});

test('a place is guarded against those kinds of invalid values of which all were refused', () => {
  const ofClass = (words: string): Case => ({
    kind: 'invalid',
    duty: 'refused',
    trials: [{ field: 'ram', location: 'ram', class: words, value: '16' }],
  });
  const taken = (words: string) => code(ofClass(words), 200, { result: 'broken' });
  const classesOf = (facts: ReturnType<typeof learnt>) =>
    new Set(facts.guarded.find(({ name }) => name === 'ram')?.invalid.map((each) => each.class));
  const all = classesOf(learnt(code(ofClass('a string'), 400)));
  expect(all).toContain('a string');
  const others = classesOf(learnt(taken('a string')));
  expect([...all].filter((each) => !others.has(each))).toEqual(['a string']);
  const unguarded = learnt(...[...all].map(taken));
  expect(unguarded.guarded.map(({ name }) => name)).not.toContain('ram');
  expect(unguarded.guarded).toHaveLength(inputLocations(iou).length - 1);
});

test('a field that is not read back is known, unless only others are lost by it', () => {
  expect(learnt(code(name, 200), broken('stored', name, { field: 'name' })).unstored).toEqual(
    new Set(['name']),
  );
  expect(learnt(code(name, 200), broken('kept', name, { field: 'ram' })).unstored).toEqual(new Set());
});

test('a field without which every body is refused is wanted in all of them', () => {
  const refused = [caseOf('empty object', {}), ram, caseOf('plain', { nvram: 16 })].map((each) =>
    code(each, 400),
  );
  expect(learnt(code(name, 200), ...refused).needed).toBe('name');
  expect(
    learnt(code(name, 200), ...refused.slice(1)).needed,
    'each may be refused for itself',
  ).toBeUndefined();
  expect(learnt(code(name, 400), ...refused).needed).toBeUndefined();
  expect(learnt(code(name, 200), ...refused, code(edge, 400)).needed, 'of another wave').toBe('name');
  const taken = code(caseOf('plain', { console: 5000 }), 200);
  expect(learnt(code(name, 200), ...refused, taken).needed).toBeUndefined();
});
