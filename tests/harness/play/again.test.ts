/** What is to be played again, and what is told: with a world that is a function of what was written to it. */
import { describe, expect, test } from 'vitest';
import { bodyOf, type Case, type Unit } from '../../../harness/plan/case.js';
import { isBroken, type PlayedAgain, told } from '../../../harness/play/again.js';
import { againAfter, Confirmations } from '../../../harness/play/until-clear.js';
import type { Rule } from '../../../harness/rules/observation.js';
import { answered, caseOf } from '../by-hand.js';
import {
  a,
  b,
  c,
  d,
  e,
  inWords,
  observed,
  pack,
  play,
  refusal,
  row,
  type Target,
  tries,
  type Wrong,
} from './played.js';

test('what goes well is played once', async () => {
  const { log, broken } = await play(() => [], [row, pack]);
  expect(log).toEqual(['a b c d e', 'abcd']);
  expect(broken).toEqual([]);
});

describe('a wrong answer in a row', () => {
  const target: Target = (unit) => (unit.cases.includes(c) ? [{ rule: 'code', case: c }] : []);

  test('is sought again with that case alone, and told as seen there', async () => {
    const { log, broken } = await play(target, [row]);
    expect(log).toEqual(['a b c d e', 'alone c']);
    expect(broken).toEqual(['code c']);
  });

  test('that does not show again is told as seen in company', async () => {
    const toggled: Target = (unit, before) => (before.length === 1 ? target(unit, before) : []);
    const { log, broken } = await play(toggled, [{ cases: [a] }, row]);
    expect(log).toEqual(['a', 'a b c d e', 'alone c']);
    expect(broken).toEqual(['code c in company']);
  });

  test('that a case before it in a half of the row brings about is told as seen in company', async () => {
    const spoiling: Target = ({ cases }) => {
      const codes = cases.slice(1).map((each) => ({ rule: 'code' as const, case: each }));
      return cases.includes(a) ? [{ rule: 'writable', case: cases.at(-1) as Case }, ...codes] : codes;
    };
    const alone = (await play(spoiling, [row])).broken.filter((each) => /^(code .|writable a)$/.test(each));
    expect(alone).toEqual(['writable a']);
  });

  test('leaves what the others have shown', async () => {
    const kept = (await play(target, [row])).all.flatMap((each) =>
      each.observations.filter(({ result }) => result === 'kept'),
    );
    expect(kept.map((each) => inWords({ cases: [each.case] }))).toEqual(['a', 'b', 'd', 'e']);
  });

  test('of every case is confirmed three times, and then believed', async () => {
    const all: Target = (unit) => unit.cases.map((each) => ({ rule: 'code', case: each }));
    const { log, broken } = await play(all, [row, { cases: [refusal('f')] }]);
    expect(log).toEqual(['a b c d e', 'f', 'alone a', 'alone b', 'alone c']);
    expect(broken.sort()).toEqual(['code a', 'code b', 'code c', 'code d', 'code e', 'code f']);
  });
});

describe('a failure that many cases show', () => {
  const all: Target = (unit) => unit.cases.map((each) => ({ rule: 'code', case: each }));
  const update = (name: string): Unit => ({ cases: [caseOf('plain', { [name]: 1 })] });
  const updates = [...'abcdefghijkl'].map(update);

  test('is confirmed three times over all rows', async () => {
    const rows: Unit[] = [{ cases: [a, b] }, { cases: [c, d] }, { cases: [e, refusal('f')] }];
    const { log, broken } = await play(all, rows);
    expect(log.slice(3)).toEqual(['alone a', 'alone b', 'alone c']);
    expect(broken.filter((each) => !each.endsWith('in company'))).toHaveLength(6);
  });

  test('and is not there alone is asked of each, in every kind of case', async () => {
    const behind: Target = (unit, before) => (before.length > 0 ? all(unit, before) : []);
    const { log, broken } = await play(behind, [update('a'), ...['b', 'c', 'd', 'e', 'f'].map(update)]);
    expect(log.slice(6)).toEqual(['b', 'c', 'd', 'e', 'f'].map((name) => `alone ${name}`));
    expect(broken).toHaveLength(5);
    expect(broken.every((each) => each.endsWith('in company'))).toBe(true);
  });

  test('without exception leaves a pack whole', async () => {
    const confirmations = new Confirmations();
    await play(all, updates, confirmations);
    const { log, broken } = await play(all, [pack], confirmations);
    expect(log).toEqual(['abcd']);
    expect(broken).toEqual(['code abcd']);
  });

  test('but one is looked for in a pack', async () => {
    const confirmations = new Confirmations();
    await play((unit, before) => (tries(unit, 'l') ? [] : all(unit, before)), updates, confirmations);
    const { log } = await play(all, [pack], confirmations);
    expect(log).toEqual(['abcd', 'ab', 'cd', 'a', 'b', 'c', 'd']);
  });
});

describe('a resource that is spoilt after a row', () => {
  test('as it was after three cases alone, says nothing of which case has done it', async () => {
    const units = [{ cases: [a] }, { cases: [b] }, { cases: [c] }, { cases: [d, e] }];
    const { log, broken } = await play(() => [{ rule: 'readable' }], units);
    expect(log.slice(4)).toEqual(['alone a', 'alone b', 'alone c']);
    expect(broken).toEqual(['readable a', 'readable b', 'readable c']);
  });

  test('is sought in halves, until one case shows it alone', async () => {
    const { log, broken } = await play(
      (unit) => (unit.cases.includes(d) ? [{ rule: 'unchanged' }] : []),
      [row],
    );
    expect(log).toEqual(['a b c d e', 'alone a b c', 'alone d e', 'alone d', 'alone e']);
    expect(broken).toEqual(['unchanged d']);
  });

  test('by two of them, both are found', async () => {
    const target: Target = (unit) => (tries(unit, 'a') || tries(unit, 'e') ? [{ rule: 'readable' }] : []);
    expect((await play(target, [row])).broken.sort()).toEqual(['readable a', 'readable e']);
  });

  test('only by several together, is told of what shows it', async () => {
    const target: Target = (unit) => (tries(unit, 'a') && tries(unit, 'b') ? [{ rule: 'readable' }] : []);
    const { broken } = await play(target, [row]);
    expect(broken).toEqual(['readable b in company']);
  });
});

describe('what was taken though it is to be refused', () => {
  const taken: Wrong = { rule: 'code', case: d, status: 200 };

  test('is sought alone, and nothing else where it shows the damage', async () => {
    const target: Target = (unit) => (unit.cases.includes(d) ? [taken, { rule: 'unchanged', case: d }] : []);
    const { log, broken } = await play(target, [row]);
    expect(log).toEqual(['a b c d e', 'alone d']);
    expect(broken.sort()).toEqual(['code d', 'unchanged d']);
  });

  test('and does no damage alone does not hide what does', async () => {
    const target: Target = (unit) => [
      ...(unit.cases.includes(d) ? [taken] : []),
      ...(unit.cases.includes(b)
        ? [{ rule: 'unchanged', case: unit.cases.includes(d) ? d : b } as const]
        : []),
    ];
    const { log, broken } = await play(target, [row]);
    expect(log.slice(0, 4)).toEqual(['a b c d e', 'alone d', 'alone a b c', 'alone d e']);
    expect([...new Set(broken)].sort()).toEqual(['code d', 'unchanged b']);
  });
});

test('of several creations only the pack that was not taken is cut', async () => {
  const creation = caseOf('edge', { x: 1 });
  const unit: Unit = { cases: [creation, ...pack.cases] };
  const refuses: Target = ({ cases }) =>
    cases.filter((each) => 'c' in bodyOf(each)).map((each) => ({ rule: 'code', case: each, status: 400 }));
  const { log, all } = await play(refuses, [unit]);
  expect(log).toEqual(['x abcd', 'ab', 'cd', 'c', 'd']);
  expect(all.map((each) => each.observations.map((one) => inWords({ cases: [one.case] })).join(' '))).toEqual(
    ['ab', 'c', 'd', 'x'],
  );
});

describe('a pack', () => {
  test('that is not taken proves nothing: halves share worlds, until one value is refused', async () => {
    const { log, broken, all } = await play(
      (unit) => (tries(unit, 'c') ? [{ rule: 'code', case: unit.cases[0] as Case, status: 400 }] : []),
      [pack],
    );
    expect(log).toEqual(['abcd', 'ab', 'cd', 'c', 'd']);
    expect(broken).toEqual([]);
    expect(all.map(({ unit }) => inWords(unit))).toEqual(['ab', 'c', 'd']);
  });

  test('that crashes is cut until one value crashes alone', async () => {
    const target: Target = (unit) =>
      tries(unit, 'c') ? [{ rule: 'code', case: unit.cases[0] as Case }] : [];
    const { log, broken } = await play(target, [pack]);
    expect(log).toEqual(['abcd', 'ab', 'cd', 'c', 'd', 'alone c']);
    expect(broken).toEqual(['code c']);
  });

  test('that is taken with a wrong code is cut, too', async () => {
    const target: Target = (unit) =>
      tries(unit, 'c') ? [{ rule: 'code', case: unit.cases[0] as Case, status: 202 }] : [];
    expect((await play(target, [pack])).broken).toEqual(['code c']);
  });

  test('that only crashes as a whole is told as seen in company', async () => {
    const target: Target = (unit) =>
      tries(unit, 'a') && tries(unit, 'd') ? [{ rule: 'code', case: unit.cases[0] as Case }] : [];
    expect((await play(target, [pack])).broken).toEqual(['code abcd in company']);
  });

  test('of values that must be taken together is no pack: it is sent again as it is', async () => {
    const each = caseOf('combination', { a: 1, b: 1 }, 'accepted');
    const { log } = await play(() => [{ rule: 'code', case: each }], [{ cases: [each] }]);
    expect(log).toEqual(['ab', 'alone ab']);
  });
});

test('nothing is played again of what was alone, but for the reading behind several cases', async () => {
  const alone = (rule: Rule, unit: Unit): PlayedAgain => {
    const observations = observed(unit, [{ rule, case: unit.cases[0] as Case }]);
    return { unit, observations, alone: true, before: [], history: [], children: [] };
  };
  const again = (rule: Rule, unit: Unit) =>
    againAfter(alone(rule, unit), new Confirmations(), true).orders.length;
  expect([again('code', { cases: [a] }), again('unchanged', { cases: [a] })]).toEqual([0, 0]);
  expect([again('code', row), again('unchanged', row)]).toEqual([0, 2]);
});

test.each([
  [16, 400, 0],
  [15, 400, 1],
  [16, 404, 1],
  [16, 500, 1],
])('behind %i drawings, another one that is answered %i and taken elsewhere is %i failures', (many, code, failures) => {
  const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5/drawings';
  const creation = (startedAt: number, status: number) => ({
    ...answered(status, {}, { method: 'POST', path }),
    startedAt,
  });
  const last = creation(many, code);
  const suspect = caseOf('plain', { x: 1 });
  const shown = { rule: 'code', case: suspect, outcome: `status ${code}`, exchanges: [last] } as const;
  const played = { unit: { cases: [suspect] }, before: [], history: [], children: [] };
  const company: PlayedAgain = {
    ...played,
    alone: false,
    observations: [{ ...shown, result: 'broken' }],
    history: [...Array.from({ length: many }, (_, at) => creation(at, 201)), last],
    children: [{ ...played, alone: true, observations: [{ ...shown, result: 'kept' }] }],
  };
  const broken = told(company).flatMap(({ observations }) => observations.filter(isBroken));
  expect(broken).toHaveLength(failures);
});
