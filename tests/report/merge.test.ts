import { expect, test } from 'vitest';
import { MergeError, merge, OTHER_SHARD } from '../../report/merge.js';
import type { Report } from '../../schemas/generated/report.js';
import { sampleReport, settled } from '../reporters/sample.js';

const whole = sampleReport(20);

const shard = (n: number, of: number): Report =>
  settled({
    ...whole,
    run: { ...whole.run, requests: 10, selection: { ...whole.run.selection, shard: `${n}/${of}` } },
    requirements: whole.requirements.map((row, index) => {
      if (index % of === n - 1) return row;
      const { evidence: _, replay: __, ...rest } = row;
      return { ...rest, verdict: 'deselected', reason: OTHER_SHARD };
    }),
  });

test('shards together are the run', () => {
  const merged = merge([shard(2, 3), shard(1, 3), shard(3, 3)]);
  expect(merged.requirements).toEqual(whole.requirements);
  expect(merged.summary).toEqual(whole.summary);
  expect(merged.operations).toEqual(whole.operations);
  // Each shard has evidence of its own for what all of them show.
  const told = ({ findings }: Report) =>
    findings.map(({ fingerprint, requirements }) => [fingerprint, [...requirements].sort()]).sort();
  expect(told(merged)).toEqual(told(whole));
  expect(merged.verdict).toBe(whole.verdict);
  expect(merged.run.requests).toBe(30);
  expect(merged.run.selection).toEqual(whole.run.selection);
});

test('a lost shard leaves its requirements not exercised', () => {
  const merged = merge([shard(1, 3), shard(3, 3)]);
  const lost = merged.requirements.filter(({ reason }) => reason?.includes('missing shards: 2/3'));
  expect(lost.length).toBeGreaterThan(50);
  expect(new Set(lost.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']));
  const kept = settled({ ...sampleReport(0) });
  const half = settled({
    ...kept,
    run: { ...kept.run, selection: { ...kept.run.selection, shard: '1/2' } },
    requirements: kept.requirements.map((row, index) =>
      index % 2 ? { ...row, verdict: 'deselected', reason: OTHER_SHARD } : row,
    ),
  });
  expect(half.verdict).toBe('conformant');
  expect(merge([half]).verdict).toBe('incomplete');
});

test.each([
  ['seed', { ...shard(2, 2), run: { ...shard(2, 2).run, seed: 1 } }],
  ['target', { ...shard(2, 2), target: { ...whole.target, baseUrl: 'http://other' } }],
  ['requirement set', { ...shard(2, 2), tool: { ...whole.tool, requirementSet: 'other' } }],
  ['requirements', { ...shard(2, 2), requirements: whole.requirements.slice(1) }],
  ['number of shards', shard(2, 3)],
] as const)('reports with another %s are no shards of one run', (what, other) => {
  expect(() => merge([shard(1, 2), other])).toThrow(`differ in their ${what}`);
});

test('nothing, and a shard given twice, are refused', () => {
  expect(() => merge([])).toThrow(MergeError);
  expect(() => merge([shard(1, 2), shard(1, 2)])).toThrow('Shard 1/2 is given twice');
});
