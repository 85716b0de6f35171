import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
// @ts-expect-error The benches are plain JavaScript: they measure what is compiled, and are not compiled themselves.
import { page } from '../../bench/page.mjs';

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const when = { measuredOn: '2026-01-01', machine: '2 cores', load: 0.5 };

describe('the page of results', () => {
  test('is what the results give', () => {
    expect(text('docs/performance.md')).toBe(page(JSON.parse(text('bench/results.json'))));
  });

  test('has a target that was missed say so', () => {
    const flat = (value: number) => ({ median: value, min: value, max: value });
    const others = { requestsOnly: flat(2), cpu: flat(2), runs: 1, requests: 1, sameStatus: 1 };
    const overhead = (ratio: number) => ({ ...when, ...others, whole: flat(ratio) });
    expect(page({ overhead: overhead(2) })).toMatch(/\| ≤ 1\.5 \| no \|/);
    expect(page({ overhead: overhead(1.4) })).toMatch(/\| ≤ 1\.5 \| yes \|/);
  });

  test('tells a peer that could not be run, with the reason', () => {
    const rows = [{ name: 'Peer', how: 'somehow', missing: 'needs java, which is not installed' }];
    expect(page({ peers: { ...when, faults: [], minutes: 1, rows } })).toContain('not run: needs java');
  });
});
