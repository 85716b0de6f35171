import type { Report } from '../../schemas/generated/report.js';
import { groupBy } from '../group.js';
import { LEVELS, size, totals, VERDICTS } from '../sums.js';
import { count, VERDICT_SIGNS, VERDICT_WORDS } from '../words.js';
import type { Layout } from './layout.js';

interface Line {
  readonly name: string;
  readonly counts: Report['summary']['must'];
}

const table = (head: string, lines: readonly Line[], { dim, verdict }: Layout): string[] => {
  const columns = VERDICTS.filter((name) => lines.some(({ counts }) => counts[name] > 0));
  const wide = Math.max(head.length, ...lines.map(({ name }) => name.length));
  return [
    dim(`  ${[head.padEnd(wide), ...columns.map((name) => VERDICT_WORDS[name])].join('  ')}`),
    ...lines.map(({ name, counts }) => {
      const cells = columns.map((column) => {
        const cell = String(counts[column] || '-').padStart(VERDICT_WORDS[column].length);
        return counts[column] ? verdict(column, cell) : dim(cell);
      });
      return `  ${[name.padEnd(wide), ...cells].join('  ')}`;
    }),
  ];
};

/** Operations with their counts; those that keep everything are one line. */
export const operationLines = (report: Report, layout: Layout): string[] => {
  const lines = report.operations.map(({ id, summary }) => ({ name: id, counts: totals(summary) }));
  const unselected = lines.filter(({ counts }) => counts.deselected === size(counts));
  const kept = lines.filter(
    ({ counts }) => counts.passed > 0 && counts.passed + counts.deselected === size(counts),
  );
  const rest = lines.filter((line) => !kept.includes(line) && !unselected.includes(line));
  const fold = (lines: readonly Line[], what: string) =>
    lines.length === 0
      ? []
      : layout.words(
          `${count(lines.length, 'operation')} ${what}: ${lines.map(({ name }) => name).join(', ')}`,
          2,
        );
  return [
    ...(rest.length ? table('operation', rest, layout) : []),
    ...fold(kept, 'passed').map((line) => layout.verdict('passed', line)),
    ...fold(unselected, 'not selected').map(layout.dim),
  ];
};

/** Sums by level. */
export const sumLines = (report: Report, layout: Layout): string[] =>
  table(
    'level',
    LEVELS.map((level) => ({ name: level, counts: report.summary[level] })),
    layout,
  );

/** What could not be judged, by reason, with what to do about it. */
export const unjudgedLines = (report: Report, layout: Layout): string[] =>
  (['suite-error', 'inconclusive', 'not-exercised'] as const).flatMap((verdict) => {
    const rows = report.requirements.filter((row) => row.verdict === verdict);
    if (rows.length === 0) return [];
    const reasons = groupBy(rows, ({ reason, remedy }) => JSON.stringify([reason, remedy]));
    const title = `${VERDICT_SIGNS[verdict]} ${count(rows.length, 'requirement')} ${VERDICT_WORDS[verdict]}`;
    return [
      '',
      layout.verdict(verdict, title),
      ...[...reasons.values()].flatMap((group) => {
        const { reason = 'No reason was recorded.', remedy } = group[0] as (typeof rows)[number];
        const ids = group.slice(0, 4).map(({ id }) => id);
        const more = group.length > ids.length ? ` and ${group.length - ids.length} more` : '';
        return [
          ...layout.words(`${group.length} × ${reason}`, 2),
          ...layout.words(`${ids.join(', ')}${more}`, 6).map(layout.dim),
          ...(remedy ? layout.words(`→ ${remedy}`, 6) : []),
        ];
      }),
    ];
  });
