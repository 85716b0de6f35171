import type { Level, Report, Verdict } from '../schemas/generated/report.js';
import { markdownText } from './hostile.js';
import { markdownTable } from './markdown-table.js';
import { VERDICT_SIGNS, VERDICT_WORDS } from './words.js';

/** One implementation or version, judged once. */
export interface MatrixColumn {
  readonly label: string;
  readonly verdict: Report['verdict'];
  readonly failed: Record<'must' | 'should', number>;
  /** Requirements that passed or failed: what the numbers of failures are out of. */
  readonly judged: Record<'must' | 'should', number>;
}

/** One requirement with its verdict in each column; none where a report does not have it. */
export interface MatrixRow {
  readonly id: string;
  readonly operation: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** Requirements by implementations. */
export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

const name = ({ target }: Report): string =>
  target.embedded
    ? 'reference implementation'
    : [target.baseUrl, target.version ?? target.server].filter(Boolean).join(' ');

const labels = (reports: readonly Report[], given: readonly string[]): string[] => {
  const plain = reports.map((report, index) => given[index] ?? name(report));
  return plain.map((label, index) =>
    plain.indexOf(label) === plain.lastIndexOf(label) ? label : `${label} (${index + 1})`,
  );
};

const column = ({ summary: { must, should }, verdict }: Report, label: string): MatrixColumn => ({
  label,
  verdict,
  failed: { must: must.failed, should: should.failed },
  judged: { must: must.passed + must.failed, should: should.passed + should.failed },
});

/**
 * Puts reports side by side, fewest failures first. What was not exercised is shown and never scored; among
 * equals the one that judged more comes first.
 * @param given a label a report, such as its file name; the target unless given
 */
export const matrix = (reports: readonly Report[], given: readonly string[] = []): Matrix => {
  const names = labels(reports, given);
  const sides = reports
    .map((report, index) => ({ report, column: column(report, names[index] as string) }))
    .sort(
      ({ column: a }, { column: b }) =>
        a.failed.must - b.failed.must || a.failed.should - b.failed.should || b.judged.must - a.judged.must,
    );
  const known = new Map(
    reports.flatMap(({ requirements }) => requirements.map((row) => [row.id, row] as const)),
  );
  const verdicts = sides.map(
    ({ report }) => new Map(report.requirements.map(({ id, verdict }) => [id, verdict])),
  );
  return {
    columns: sides.map(({ column }) => column),
    rows: [...known.values()].map(({ id, operation, level, statement }) => ({
      id,
      operation,
      level,
      statement,
      verdicts: verdicts.map((byId) => byId.get(id)),
    })),
  };
};

/** Whether the columns do not all say the same of a requirement, or some fails. */
export const isTelling = ({ verdicts }: MatrixRow): boolean =>
  new Set(verdicts).size > 1 || verdicts.includes('failed');

const sign = (verdict: Verdict | undefined): string =>
  verdict ? `${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}` : '–';

/** The matrix as Markdown: sums, then the requirements on which the columns differ or fail. */
export const matrixMarkdown = ({ columns, rows }: Matrix): string => {
  const heads = columns.map(({ label }) => markdownText(label));
  const telling = rows.filter(isTelling);
  const alike = rows.length - telling.length;
  return `${[
    '## Conformance by implementation',
    markdownTable(
      ['', ...heads],
      [
        ['verdict', ...columns.map(({ verdict }) => verdict)],
        ...(['must', 'should'] as const).map((level) => [
          `${level} failed`,
          ...columns.map(({ failed, judged }) => `${failed[level]} of ${judged[level]} judged`),
        ]),
      ],
    ),
    ...(telling.length
      ? [
          markdownTable(
            ['Requirement', ...heads],
            telling.map(({ id, level, verdicts }) => [
              `${markdownText(id)} (${level})`,
              ...verdicts.map(sign),
            ]),
          ),
        ]
      : []),
    `${alike} further requirements have one verdict everywhere and fail nowhere. What is ${VERDICT_WORDS['not-exercised']} is not scored.`,
  ].join('\n\n')}\n`;
};
