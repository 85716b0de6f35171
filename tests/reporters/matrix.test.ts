import { expect, test } from 'vitest';
import { isTelling, matrix, matrixMarkdown } from '../../reporters/matrix.js';
import { matrixHtml } from '../../reporters/matrix-html.js';
import type { Report } from '../../schemas/generated/report.js';
import { sampleReport, settled } from './sample.js';

const nothingExercised = (): Report => {
  const report = sampleReport(0);
  return settled({
    ...report,
    requirements: report.requirements.map((row) => ({
      ...row,
      verdict: 'not-exercised',
      reason: 'No fixture.',
    })),
  });
};

const table = matrix(
  [sampleReport(100), nothingExercised(), sampleReport(0), sampleReport(3)],
  ['bad', 'none', 'good'],
);

test('fewest failures come first, and more judged before less', () => {
  expect(table.columns.map(({ label }) => label)).toEqual([
    'good',
    'none',
    'http://127.0.0.1:3080 2.2.54',
    'bad',
  ]);
});

test('what was not exercised is shown and not scored', () => {
  const index = table.columns.findIndex(({ label }) => label === 'none');
  expect(table.columns[index]).toMatchObject({
    failed: { must: 0, should: 0 },
    judged: { must: 0, should: 0 },
  });
  expect(table.rows.every(({ verdicts }) => verdicts[index] === 'not-exercised')).toBe(true);
  expect(matrixMarkdown(table)).toContain('○ not exercised');
});

test('every requirement is on the page, with a cell a column', () => {
  const page = matrixHtml(table);
  for (const { id } of table.rows) expect(page).toContain(`>${id}<`);
  expect(page.match(/<td/g)).toHaveLength(table.rows.length * table.columns.length);
});

test('requirements that only some reports know are shown as such', () => {
  const small = sampleReport(0);
  const rows = matrix([small, settled({ ...small, requirements: small.requirements.slice(1) })], ['a', 'a']);
  expect(rows.columns.map(({ label }) => label)).toEqual(['a (1)', 'a (2)']);
  expect(rows.rows.filter(isTelling)).toHaveLength(1);
  expect(matrixHtml(rows)).toContain('no such requirement');
});
