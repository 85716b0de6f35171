import { expect, test } from 'vitest';
import { afterRound, changes, type Failing } from '../../../cli/watch/failing.js';
import type { Report } from '../../../schemas/generated/report.js';

const round = (verdicts: Record<string, string>, findings: Record<string, string[]> = {}) =>
  ({
    requirements: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict })),
    findings: Object.entries(findings).map(([fingerprint, requirements]) => ({ fingerprint, requirements })),
  }) as unknown as Report;

const none: Failing = { ids: new Set(), findings: new Map() };

test('a round counts what it changed, and what it did not judge', () => {
  const first = round({ a: 'failed', b: 'failed', c: 'passed', d: 'failed' });
  expect(changes(none, first)).toBe('0 findings; requirements: 0 fixed, 3 new, 0 still');
  const failing = afterRound(none, first);
  const second = round({ a: 'passed', b: 'failed', c: 'failed', d: 'inconclusive' });
  expect(changes(failing, second)).toBe(
    '0 findings; requirements: 1 fixed, 1 new, 1 still, 1 not judged again',
  );
  expect([...afterRound(failing, second).ids].sort()).toEqual(['b', 'c', 'd']);
});

test('a round counts its findings, and how many of them were not printed before', () => {
  const first = round({ a: 'failed', b: 'failed' }, { one: ['a'], two: ['b'] });
  expect(changes(none, first)).toMatch(/^2 findings \(2 new\); requirements: /);
  const failing = afterRound(none, first);
  expect(changes(failing, round({ a: 'failed' }, { one: ['a'] }))).toMatch(/^1 finding; /);
  expect(changes(failing, round({ a: 'failed' }, { one: ['a'], six: ['a'] }))).toMatch(
    /^2 findings \(1 new\); /,
  );
});

test('a finding is known until none of its requirements fails', () => {
  const first = afterRound(none, round({ a: 'failed', b: 'failed' }, { one: ['a', 'b'] }));
  const second = afterRound(first, round({ a: 'passed', c: 'failed' }, { two: ['c'] }));
  expect([...second.findings.keys()]).toEqual(['one', 'two']);
  expect([...afterRound(second, round({ b: 'passed' })).findings.keys()]).toEqual(['two']);
});
