import { CHANGES, type Change, type ChangedRow, type Comparison, type Side } from '../../report/compare.js';
import { count, VERDICT_WORDS } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { groupBy } from '../../schemas/group-by.js';
import { layout } from '../console/layout.js';
import type { RenderOptions } from '../rendering.js';
import { inertJson, markdownCode, markdownText } from '../text/escape.js';
import { markdownList } from '../text/markdown-list.js';
import { markdownTable } from '../text/markdown-table.js';

/** Headings of the changes. */
export const CHANGE_WORDS: Record<Change, string> = {
  regression: 'Regressions',
  'still-failing': 'Still failing',
  fixed: 'Fixed',
  'newly-exercised': 'Newly exercised',
  'no-longer-exercised': 'No longer exercised',
  added: 'Added requirements',
  removed: 'Removed requirements',
};

const verdicts = ({ before, after }: ChangedRow): string =>
  [before, after].flatMap((verdict) => (verdict ? [VERDICT_WORDS[verdict]] : [])).join(' → ');

const sideText = ({ target, startedAt, verdict }: Side): string => `${target}, ${startedAt}: ${verdict}`;

const differentSets = ({ before, after }: Comparison): string[] =>
  before.requirementSet === after.requirementSet
    ? []
    : [`The requirement sets differ: ${before.requirementSet} and ${after.requirementSet}.`];

const sum = ({ rows, unchanged }: Comparison): string => {
  const parts = CHANGES.flatMap((change) => {
    const n = rows.filter((row) => row.change === change).length;
    return n ? [`${n} ${change}`] : [];
  });
  return [...parts, `${unchanged} unchanged`].join(', ');
};

/** What one of the runs left out on purpose is counted, not listed. */
const isDeselected = ({ before, after }: ChangedRow): boolean =>
  before === 'deselected' || after === 'deselected';

const deselectedLine = (rows: readonly ChangedRow[]): string[] => {
  const n = rows.filter(isDeselected).length;
  return n > 0 ? [`  ${count(n, 'requirement')} deselected in one of the two runs`] : [];
};

/** The comparison for a terminal; the sum is the last line. */
export const compareText = (comparison: Comparison, options: RenderOptions = {}): string => {
  const place = layout(options);
  const lines = [
    ...place.words(`A ${sideText(comparison.before)}`, 0),
    ...place.words(`B ${sideText(comparison.after)}`, 0),
    ...differentSets(comparison),
    ...[...groupBy(comparison.rows, ({ change }) => change)].flatMap(([change, rows]) => [
      '',
      place.bold(`${CHANGE_WORDS[change]} (${rows.length})`),
      ...deselectedLine(rows),
      ...rows
        .filter((row) => !isDeselected(row))
        .flatMap((row) => [
          ...place.words(`${row.level} ${row.id}: ${verdicts(row)}`, 2),
          ...(row.seen ? place.words(shorten(row.seen, 400), 6) : []),
        ]),
    ]),
    '',
    sum(comparison),
  ];
  return `${lines.join('\n')}\n`;
};

const MOST_ROWS = 100;

/** The comparison for a pull request. */
export const compareMarkdown = (comparison: Comparison): string => {
  const sections = [...groupBy(comparison.rows, ({ change }) => change)].map(([change, rows]) => {
    const line = (row: ChangedRow) =>
      `${row.level} ${markdownCode(row.id)}: ${verdicts(row)}${row.seen ? `, ${markdownCode(shorten(row.seen, 300))}` : ''}`;
    return [
      `<details${change === 'regression' ? ' open' : ''}><summary>${CHANGE_WORDS[change]} (${rows.length})</summary>`,
      markdownList(rows, MOST_ROWS, line),
      '</details>',
    ].join('\n\n');
  });
  const regressions = comparison.rows.filter(({ change }) => change === 'regression').length;
  return `${[
    `## ${regressions ? count(regressions, 'regression') : 'No regression'}`,
    markdownText(`A ${sideText(comparison.before)}`),
    markdownText(`B ${sideText(comparison.after)}`),
    ...differentSets(comparison).map(markdownText),
    markdownTable(
      ['Change', 'Requirements'],
      [
        ...CHANGES.map((change) => [
          CHANGE_WORDS[change],
          String(comparison.rows.filter((row) => row.change === change).length),
        ]),
        ['Unchanged', String(comparison.unchanged)],
      ],
    ),
    ...sections,
  ].join('\n\n')}\n`;
};

/** The comparison as JSON. */
export const compareJson = (comparison: Comparison): string => `${inertJson(comparison, 2)}\n`;
