import { count, VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { differs, type Matrix } from '../../report/matrix.js';
import type { Verdict } from '../../schemas/generated/report.js';
import { markdownText } from '../text/escape.js';
import { markdownTable } from '../text/markdown-table.js';

const sign = (verdict: Verdict | undefined): string =>
  verdict ? `${VERDICT_SIGNS[verdict]} ${VERDICT_WORDS[verdict]}` : '–';

/** The matrix as Markdown: sums, then the requirements on which the columns differ, or all. */
export const matrixMarkdown = ({ columns, rows }: Matrix, all = false): string => {
  const heads = columns.map(({ label }) => markdownText(label));
  const telling = all ? rows : rows.filter(differs);
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
    ...(alike > 0
      ? [
          `${count(alike, telling.length > 0 ? 'further requirement' : 'requirement')} with the same verdict everywhere (--all shows them).`,
        ]
      : []),
    `Requirements that were ${VERDICT_WORDS['not-exercised']} are not scored.`,
  ].join('\n\n')}\n`;
};
