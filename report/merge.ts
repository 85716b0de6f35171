import type { Report, RequirementRow } from '../schemas/generated/report.js';
import { joined } from './findings.js';
import { sums } from './summary.js';

/** Why a requirement is deselected that belongs to another shard. */
export const OTHER_SHARD = 'other shard';

/** Thrown for reports that are not shards of one run. The message says why and what to do. */
export class MergeError extends Error {}

const shardOf = ({ run }: Report): string => run.selection.shard ?? '1/1';

const isElsewhere = ({ verdict, reason }: RequirementRow): boolean =>
  verdict === 'deselected' && reason === OTHER_SHARD;

const sameIn = (reports: readonly Report[], what: string, read: (report: Report) => unknown): void => {
  const values = new Set(reports.map((report) => JSON.stringify(read(report))));
  if (values.size > 1)
    throw new MergeError(
      `The reports differ in their ${what} (${[...values].join(', ')}); merge shards of one run only.`,
    );
};

const check = (reports: readonly Report[]): void => {
  sameIn(reports, 'requirement set', ({ tool }) => tool.requirementSet);
  sameIn(reports, 'version of the suite', ({ tool }) => tool.version);
  sameIn(reports, 'seed', ({ run }) => run.seed);
  sameIn(reports, 'generated cases', ({ run }) => run.runs);
  sameIn(reports, 'target', ({ target }) => (target.embedded ? 'embedded' : target.baseUrl));
  sameIn(reports, 'selection', ({ run: { selection } }) => [
    selection.only,
    selection.skip,
    selection.profile,
  ]);
  sameIn(reports, 'requirements', ({ requirements }) => requirements.map(({ id }) => id));
  sameIn(reports, 'number of shards', (report) => shardOf(report).split('/')[1]);
  const shards = reports.map(shardOf);
  const twice = shards.find((shard, index) => shards.indexOf(shard) !== index);
  if (twice) throw new MergeError(`Shard ${twice} is given twice; give each report once.`);
};

const missing = (reports: readonly Report[]): string[] => {
  const all = Number(shardOf(reports[0] as Report).split('/')[1]);
  const there = new Set(reports.map(shardOf));
  return Array.from({ length: all }, (_, index) => `${index + 1}/${all}`).filter(
    (shard) => !there.has(shard),
  );
};

// A deselected requirement does not count, so an incomplete run could be called conformant.
const lost = (row: RequirementRow, shards: readonly string[]): RequirementRow => ({
  ...row,
  verdict: 'not-exercised',
  reason: `No report covers it; missing shards: ${shards.join(', ') || 'none'}.`,
  remedy: 'Merge the reports of all shards.',
});

const run = (reports: readonly Report[]): Report['run'] => {
  const first = (reports[0] as Report).run;
  const start = Math.min(...reports.map(({ run }) => Date.parse(run.startedAt)));
  const end = Math.max(...reports.map(({ run }) => Date.parse(run.startedAt) + run.durationMs));
  const stopped = reports.find((report) => report.run.stopped)?.run.stopped;
  const { shard: _, ...selection } = first.selection;
  return {
    ...first,
    startedAt: new Date(start).toISOString(),
    durationMs: end - start,
    requests: reports.reduce((sum, report) => sum + report.run.requests, 0),
    selection,
    ...(reports.some((report) => report.run.shortened) && { shortened: true }),
    ...(stopped && { stopped }),
  };
};

/**
 * Merges the reports of the shards of one run. Each requirement comes from the shard that judged it; totals, findings
 * and verdict are those that a single run would have.
 * @throws MergeError when the reports are not shards of one run.
 */
export const merge = (reports: readonly Report[]): Report => {
  const first = reports[0];
  if (!first) throw new MergeError('There is no report to merge; name the report.json of each shard.');
  check(reports);
  const gone = missing(reports);
  const requirements = first.requirements.map((row, index) => {
    const rows = reports.map((report) => report.requirements[index] as RequirementRow);
    return rows.find((one) => !isElsewhere(one)) ?? lost(row, gone);
  });
  const { inventory: _, ...rest } = first;
  return {
    ...rest,
    run: run(reports),
    ...sums(requirements, first.operations),
    findings: joined(reports),
    requirements,
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
    notices: [...new Set(reports.flatMap(({ notices }) => notices))],
  };
};
