/** Commands that read reports: `report`, `compare`, `matrix` and `merge`. */
import path from 'node:path';
import { compareExitCode, compare as compareReports } from '../../report/compare.js';
import { matrix as matrixOf } from '../../report/matrix.js';
import { MergeError, merge as mergeReports } from '../../report/merge.js';
import { compareJson, compareMarkdown, compareText } from '../../reporters/comparison/compare.js';
import { matrixHtml } from '../../reporters/comparison/matrix-html.js';
import { matrixMarkdown, matrixText } from '../../reporters/comparison/matrix-text.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { type OptionValues, optionTable, reporterList } from '../options/table.js';
import { tryFolders } from '../output/folder.js';
import { terminalOf } from '../output/terminal.js';
import { tell } from '../output/write.js';
import { reportFile, reportReader } from '../output/written-files.js';
import { gate } from '../run/gate.js';

interface Written {
  readonly reporter?: string;
  readonly out?: string;
}

/** `report FILE`, or the folder that it is in: converts an existing report to other formats. */
export async function report(
  name: string,
  { reporter = 'console', out, repro }: Written & { readonly repro?: string },
  io: Io,
): Promise<number> {
  const names = reporterList(reporter, '--reporter');
  const read = reportReader(io.cwd)(name);
  const beside = path.dirname(reportFile(io.cwd, name));
  const folders = {
    folder: path.resolve(io.cwd, out ?? beside),
    scripts: repro && path.resolve(io.cwd, repro),
  };
  tryFolders(folders, names);
  tell(read, names, { ...folders, ...terminalOf(io) });
  return 0;
}

const comparisons = { text: compareText, markdown: compareMarkdown, json: compareJson } as const;

/** `compare BEFORE AFTER`: shows what changed, regressions first; exits 1 when there are any. */
export async function compare(
  before: string,
  after: string,
  { format }: { readonly format: keyof typeof comparisons },
  io: Io,
): Promise<number> {
  const read = reportReader(io.cwd);
  const comparison = compareReports(read(before), read(after));
  io.stdout.write(comparisons[format](comparison, terminalOf(io).rendering));
  return compareExitCode(comparison);
}

const matrices = { text: matrixText, markdown: matrixMarkdown, html: matrixHtml } as const;

/** `matrix FILES`: shows several reports side by side. */
export async function matrix(
  files: readonly string[],
  { format, all = false }: { readonly format?: keyof typeof matrices; readonly all?: boolean },
  io: Io,
): Promise<number> {
  const { isTTY = false } = io.stdout;
  const render = matrices[format ?? (isTTY ? 'text' : 'markdown')];
  io.stdout.write(render(matrixOf(files.map(reportReader(io.cwd)), files), all, terminalOf(io).rendering));
  return 0;
}

type MergeFlags = Written & Pick<OptionValues, 'failOn' | 'baseline'>;

/** `merge FILES`: merges the reports of the shards of one run. */
export async function merge(files: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const { failOn, baseline, out = optionTable.out.fallback } = flags;
  const names =
    flags.reporter === undefined ? optionTable.reporter.fallback : reporterList(flags.reporter, '--reporter');
  const { pass } = await gate({ failOn, baseline, updateBaseline: false }, io.cwd);
  const merged = pass(mergedOf(files.map(reportReader(io.cwd))));
  const folder = path.resolve(io.cwd, out);
  tryFolders({ folder }, names);
  tell(merged.report, names, { folder, ...terminalOf(io) });
  return merged.exit;
}

function mergedOf(reports: readonly Report[]): Report {
  try {
    return mergeReports(reports);
  } catch (error) {
    if (error instanceof MergeError) throw new CliError('cannot-merge', error.message, { cause: error });
    throw error;
  }
}
