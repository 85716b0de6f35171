import type { Report, RequirementRow, Verdict } from '../schemas/generated/report.js';
import type { StopCause } from './labels.js';
import { isLeftOut } from './summary.js';

/** One column: a server, or one version of it. */
export interface MatrixColumn {
  readonly label: string;
  readonly verdict: Report['verdict'];
  readonly failed: Record<'must' | 'should', number>;
  /** How many requirements passed or failed. */
  readonly judged: Record<'must' | 'should', number>;
  /** Why the run ended early, where it did. */
  readonly stopped?: StopCause;
  /** Whether generated cases were left out, for want of time. */
  readonly shortened?: boolean;
}

/** One requirement with its verdict in each column; undefined where a report does not have it. */
export interface MatrixRow extends Pick<RequirementRow, 'id' | 'level' | 'statement'> {
  readonly verdicts: readonly (Verdict | undefined)[];
  /** For each column, whether its run left the requirement out: deselected, or stopped before its turn came. */
  readonly leftOut: readonly boolean[];
}

export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

const name = ({ target }: Report): string =>
  target.embedded
    ? 'reference implementation'
    : [target.baseUrl, target.version ?? target.server].filter(Boolean).join(' ');

const isSingle = (label: string, labels: readonly string[]): boolean =>
  labels.indexOf(label) === labels.lastIndexOf(label);

/** The parts by which paths differ: `a/b/c` and `a/x/c` become `b` and `x`. */
const differences = (paths: readonly string[]): string[] => {
  const parts = paths.map((path) => path.split('/'));
  const [first = [], ...others] = parts;
  // One part of each is left, so that none is empty.
  const most = Math.min(first.length, ...others.map(({ length }) => length)) - 1;
  const common = (at: (all: readonly string[], index: number) => string | undefined, limit: number) => {
    let n = 0;
    while (n < limit && others.every((all) => at(all, n) === at(first, n))) n++;
    return n;
  };
  const head = common((all, index) => all[index], most);
  const tail = common((all, index) => all.at(-1 - index), most - head);
  return parts.map((all) => all.slice(head, all.length - tail).join('/'));
};

/** Labels for the columns: the target's name, or the part by which files differ where names are equal; a number is added where both are. */
const labels = (reports: readonly Report[], files: readonly string[]): string[] => {
  const names = reports.map(name);
  const paths = differences(files.filter((_, index) => !isSingle(names[index] as string, names)));
  const labels = names.map((label) => (isSingle(label, names) ? label : (paths.shift() ?? label)));
  return labels.map((label, index) => (isSingle(label, labels) ? label : `${label} (${index + 1})`));
};

const column = ({ summary: { must, should }, verdict, run }: Report, label: string): MatrixColumn => ({
  label,
  verdict,
  failed: { must: must.failed, should: should.failed },
  judged: { must: must.passed + must.failed, should: should.passed + should.failed },
  ...(run.stopped && { stopped: run.stopped.cause }),
  ...(run.shortened && { shortened: true }),
});

/**
 * Puts reports side by side, in the order given. Requirements that were not exercised are shown, but not counted.
 * @param files The files of the reports: they are the labels where targets have equal names.
 */
export const matrix = (reports: readonly Report[], files: readonly string[] = []): Matrix => {
  const names = labels(reports, files);
  const sides = reports.map((report, index) => ({ report, column: column(report, names[index] as string) }));
  const known = new Map(
    reports.flatMap(({ requirements }) => requirements.map((row) => [row.id, row] as const)),
  );
  const found = sides.map(({ report }) => new Map(report.requirements.map((row) => [row.id, row])));
  return {
    columns: sides.map(({ column }) => column),
    rows: [...known.values()].map(({ id, level, statement }) => {
      const cells = found.map((byId) => byId.get(id));
      const verdicts = cells.map((row) => row?.verdict);
      return { id, level, statement, verdicts, leftOut: cells.map(isLeftOut) };
    }),
  };
};

/** Whether a requirement has different verdicts in the columns, those apart whose runs left it out. */
export const differs = ({ verdicts, leftOut }: MatrixRow): boolean =>
  new Set(verdicts.filter((_, index) => !leftOut[index])).size > 1;
