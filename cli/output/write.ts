/** Writes a report: to files in a folder, to standard output, and to the summary of a GitHub job. */
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pc from 'picocolors';
import { type RenderOptions, type ReporterName, reporters, repro } from '../../reporters/index.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, systemReason } from '../cli-error.js';
import type { Io } from '../io.js';
import { keepLastJudged, makeFolder, withoutFiles } from './folder.js';

export interface Place {
  readonly folder: string;
  /** Folder for the scripts that replay the findings, if wanted. */
  readonly scripts?: string;
  readonly print: (text: string) => void;
  readonly rendering: RenderOptions;
  /** File to append the summary of the GitHub job to, if there is one. */
  readonly jobSummary: string | undefined;
}

/** The outputs of the process, as a place for a report. */
export const terminalOf = (
  { stdout, env }: Io,
  options: RenderOptions = {},
): Omit<Place, 'folder' | 'scripts'> => ({
  print: (text) => stdout.write(text),
  rendering: { color: pc.isColorSupported, ...(stdout.columns && { width: stdout.columns }), ...options },
  jobSummary: env.GITHUB_STEP_SUMMARY,
});

/**
 * Writes a report in each format. Files are written first, so that a closed standard output does not stop them.
 * @throws CliError `cannot-write` when any file failed, after all others were written.
 */
export function tell(report: Report, names: readonly ReporterName[], place: Place): void {
  const renderings = names.map((name) => reporters[name].render(report, place.rendering));
  let failure: CliError | undefined;
  const attempt = (file: string, write: () => void) => {
    try {
      write();
    } catch (error) {
      failure ??= new CliError('cannot-write', `${file}: ${systemReason(error)}`, { cause: error });
    }
  };
  attempt(place.folder, () => {
    if (names.some((name) => !withoutFiles.has(name))) makeFolder(place.folder);
    keepLastJudged(place.folder, names, report);
  });
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
}
