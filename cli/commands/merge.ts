/** `merge FILES`: merges the reports of the shards of one run. */
import path from 'node:path';
import { MergeError, merge as mergeReports } from '../../report/merge.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { type OptionValues, optionTable, reporterList } from '../options/table.js';
import { tryFolders } from '../output/folder.js';
import { reportReader } from '../output/report-file.js';
import { terminalOf } from '../output/terminal.js';
import { tell } from '../output/write.js';
import { gate } from '../run/gate.js';

export interface MergeFlags {
  readonly reporter?: string;
  readonly out?: string;
  readonly failOn: OptionValues['failOn'];
  readonly baseline?: string;
}

export async function merge(files: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  const { reporter, out } = optionTable;
  const names = flags.reporter === undefined ? reporter.fallback : reporterList(flags.reporter, '--reporter');
  const { pass } = await gate(
    { failOn: flags.failOn, baseline: flags.baseline, updateBaseline: false },
    io.cwd,
  );
  const { report, exit } = pass(merged(files.map(reportReader(io.cwd))));
  const folder = path.resolve(io.cwd, flags.out ?? out.fallback);
  tryFolders({ folder }, names);
  tell(report, names, { folder, ...terminalOf(io) });
  return exit;
}

function merged(reports: readonly Report[]): Report {
  try {
    return mergeReports(reports);
  } catch (error) {
    if (error instanceof MergeError) throw new CliError('cannot-merge', error.message, { cause: error });
    throw error;
  }
}
