import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReporterName } from '../../reporters/index.js';
import { CliError, systemReason } from '../cli-error.js';

/** Formats that are no file; written out, so that none of the formats need be loaded before a run. */
export const withoutFiles: ReadonlySet<ReporterName> = new Set(['console', 'github']);

/** The report to open, as a path from the working folder; undefined when none is written that people open. */
export function fileToOpen(
  folder: string,
  reporters: readonly ReporterName[],
  cwd: string,
): string | undefined {
  // The page is easier to read.
  const best = (['html', 'json'] as const).find((name) => reporters.includes(name));
  return best && path.relative(cwd, path.join(folder, `report.${best}`));
}

/**
 * Tries the folder before a run is spent on it, if any of the formats is a file.
 * @throws CliError `cannot-write`.
 */
export function tryFolder(folder: string, reporters: readonly ReporterName[]): void {
  if (reporters.every((name) => withoutFiles.has(name))) return;
  const trial = path.join(folder, `.trial-${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    throw new CliError('cannot-write', `${folder}: ${systemReason(error)}`, { cause: error });
  }
}

/** Makes a folder with those above it, one by one: Node's own way never ends where the system says ENOENT for ever. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}
