import { count, STOP_WORDS, VERDICT_WORDS } from '../../report/labels.js';
import { differs, type Matrix, type MatrixColumn, type MatrixRow } from '../../report/matrix.js';

/** The rows of a matrix to show, those on which the columns differ, or all; and what is to be known of the others. */
export const telling = (
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
export const sums = (
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
