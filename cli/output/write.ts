/** Writes a report: to files in a folder, to standard output, and to the summary of a GitHub job. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isJudged } from '../../report/summary.js';
import { reporters } from '../../reporters/index.js';
import type { ReporterName } from '../../reporters/rendering.js';
import { isScript, isScriptName, repro } from '../../reporters/repro.js';
import type { Report } from '../../schemas/generated/report.js';
import { CliError, type CliErrorCode, systemReason } from '../cli-error.js';
import { anyWritesFile, type Folders, keepLastJudged, makeFolder } from './folder.js';
import type { Terminal } from './terminal.js';

type Place = Folders & Terminal;

/**
 * Writes a report in each format. Files are written first, so that a closed standard output does not stop them.
 * @throws CliError `cannot-write` or `cannot-write-scripts` when any file failed, after all others were written.
 */
export function tell(report: Report, names: readonly ReporterName[], place: Place): void {
  const renderings = names.map((name) => reporters[name](report, place.rendering));
  let failure: CliError | undefined;
  const attempt = (file: string, write: () => void, code: CliErrorCode = 'cannot-write') => {
    try {
      write();
    } catch (error) {
      failure ??= new CliError(code, `${file}: ${systemReason(error)}`, { cause: error });
    }
  };
  attempt(place.folder, () => {
    if (anyWritesFile(names)) makeFolder(place.folder);
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
  if (scripts !== undefined) {
    attempt(scripts, () => clearScripts(scripts, report), 'cannot-write-scripts');
    for (const [name, text] of Object.entries(repro(report))) {
      const file = path.join(scripts, name);
      attempt(file, () => writeFileSync(file, text, { mode: 0o755 }), 'cannot-write-scripts');
    }
  }
  for (const { stdout } of renderings) if (stdout !== undefined) place.print(stdout);
  if (failure) throw failure;
}

/** Removes the scripts of an earlier run: F3 was another finding there. A run that judged nothing leaves them. */
function clearScripts(folder: string, { requirements }: Report): void {
  makeFolder(folder);
  if (!requirements.some(({ verdict }) => isJudged(verdict))) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (isScriptName(name) && isScript(readFileSync(file, 'utf8'))) rmSync(file);
  }
}
