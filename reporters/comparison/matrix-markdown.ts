import { VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import type { Matrix } from '../../report/matrix.js';
import type { Verdict } from '../../schemas/generated/report.js';
import { markdownText } from '../text/escape.js';
import { markdownTable } from '../text/markdown-table.js';
import { sums, telling } from './telling.js';

const sign = (verdict: Verdict | undefined): string =>
  verdict ? `${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}` : '–';

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
            rows.map(({ id, level, verdicts }) => [`${markdownText(id)} (${level})`, ...verdicts.map(sign)]),
          ),
        ]
      : []),
    ...notes,
  ].join('\n\n')}\n`;
};
