import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import type { Matrix } from '../../report/matrix.js';
import { shorten } from '../../report/shorten.js';
import { VERDICTS } from '../../report/summary.js';
import { layout } from '../console/layout.js';
import type { RenderOptions } from '../rendering.js';
import { terminal } from '../text/escape.js';
import { sums, telling } from './telling.js';

const MOST_LABEL = 24;
const NO_SUCH = '–';

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
    ...seen.map((verdict) => `${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}`),
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
