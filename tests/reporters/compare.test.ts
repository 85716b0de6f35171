import { describe, expect, test } from 'vitest';
import { CHANGES, compare, compareExitCode } from '../../report/compare.js';
import { compareJson, compareMarkdown, compareText } from '../../reporters/comparison/compare.js';
import type { Report, RequirementRow, Verdict } from '../../schemas/generated/report.js';
import { sampleReport, settled } from './sample.js';

const verdicts = (changes: Readonly<Record<string, Verdict | undefined>>): Report => {
  const report = sampleReport(0);
  const requirements = report.requirements.flatMap((row): RequirementRow[] => {
    if (!(row.id in changes)) return [row];
    const verdict = changes[row.id];
    return verdict ? [{ ...row, verdict }] : [];
  });
  return settled({ ...report, requirements });
};

const before = verdicts({
  'iou.update.refuses.ram': 'failed',
  'iou.update.refuses.name': 'failed',
  'iou.update.refuses.path': 'inconclusive',
  'iou.update.refuses.console': 'passed',
  'iou.update.refuses.nvram': undefined,
});

const after = verdicts({
  'iou.update.refuses.ram': 'passed',
  'iou.update.refuses.name': 'failed',
  'iou.update.refuses.path': 'passed',
  'iou.update.refuses.console': 'not-exercised',
  'iou.update.refuses.status': 'failed',
  'iou.update.refuses.node_id': undefined,
});

const comparison = compare(before, after);

test('each requirement that changed has one row', () => {
  expect(Object.fromEntries(comparison.rows.map(({ id, change }) => [id, change]))).toEqual({
    'iou.update.refuses.status': 'regression',
    'iou.update.refuses.name': 'still-failing',
    'iou.update.refuses.ram': 'fixed',
    'iou.update.refuses.path': 'newly-exercised',
    'iou.update.refuses.console': 'no-longer-exercised',
    'iou.update.refuses.nvram': 'added',
    'iou.update.refuses.node_id': 'removed',
  });
  expect(comparison.rows.map(({ change }) => change)).toEqual(
    [...CHANGES].sort((a, b) => CHANGES.indexOf(a) - CHANGES.indexOf(b)),
  );
  expect(comparison.unchanged).toBe(after.requirements.length - 6);
});

describe('the exit code', () => {
  const code = (a: Record<string, Verdict | undefined>, b: Record<string, Verdict | undefined>) =>
    compareExitCode(compare(verdicts(a), verdicts(b)));
  const id = 'iou.update.refuses.ram';
  test.each([
    ['0 for no change', {}, {}, 0],
    ['0 for what still fails', { [id]: 'failed' }, { [id]: 'failed' }, 0],
    ['0 for what is fixed', { [id]: 'failed' }, {}, 0],
    ['0 for a new requirement that is kept', { [id]: undefined }, {}, 0],
    ['0 for a may', {}, { 'iou.update.latency': 'failed' }, 0],
    ['1 for a regression', {}, { [id]: 'failed' }, 1],
    ['1 for a failure that was not exercised before', { [id]: 'not-exercised' }, { [id]: 'failed' }, 1],
    ['1 for a new requirement that fails', { [id]: undefined }, { [id]: 'failed' }, 1],
    ['3 for what is no longer judged', {}, { [id]: 'inconclusive' }, 3],
    ['3 for what is no longer there', {}, { [id]: undefined }, 3],
  ] as const)('is %s', (_, a, b, expected) => {
    expect(code(a, b)).toBe(expected);
  });
});

test('the formats tell every row', () => {
  expect(JSON.parse(compareJson(comparison))).toEqual(JSON.parse(JSON.stringify(comparison)));
  for (const text of [compareText(comparison), compareMarkdown(comparison)])
    for (const { id } of comparison.rows) expect(text).toContain(id);
  expect(compareText(comparison).trimEnd().split('\n').at(-1)).toMatch(
    /^exit 1: 1 regression, 1 still failing, /,
  );
});

test('different requirement sets are told', () => {
  const other = { ...after, tool: { ...after.tool, requirementSet: '2026-01' } };
  expect(compareText(compare(before, other))).toContain('The requirement sets differ: 2025-03 and 2026-01.');
});

test('what a run left out is one line, not one a requirement', () => {
  const ids = sampleReport(0)
    .requirements.filter(({ verdict }) => verdict === 'passed')
    .slice(0, 20);
  const part = verdicts(Object.fromEntries(ids.map(({ id }) => [id, 'deselected'])));
  const text = compareText(compare(sampleReport(0), part));
  expect(text).toContain('No longer judged (20)\n  20 requirements left out by one of the two runs\n');
  expect(text.split('\n').length).toBeLessThan(10);
});

test('what a stopped run did not come to is one line, and the head says that it was stopped', () => {
  const whole = sampleReport(0);
  const message = 'The budget is 300 requests.';
  const requirements = whole.requirements.map((row) =>
    row.verdict === 'passed'
      ? { ...row, verdict: 'inconclusive' as const, reason: message, notRun: true as const }
      : row,
  );
  const part = settled({ ...whole, requirements });
  const stopped = { cause: 'budget', message } as const;
  const text = compareText(compare(whole, { ...part, run: { ...part.run, stopped } }));
  expect(text).toMatch(/^B .*\n?.*, stopped by --budget$/m);
  expect(text).toMatch(
    /\n {2}\d+ requirements left out by one of the two runs\n\nexit 3: \d+ no longer judged, /,
  );
});
