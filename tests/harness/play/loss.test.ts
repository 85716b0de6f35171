/** What is told of a row that was cut, and what tells that a resource is gone. */
import { describe, expect, test } from 'vitest';
import { isLoss, type PlayedAgain, told } from '../../../harness/play/again.js';
import type { Observation } from '../../../harness/rules/observation.js';
import { answered, caseOf, dropped } from '../by-hand.js';
import { c, a as first, play, row, type Target, type Wrong } from './played.js';

const a = caseOf('invalid', { a: 7 }, 'refused');

test('a world is lost when it is not found, or nobody answers', async () => {
  const seen = (...exchanges: Observation['exchanges']): Observation => ({
    rule: 'readable',
    case: a,
    result: 'broken',
    exchanges,
  });
  expect([seen(answered(404)), seen(dropped), seen(answered(200), answered(404))].map(isLoss)).toEqual([
    true,
    true,
    true,
  ]);
  expect(isLoss({ ...seen(answered(404)), found: true })).toBe(false);
  expect([seen(answered(500)), seen(), seen(answered(404), answered(200))].map(isLoss)).toEqual([
    false,
    false,
    false,
  ]);
});

describe('a row that is not found', () => {
  const lost: readonly Wrong[] = row.cases.map((each) => ({ rule: 'code', case: each, status: 404 }));

  test('is sent once more as a whole: what succeeds then has failed only after other requests', async () => {
    const taken: Target = (_, before) => (before.length === 1 ? lost : []);
    const { log, broken } = await play(taken, [{ cases: [first] }, row]);
    expect(log).toEqual(['a', 'a b c d e', 'alone a b c d e']);
    expect(new Set(broken.map((each) => / in company$/.test(each)))).toEqual(new Set([true]));
  });

  test('is sought case by case where it goes each time', async () => {
    const gone: Target = (unit) => (unit.cases.includes(c) ? [{ rule: 'code', case: c, status: 404 }] : []);
    const { log, broken } = await play(gone, [row]);
    expect(log).toEqual(['a b c d e', 'alone a b c d e', 'alone c']);
    expect(broken).toEqual(['code c']);
  });
});

test('where the run ended before a half was played, what was seen stands', () => {
  const b = caseOf('invalid', { b: 7 }, 'refused');
  const seen = (result: Observation['result']): Observation => ({
    rule: 'unchanged',
    case: b,
    result,
    exchanges: [],
  });
  const base = { alone: true, before: [], history: [], children: [] };
  const half: PlayedAgain = { ...base, unit: { cases: [a] }, observations: [] };
  const row: PlayedAgain = {
    ...base,
    unit: { cases: [a, b] },
    observations: [seen('broken')],
    children: [half],
  };
  const broken = told(row).flatMap((each) => each.observations.filter(({ result }) => result === 'broken'));
  expect(broken.map(({ rule, inCompany }) => [rule, inCompany])).toEqual([['unchanged', undefined]]);
});

describe('what a row has shown of a value, and the value alone in a fresh world', () => {
  const value = caseOf('plain', { ram: 0 }, 'answered');
  const seen = (more: Partial<Observation>): Observation => ({
    rule: 'stored',
    case: value,
    field: 'ram',
    result: 'kept',
    exchanges: [],
    ...more,
  });
  const base = { alone: true, before: [], history: [], children: [] };
  const ofRow = (again: Observation) => {
    const row: PlayedAgain = {
      ...base,
      alone: false,
      unit: { cases: [value] },
      observations: [seen({ result: 'broken', outcome: 'ignored' })],
      children: [{ ...base, unit: { cases: [value] }, observations: [again] }],
    };
    const broken = told(row).flatMap((each) => each.observations.filter(({ result }) => result === 'broken'));
    return broken.map(({ inCompany }) => inCompany);
  };

  test('does not: it is seen in company', () => {
    expect(ofRow(seen({}))).toEqual([true]);
  });
  test('has already: that says nothing', () => {
    expect(ofRow(seen({ isOld: true }))).toEqual([undefined]);
    expect(ofRow(seen({ result: 'untelling' }))).toEqual([undefined]);
  });
});
