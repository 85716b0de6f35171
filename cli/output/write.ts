/** Where a report goes: files in a folder, text on the standard output, the summary of a job. */
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pc from 'picocolors';
import { type RenderOptions, type ReporterName, reporters, repro } from '../../reporters/index.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, systemReason } from '../cli-error.js';
import type { Io } from '../io.js';
import { makeFolder } from './folder.js';

export interface Place {
  readonly folder: string;
  /** Folder for the scripts that show the failures again. */
  readonly scripts?: string;
  readonly print: (text: string) => void;
  readonly rendering: RenderOptions;
  /** File that a job's summary is added to. */
  readonly jobSummary: string | undefined;
}

/** The outputs of a process as the place of a report. */
export const terminalOf = ({ stdout, env }: Io): Omit<Place, 'folder' | 'scripts'> => ({
  print: (text) => stdout.write(text),
  rendering: { color: pc.isColorSupported, ...(stdout.columns && { width: stdout.columns }) },
  jobSummary: env.GITHUB_STEP_SUMMARY,
});

/**
 * Tells a report in each format. Files come first, so that a closed standard output costs none.
 * @returns The files that were written.
 * @throws CliError `cannot-write`, after all that could be written was.
 */
export function tell(report: Report, names: readonly ReporterName[], place: Place): string[] {
  const renderings = names.map((name) => reporters[name].render(report, place.rendering));
  const written: string[] = [];
  let failure: CliError | undefined;
  const attempt = (file: string, write: () => void) => {
    try {
      write();
      written.push(file);
    } catch (error) {
      failure ??= new CliError('cannot-write', `${file}: ${systemReason(error)}`, { cause: error });
    }
  };
  for (const { files, jobSummary } of renderings) {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(place.folder, name);
      attempt(file, () => writeFileSync(file, text));
    }
    const summary = place.jobSummary;
    if (jobSummary !== undefined && summary) attempt(summary, () => appendFileSync(summary, jobSummary));
  }
  const { scripts } = place;
  if (scripts !== undefined)
    for (const [name, text] of Object.entries(repro(report))) {
      const file = path.join(scripts, name);
      attempt(file, () => {
        makeFolder(scripts);
        writeFileSync(file, text, { mode: 0o755 });
      });
    }
  for (const { stdout } of renderings) if (stdout !== undefined) place.print(stdout);
  if (failure) throw failure;
  return written;
}
