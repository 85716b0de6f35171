import {
  CHANGES,
  type Change,
  type ChangedRow,
  type Comparison,
  compareExitCode,
  type Side,
} from '../../report/compare.js';
import { count, STOP_WORDS, VERDICT_WORDS } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { groupBy } from '../../schemas/group-by.js';
import { layout } from '../console/layout.js';
import type { RenderOptions } from '../rendering.js';
import { inertJson, markdownCode, markdownText } from '../text/escape.js';
import { markdownList } from '../text/markdown-list.js';
import { markdownTable } from '../text/markdown-table.js';

const CHANGE_WORDS: Record<Change, string> = {
  regression: 'Regressions',
  'still-failing': 'Still failing',
  fixed: 'Fixed',
  'newly-exercised': 'Newly judged',
  'no-longer-exercised': 'No longer judged',
  added: 'Added',
  removed: 'Removed',
};

const verdicts = ({ before, after }: ChangedRow): string =>
  [before, after].flatMap((verdict) => (verdict ? [VERDICT_WORDS[verdict]] : [])).join(' → ');

const sideText = ({ target, startedAt, verdict, stopped }: Side): string =>
  `${target}, ${startedAt}: ${verdict}${stopped ? `, ${STOP_WORDS[stopped]}` : ''}`;

const differentSets = ({ before, after }: Comparison): string[] =>
  before.requirementSet === after.requirementSet
    ? []
    : [`The requirement sets differ: ${before.requirementSet} and ${after.requirementSet}.`];

const sum = ({ rows, unchanged }: Comparison): string => {
  const parts = CHANGES.flatMap((change) => {
    const n = rows.filter((row) => row.change === change).length;
    if (n === 0) return [];
    return change === 'regression' ? count(n, change) : `${n} ${CHANGE_WORDS[change].toLowerCase()}`;
  });
  return [...parts, `${unchanged} unchanged`].join(', ');
};

/** What one of the runs left out is counted, not listed. */
const leftOutLine = (rows: readonly ChangedRow[]): string[] => {
  const n = rows.filter(({ isLeftOut }) => isLeftOut).length;
  return n > 0 ? [`  ${count(n, 'requirement')} left out by one of the two runs`] : [];
};

/** The comparison for a terminal; the last line is the exit code and the sum. */
export const compareText = (comparison: Comparison, options: RenderOptions = {}): string => {
  const place = layout(options);
  const lines = [
    ...place.words(`A ${sideText(comparison.before)}`, 0),
    ...place.words(`B ${sideText(comparison.after)}`, 0),
    ...differentSets(comparison),
    ...[...groupBy(comparison.rows, ({ change }) => change)].flatMap(([change, rows]) => [
      '',
      place.bold(`${CHANGE_WORDS[change]} (${rows.length})`),
      ...leftOutLine(rows),
      ...rows
        .filter(({ isLeftOut }) => !isLeftOut)
        .flatMap((row) => [
          ...place.words(`${row.level.padEnd(6)} ${row.id}: ${verdicts(row)}`, 2),
          ...(row.seen ? place.words(shorten(row.seen, 400), 6) : []),
        ]),
    ]),
    '',
    `exit ${compareExitCode(comparison)}: ${sum(comparison)}`,
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
