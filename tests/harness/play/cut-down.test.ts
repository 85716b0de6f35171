/** Bodies that show a failure by several fields together: with a target that is a function of the fields sent. */
import { expect, test } from 'vitest';
import { bodyOf, type Unit } from '../../../harness/plan/case.js';
import type { Played } from '../../../harness/play/again.js';
import { CutDown } from '../../../harness/play/cut-down.js';
import { answered, caseOf } from '../by-hand.js';

const fieldsOf = ({ cases }: Unit) => cases.flatMap((each) => Object.keys(bodyOf(each)).sort());

/** A player that keeps the fields of every body, and crashes where these come together. */
function crashingOn(...together: readonly string[]) {
  const bodies: string[] = [];
  const play = (unit: Unit, inCompany = false): Played => {
    bodies.push(fieldsOf(unit).join(''));
    const crashes = together.every((name) => fieldsOf(unit).includes(name));
    const status = crashes ? 500 : 200;
    const observations = unit.cases.map((each) => ({
      rule: 'code' as const,
      case: each,
      result: crashes ? ('broken' as const) : ('kept' as const),
      outcome: `status ${status}`,
      exchanges: [answered(status)],
      ...(inCompany && { inCompany: true as const }),
    }));
    return { unit, observations, alone: true, before: [], history: [] };
  };
  return { bodies, play, cutDown: new CutDown(async (unit) => play(unit)) };
}

const body = (...fields: readonly string[]): Unit => ({
  cases: [caseOf('combination', Object.fromEntries(fields.map((name) => [name, 1])), 'accepted')],
});

test('a body is cut down to the fields that it takes, and needs no company then', async () => {
  const { bodies, play, cutDown } = crashingOn('b', 'd');
  const told = await cutDown.of(play(body('a', 'b', 'c', 'd'), true));
  expect(bodies).toEqual(['abcd', 'abcd', 'bcd', 'cd', 'bd', 'b']);
  expect(told?.flatMap(({ observations }) => observations).some(({ inCompany }) => inCompany)).toBe(false);
});

test('what is known to show by fewer fields is not cut again', async () => {
  const { bodies, play, cutDown } = crashingOn('b', 'd');
  await cutDown.of(play(body('a', 'b', 'd')));
  const before = bodies.length;
  expect(await cutDown.of(play(body('b', 'c', 'd')))).toBeUndefined();
  expect(bodies).toHaveLength(before + 1);
});

test('what a single value shows is not cut', async () => {
  const { bodies, play, cutDown } = crashingOn('b');
  cutDown.learn([play(body('b'))]);
  expect(await cutDown.of(play(body('a', 'b')))).toBeUndefined();
  expect(bodies).toEqual(['b', 'ab']);
});

test('what does not show again stays as it was seen', async () => {
  const { play } = crashingOn('a', 'b');
  const { cutDown } = crashingOn('never');
  expect(await cutDown.of(play(body('a', 'b'), true))).toBeUndefined();
});

test('of what is beside an invalid value, what it takes is left', async () => {
  const { bodies, play, cutDown } = crashingOn('b', 'd');
  const trials = [{ field: 'b', class: 'a string', value: '1' }];
  const base = { a: 1, c: 1, d: 1 };
  await cutDown.of(play({ cases: [{ kind: 'invalid in company', duty: 'refused', trials, base }] }));
  expect(bodies).toEqual(['abcd', 'abcd', 'bcd', 'bd', 'b']);
});
