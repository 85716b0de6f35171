import { count, STOP_WORDS, stopSentence, VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { LEVELS, VERDICTS } from '../../report/summary.js';
import { someIds, type Unjudged, unjudged } from '../../report/unjudged.js';
import type { Report, RequirementRow, Verdict } from '../../schemas/generated/report.js';
import { groupBy } from '../../schemas/group-by.js';
import { terminal } from '../text/escape.js';
import { deciding } from '../text/exchange.js';
import type { Layout } from './layout.js';

/** What is counted: verdicts, apart from those of requirements whose turn never came before the run was stopped. */
type Column = Verdict | 'not-run';

const COLUMNS: readonly Column[] = [...VERDICTS, 'not-run'];
const WORDS: Record<Column, string> = { ...VERDICT_WORDS, 'not-run': 'not run' };
const SIGNS: Record<Column, string> = { ...VERDICT_SIGNS, 'not-run': VERDICT_SIGNS.deselected };

type Row = Pick<RequirementRow, 'verdict'> & { readonly notRun?: boolean | undefined };

const columnOf = ({ notRun, verdict }: Row): Column => (notRun ? 'not-run' : verdict);

interface Line {
  readonly name: string;
  readonly counts: Readonly<Record<Column, number>>;
}

const lineOf = ({ requirements }: Report, name: string, is: (row: RequirementRow) => boolean): Line => {
  const columns = requirements.filter(is).map(columnOf);
  const counts = COLUMNS.map((column) => [column, columns.filter((each) => each === column).length]);
  return { name, counts: Object.fromEntries(counts) as Line['counts'] };
};

const size = ({ counts }: Line): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

const table = (head: string, lines: readonly Line[], { dim, verdict: paint }: Layout): string[] => {
  const columns = COLUMNS.filter((name) => lines.some(({ counts }) => counts[name] > 0));
  const wide = Math.max(head.length, ...lines.map(({ name }) => name.length));
  return [
    dim(`  ${[head.padEnd(wide), ...columns.map((name) => WORDS[name])].join('  ')}`),
    ...lines.map(({ name, counts }) => {
      const cells = columns.map((column) => {
        const cell = String(counts[column] || '-').padStart(WORDS[column].length);
        return counts[column] ? paint(column, cell) : dim(cell);
      });
      return `  ${[name.padEnd(wide), ...cells].join('  ')}`;
    }),
  ];
};

/**
 * A table of operations with their counts. Operations that passed everything share one line. Of a run that was stopped
 * early, so do those that have not failed.
 */
export const operationLines = (report: Report, layout: Layout): string[] => {
  const lines = report.operations.map(({ id }) => lineOf(report, id, ({ operation }) => operation === id));
  const unselected = lines.filter((line) => line.counts.deselected === size(line));
  const kept = lines.filter(
    (line) => line.counts.passed > 0 && line.counts.passed + line.counts.deselected === size(line),
  );
  const open = lines.filter((line) => !kept.includes(line) && !unselected.includes(line));
  const rest = open.filter((line) => !report.run.stopped || line.counts.failed > 0);
  const cut = open.filter((line) => !rest.includes(line));
  const fold = (lines: readonly Line[], what: string) =>
    lines.length === 0
      ? []
      : layout.words(
          `${count(lines.length, 'operation')} ${what}: ${lines.map(({ name }) => name).join(', ')}`,
          2,
        );
  const all = [
    ...(rest.length ? table('operation', rest, layout) : []),
    ...fold(kept, 'passed').map((line) => layout.verdict('passed', line)),
    ...fold(
      cut.filter(({ counts }) => counts.passed > 0),
      'judged in part',
    ),
    ...fold(
      cut.filter(({ counts }) => counts.passed === 0),
      'not reached',
    ),
    ...fold(unselected, 'not selected').map(layout.dim),
  ];
  return all.length === 0 ? [] : ['', ...all];
};

/** A table of the totals for each level. */
export const sumLines = (report: Report, layout: Layout): string[] =>
  table(
    'level',
    LEVELS.map((level) => lineOf(report, level, (row) => row.level === level)),
    layout,
  );

/** Whether a finding tells what was sent before the server went away. */
const isBlamed = ({ run, findings }: Report): boolean =>
  run.stopped?.cause === 'breaker' && findings.some(({ evidence }) => !deciding(evidence)?.answer);

/** Reasons for which there is nothing to do: those beyond the commonest are only counted. */
const MOST_REASONS = 6;
/** Requirements that are named beside a reason; more are counted. */
const MOST_NAMED = 2;

/** Reasons that are shown unless the user wants all: those with something to do about them, and the commonest others. */
const telling = (groups: readonly Unjudged[]): readonly Unjudged[] => {
  const isPlain = ({ verdict, notRun, remedy }: Unjudged) =>
    verdict !== 'suite-error' && !notRun && remedy === undefined;
  const common = groups
    .filter(isPlain)
    .toSorted((a, b) => b.rows.length - a.rows.length)
    .slice(0, MOST_REASONS);
  return groups.filter((each) => !isPlain(each) || common.includes(each));
};

/** What could not be judged and what to do about it: one line for each reason, or all ids if verbose. */
export const unjudgedLines = (report: Report, layout: Layout, verbose: boolean): string[] => {
  const all = unjudged(report);
  const groups = verbose ? all : telling(all);
  const rest = all.filter((each) => !groups.includes(each));
  const lines = groups.flatMap(({ verdict, reason, notRun, remedy, rows }) => {
    const column = columnOf({ verdict, notRun });
    const why = notRun && isBlamed(report) ? STOP_WORDS.breaker : reason;
    const named = !verbose && rows.length <= MOST_NAMED ? ` (${someIds(rows, MOST_NAMED)})` : '';
    const said = `${SIGNS[column]} ${rows.length} ${WORDS[column]}${named}: ${why}`;
    const [first = '', ...others] = layout.words(remedy ? `${said} → ${remedy}` : said, 2);
    return [
      layout.verdict(column, first.trimStart()),
      ...others,
      ...(verbose ? rows.flatMap(({ id }) => layout.words(id, 4)).map(layout.dim) : []),
    ];
  });
  const more = rest.flatMap(({ rows }) => rows).length;
  const folded = more === 0 ? [] : layout.words(foldedReasons(more, rest.length), 0);
  return groups.length === 0 ? [] : ['', ...lines, ...folded];
};

const foldedReasons = (rows: number, reasons: number) =>
  `${SIGNS.inconclusive} ${rows} more could not be judged, for ${count(reasons, 'other reason')}: see report.html, or --verbose.`;

/** Why the run ended early, unless the list of what was not judged gives that reason already. */
export const stoppedLines = (report: Report, layout: Layout): string[] => {
  const { stopped } = report.run;
  if (!stopped || report.requirements.some(({ notRun }) => notRun)) return [];
  return layout.words(stopSentence(stopped), 0);
};

/** How many resources the run could not remove; if verbose, which ones, grouped by reason. */
export const leftoverLines = ({ leftovers }: Report, layout: Layout, verbose: boolean): string[] => {
  if (leftovers.length === 0) return [];
  const said = `${count(leftovers.length, 'fixture')} could not be removed`;
  if (!verbose) return ['', ...layout.words(`${said}: see report.html, or --verbose.`, 0)];
  const byReason = groupBy(leftovers, ({ reason }) => reason);
  return [
    '',
    `${said}:`,
    ...[...byReason].flatMap(([reason, some]) => [
      ...layout.words(`${reason}:`, 2),
      ...some.flatMap(({ path }) => layout.words(path, 4)),
    ]),
  ];
};

/** One line for each finding, since the first of several have scrolled off the screen by now. */
export const findingList = ({ findings }: Report, most: number, layout: Layout): string[] =>
  findings.length === 0
    ? []
    : [
        '',
        ...findings.slice(0, most).map((finding) => {
          const { text, indent } = layout.head(finding);
          return `${text}${shorten(terminal(finding.title), layout.columns - indent)}`;
        }),
      ];
