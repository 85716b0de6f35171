import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJudged } from '../../report/summary.js';
import { formats, type ReporterName } from '../../reporters/rendering.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, type CliErrorCode, systemReason } from '../cli-error.js';
import type { Plan } from '../options/plan.js';

/** Whether any of these formats writes a file. */
export const anyWritesFile = (names: readonly ReporterName[]): boolean =>
  names.some((name) => formats[name].length > 0);

/** Whether a run leaves a report that `--replay F3` and `--last-failed` can read. */
export const writesReport = ({ reporter }: Pick<Plan['options'], 'reporter'>): boolean =>
  reporter.includes('json');

/** Whether a run judges once more what was judged before: what failed, or one requirement. */
export const isAgain = ({ again, options: { replay } }: Plan): boolean =>
  again?.alone === true || replay !== undefined;

/**
 * The folder for the files of a run, as `--out` takes it. What is judged once more has a folder of its own in it, so
 * that the report of all that failed, and its findings, are still there afterwards.
 */
export const outOf = (plan: Plan): string =>
  isAgain(plan) ? path.join(plan.options.out, 'again') : plan.options.out;

/** The report file to open, as a path from the working folder; undefined when neither HTML nor JSON is written. */
export function fileToOpen(
  folder: string,
  reporters: readonly ReporterName[],
  cwd: string,
): string | undefined {
  // HTML is easier to read.
  const best = (['html', 'json'] as const).find((name) => reporters.includes(name));
  return best && path.relative(cwd, path.join(folder, ...formats[best]));
}

/** Where a run writes: the folder of `--out`, and that of `--repro` if it is given. */
export interface Folders {
  readonly folder: string;
  readonly scripts?: string | undefined;
}

/**
 * Checks before the run that files can be written, to the folder if any format writes one, and to that of the scripts.
 * @throws CliError `cannot-write` or `cannot-write-scripts`.
 */
export function tryFolders({ folder, scripts }: Folders, reporters: readonly ReporterName[]): void {
  if (anyWritesFile(reporters)) tryFolder(folder, 'cannot-write');
  if (scripts !== undefined) tryFolder(scripts, 'cannot-write-scripts');
}

function tryFolder(folder: string, code: CliErrorCode): void {
  const trial = path.join(folder, `.trial-${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    throw new CliError(code, `${folder}: ${systemReason(error)}`, { cause: error });
  }
}

const kept = (kind: string) => `last-judged.${kind}`;

/** Names of the report, and of the one that {@link keepLastJudged} keeps: the one to look at first comes first. */
export const reportNames = ['report.json', kept('json')] as const;

/**
 * Makes room for a report. One that judged nothing, as when the server is down, leaves the last one that did under
 * another name.
 */
export function keepLastJudged(
  folder: string,
  reporters: readonly ReporterName[],
  { requirements }: Report,
): void {
  const hasJudged = requirements.some(({ verdict }) => isJudged(verdict));
  for (const kind of ['json', 'html'] as const) {
    if (!reporters.includes(kind)) continue;
    const file = path.join(folder, `report.${kind}`);
    const other = path.join(folder, kept(kind));
    if (hasJudged) rmSync(other, { force: true });
    else if (existsSync(file) && !existsSync(other)) renameSync(file, other);
  }
}

/** Creates a folder and its parents, one by one: Node's own way can loop for ever on file systems that say ENOENT. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it in between.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
