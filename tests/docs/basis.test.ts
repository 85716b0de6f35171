import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { basis } from '../../cli/basis.js';

/** Pages of results, and what writes each anew. */
const pages = {
  'performance.md': 'npm run bench',
  'proof.md': 'npm run prove -- --update',
  'findings.md': 'run the suite on that server again, and write down what it reports',
  'robustness.md': 'npm run robustness',
};

/** What a page of this text was not run with, in words. */
function staleness(page: string, renewal: string, text: string): string[] {
  const named = [...text.matchAll(/requirement set \d+, engine \d+/g)].map(([found]) => found);
  if (named.length === 0) return [`docs/${page} does not say what it was run with: ${renewal}`];
  const older = [...new Set(named)].filter((each) => each !== basis);
  return older.map((each) => `docs/${page} was run with ${each}, and this is ${basis}: ${renewal}`);
}

test('no page of results is of another requirement set or engine than the code', () => {
  const stale = Object.entries(pages).flatMap(([page, renewal]) =>
    staleness(page, renewal, readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')),
  );
  expect(stale).toEqual([]);
});

test('a stale page is named with what renews it', () => {
  for (const older of [basis.replace(/set \d+/, 'set 0'), basis.replace(/engine \d+/, 'engine 0')])
    expect(staleness('proof.md', 'npm run prove -- --update', `Run with ${older}, or ${basis}.`)).toEqual([
      `docs/proof.md was run with ${older}, and this is ${basis}: npm run prove -- --update`,
    ]);
  expect(staleness('proof.md', 'npm run prove -- --update', 'Nothing.')).toHaveLength(1);
});
