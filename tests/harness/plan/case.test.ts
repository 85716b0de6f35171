import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  brief,
  codesFor,
  halves,
  isPack,
  isSingle,
  labelOf,
  payloadOf,
  plainCase,
} from '../../../harness/plan/case.js';
import { rawCase } from '../../../harness/plan/singles.js';
import { returned } from '../../../harness/values/placeholders.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { caseOf, resourceOf } from '../by-hand.js';

const iou = writeOperations['iou.update'];
const resource = resourceOf(iou);

describe('the codes that keep a duty', () => {
  test.each([
    ['refused', [400]],
    ['accepted', [200, 409]],
    ['answered', [200, 400, 409]],
  ] as const)('%s: %j', (duty, codes) => expect(codesFor('iou.update', duty)).toEqual(codes));
});

describe('what is sent', () => {
  test('is the base with the values that are tried', () => {
    expect(bodyOf({ ...caseOf('invalid', { x: 'a' }), base: { x: 1, y: 2 } })).toEqual({ x: 'a', y: 2 });
  });

  test('has what the resource says for placeholders, and means that', () => {
    const { payload, sent } = payloadOf(caseOf('plain', { ram: returned('ram') }), resource);
    expect(payload).toEqual({ json: { ram: 10 } });
    expect(sent).toEqual({ ram: 10 });
  });

  test('means nothing when it is bytes', () => {
    expect(payloadOf(rawCase('malformed', 'truncated', '{'), resource)).toEqual({ payload: { raw: '{' } });
  });
});

describe('halves of a unit', () => {
  const [a, b, c] = [{ a: 1 }, { b: 1 }, { c: 1 }].map((values) => caseOf('edge', values));
  if (!a || !b || !c) throw new Error('there are three');

  test('of several cases have some cases each', () => {
    expect(halves({ cases: [a, b, c] })).toEqual([{ cases: [a, b] }, { cases: [c] }]);
  });

  test('of one case have some values each, in the same base', () => {
    const whole = { ...caseOf('edge', { a: 1, b: 1, c: 1 }), base: { z: 0 } };
    const bodies = halves({ cases: [whole] }).map(({ cases }) => cases.map(bodyOf));
    expect(bodies).toEqual([[{ z: 0, a: 1, b: 1 }], [{ z: 0, c: 1 }]]);
  });

  test('there are none of a single value, or of none', () => {
    expect(halves({ cases: [a] })).toEqual([]);
    expect(halves({ cases: [caseOf('empty object')] })).toEqual([]);
    expect(halves({ cases: [] })).toEqual([]);
  });

  test('halved again and again, every value comes alone', () => {
    const pack = caseOf('edge', Object.fromEntries('abcdefgh'.split('').map((name) => [name, 1])));
    const singles = (unit: { readonly cases: readonly (typeof pack)[] }): object[] =>
      isSingle(unit) ? unit.cases.map(bodyOf) : halves(unit).flatMap(singles);
    expect(singles({ cases: [pack, a] })).toEqual([...'abcdefgh', 'a'].map((name) => ({ [name]: 1 })));
  });
});

describe('a pack', () => {
  test('has several values that need not be taken', () => {
    expect(isPack({ cases: [caseOf('edge', { a: 1, b: 1 })] })).toBe(true);
  });

  test.each([
    ['one value', caseOf('edge', { a: 1 })],
    ['values that must be taken', caseOf('combination', { a: 1, b: 1 }, 'accepted')],
    ['values that go together', caseOf('edges together', { a: 1, b: 1 })],
  ])('is not: %s', (_words, each) => expect(isPack({ cases: [each] })).toBe(false));
});

test('plain bodies alternate: a write that changes nothing would show nothing', () => {
  for (const written of Object.values(writeOperations).filter(({ creates }) => !creates)) {
    const [first, second, third] = [0, 1, 2].map((turn) => plainCase(written, turn));
    expect(third).toEqual(first);
    const bodies = [first, second].map((each) => each && payloadOf(each, resourceOf(written)).sent);
    for (const [name, value] of Object.entries(bodies[0] ?? {})) expect(bodies[1]?.[name]).not.toEqual(value);
  }
});

describe('in words', () => {
  test('an invalid value is told by its place and what is wrong with it', () => {
    const trial = { field: 'interfaces', location: 'interfaces.type', class: 'a string', value: [] };
    const at = (index: number) =>
      labelOf({ kind: 'invalid', duty: 'refused', trials: [{ ...trial, index }] });
    expect(at(0)).toBe('interfaces[0].type: a string');
    expect(at(11)).toBe('interfaces[n].type: a string');
  });

  test('other values are told as they are, placeholders by their names, cut when they are long', () => {
    expect(labelOf(caseOf('plain', { ram: returned('ram') }))).toBe(
      '{"ram":"<ram as the target returned it>"}',
    );
    expect(brief('n'.repeat(500))).toMatch(/^"n{59}… \(502 characters\)$/);
  });

  test('a long value beside another one that begins alike is shown from shortly before they differ', () => {
    const [long, other] = [
      `${'n'.repeat(300)}cba${'n'.repeat(200)}`,
      `${'n'.repeat(300)}abc${'n'.repeat(200)}`,
    ];
    const words = '(505 characters, of which the first 301 are the same)';
    expect(brief(long, other)).toBe(`…${'n'.repeat(20)}cba${'n'.repeat(37)}… ${words}`);
    expect(brief(long, long.slice(0, 498))).toMatch(/^…n{25}" \(505 characters, of which the first 499 /);
    expect(brief(long, 'short')).toMatch(/^"n{59}… \(505 characters\)$/);
    expect(brief(long, long)).toBe(brief(long));
  });
});
