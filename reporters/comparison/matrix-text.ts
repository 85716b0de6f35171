/** The matrix as text: for a terminal, and as Markdown. */
import { count, STOP_WORDS, VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { differs, type Matrix, type MatrixColumn, type MatrixRow } from '../../report/matrix.js';
import { shorten } from '../../report/shorten.js';
import { VERDICTS } from '../../report/summary.js';
import type { Verdict } from '../../schemas/generated/report.js';
import { layout } from '../console/layout.js';
import type { RenderOptions } from '../rendering.js';
import { markdownText, terminal } from '../text/escape.js';
import { markdownTable } from '../text/markdown-table.js';

/** The rows of a matrix to show, those on which the columns differ, or all; and what is to be known of the others. */
const telling = (
  { rows }: Matrix,
  all: boolean,
): { readonly rows: readonly MatrixRow[]; readonly notes: readonly string[] } => {
  const shown = all ? rows : rows.filter(differs);
  const leftOut = all ? 0 : rows.filter((row) => !differs(row) && new Set(row.leftOut).size > 1).length;
  const alike = rows.length - shown.length - leftOut;
  const noun = shown.length > 0 ? 'further requirement' : 'requirement';
  return {
    rows: shown,
    notes: [
      ...(leftOut > 0 ? [`${count(leftOut, noun)} left out by one of the runs (--all shows them).`] : []),
      ...(alike > 0 ? [`${count(alike, noun)} with the same verdict everywhere (--all shows them).`] : []),
      `Requirements that were ${VERDICT_WORDS['not-exercised']} are not scored.`,
    ],
  };
};

const notWhole = ({ stopped, shortened }: MatrixColumn): string =>
  stopped ? STOP_WORDS[stopped] : shortened ? 'fewer generated cases, for want of time' : '';

/** What each column comes to: its verdict, how many requirements failed `of` those judged, and why a run ended early. */
const sums = (
  columns: readonly MatrixColumn[],
  of: (failed: number, judged: number) => string,
): string[][] => [
  ['verdict', ...columns.map(({ verdict }) => verdict)],
  ...(['must', 'should'] as const).map((level) => [
    `${level} failed`,
    ...columns.map(({ failed, judged }) => of(failed[level], judged[level])),
  ]),
  ...(columns.some(({ stopped, shortened }) => stopped ?? shortened)
    ? [['not whole', ...columns.map(notWhole)]]
    : []),
];

const NO_SUCH = '–';

const signed = (verdict: Verdict): string => `${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}`;

/** The matrix as Markdown: sums, then the requirements on which the columns differ, or all. */
export const matrixMarkdown = (matrix: Matrix, all = false): string => {
  const { columns } = matrix;
  const { rows, notes } = telling(matrix, all);
  const heads = columns.map(({ label }) => markdownText(label));
  return `${[
    '## Conformance by implementation',
    markdownTable(
      ['', ...heads],
      sums(columns, (failed, judged) => `${failed} of ${judged} judged`),
    ),
    ...(rows.length
      ? [
          markdownTable(
            ['Requirement', ...heads],
            rows.map(({ id, level, verdicts }) => [
              `${markdownText(id)} (${level})`,
              ...verdicts.map((verdict) => (verdict ? signed(verdict) : NO_SUCH)),
            ]),
          ),
        ]
      : []),
    ...notes,
  ].join('\n\n')}\n`;
};

const MOST_LABEL = 24;

/** The matrix for a terminal: sums, then a sign for each verdict. */
export const matrixText = (matrix: Matrix, all = false, options: RenderOptions = {}): string => {
  const { columns } = matrix;
  const { rows, notes } = telling(matrix, all);
  const place = layout(options);
  const labels = columns.map(({ label }) => shorten(terminal(label), MOST_LABEL));
  const head = [['', ...labels], ...sums(columns, (failed, judged) => `${failed} of ${judged}`)];
  const widths = widthsOf([['', ...labels], ...rows.map(({ level, id }) => [rowName(level, id)])]);
  const seen = VERDICTS.filter((verdict) => rows.some(({ verdicts }) => verdicts.includes(verdict)));
  const legend = [
    ...seen.map(signed),
    ...(rows.some(({ verdicts }) => verdicts.includes(undefined)) ? [`${NO_SUCH} no such requirement`] : []),
  ];
  const lines = [
    ...head.map((cells) => padded(cells, widthsOf(head))),
    ...(rows.length > 0 ? ['', place.dim(padded(['', ...labels], widths))] : []),
    ...rows.map(({ level, id, verdicts }) => {
      const signs = verdicts.map((verdict, index) => {
        const cell = (verdict ? VERDICT_SIGNS[verdict] : NO_SUCH).padEnd(widths[index + 1] ?? 0);
        return verdict ? place.verdict(verdict, cell) : cell;
      });
      return [rowName(level, id).padEnd(widths[0] ?? 0), ...signs].join('  ').trimEnd();
    }),
    ...(legend.length > 0 ? ['', legend.join(', ')] : []),
    ...['', ...notes].flatMap((note) => place.words(note, 0)),
  ];
  return `${lines.join('\n')}\n`;
};

const rowName = (level: string, id: string): string => `${level.padEnd(6)} ${terminal(id)}`;

const widthsOf = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, index) => Math.max(...rows.map((cells) => cells[index]?.length ?? 0)));

const padded = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();
