import { expect, test } from 'vitest';
import { differs, matrix } from '../../report/matrix.js';
import { matrixHtml } from '../../reporters/comparison/matrix-html.js';
import { matrixMarkdown, matrixText } from '../../reporters/comparison/matrix-text.js';
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
  ['bad.json', 'none.json', 'good.json'],
);

test('columns keep the order given, and are named by file where the targets are equal', () => {
  expect(table.columns.map(({ label }) => label)).toEqual([
    'bad.json',
    'none.json',
    'good.json',
    'http://127.0.0.1:3080 2.2.54',
  ]);
});

test('what was not exercised is shown and not scored', () => {
  const index = table.columns.findIndex(({ label }) => label === 'none.json');
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
  expect(rows.rows.filter(differs)).toHaveLength(1);
  expect(matrixHtml(rows)).toContain('no such requirement');
});

test('a target of its own names its column; rows with one verdict are shown only when asked', () => {
  const one = sampleReport(3);
  const other = { ...one, target: { ...one.target, baseUrl: 'http://other' } };
  const pair = matrix([one, other], ['a.json', 'b.json']);
  expect(pair.columns.map(({ label }) => label)).toEqual([
    'http://127.0.0.1:3080 2.2.54',
    'http://other 2.2.54',
  ]);
  const id = pair.rows[0]?.id ?? '';
  const mentions = (text: string) => text.replaceAll('\\', '').includes(id);
  expect(mentions(matrixMarkdown(pair))).toBe(false);
  expect(mentions(matrixMarkdown(pair, true))).toBe(true);
});

test('columns named by files show only what differs in their paths', () => {
  const labels = (...files: string[]) =>
    matrix(
      files.map(() => sampleReport(0)),
      files,
    ).columns.map(({ label }) => label);
  expect(labels('/w/ok/80/report.json', '/w/bad/80/report.json')).toEqual(['ok', 'bad']);
  expect(labels('report.json', 'old/report.json')).toEqual(['report.json', 'old/report.json']);
});

test('the text for a terminal is aligned, with a sign for each verdict', () => {
  const small = sampleReport(0);
  const fewer = settled({ ...small, requirements: small.requirements.slice(1) });
  const text = matrixText(matrix([sampleReport(3), fewer], ['a/r.json', 'b/r.json']));
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^ +a +b$/);
  const at = lines[5]?.indexOf('b') ?? 0;
  const rows = lines.filter((line) => /^(must|should|may) +\w+\./.test(line));
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(row.slice(at)).toMatch(/^[✓–]$/);
  expect(text).toMatch(
    /\n✓ passed, ✗ failed, – no such requirement\n\n\d+ further requirements with the same/,
  );
});

test('what one of the runs left out is counted, not listed', () => {
  const whole = sampleReport(0);
  const leaving = (row: Report['requirements'][number], at: number) =>
    at === 0 ? row : { ...row, verdict: 'deselected' as const, reason: 'not in --only' };
  const part = settled({ ...whole, requirements: whole.requirements.map(leaving) });
  const pair = matrix([whole, part], ['a/r.json', 'b/r.json']);
  expect(pair.rows.filter(differs)).toEqual([]);
  const judged = pair.rows.filter(({ verdicts }) => verdicts[0] !== 'deselected').length - 1;
  for (const text of [matrixText(pair), matrixMarkdown(pair)]) {
    expect(text).toContain(`\n${judged} requirements left out by one of the runs (--all shows them).\n`);
    expect(text).not.toMatch(/^\|? ?(must|should|may) +\w+\./m);
  }
  expect(matrixText(pair, true)).toContain('· deselected');
  expect(matrixText(pair, true)).not.toContain('left out');
});

test('a run that ended early is marked with the reason, and only then is there a row for that', () => {
  const whole = sampleReport(0);
  const stopped = { cause: 'max-time', message: 'Stopped after 600 s.' } as const;
  const cut = { ...whole, run: { ...whole.run, stopped } };
  expect(matrixText(matrix([whole, cut], ['a', 'b']))).toMatch(/^not whole +stopped by --max-time$/m);
  expect(matrixMarkdown(matrix([whole, cut], ['a', 'b']))).toContain(
    '| not whole |  | stopped by --max-time |',
  );
  expect(matrixText(table)).not.toContain('not whole');
});
