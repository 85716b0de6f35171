import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReporterName } from '../reporters/index.js';
import { Failure, systemReason } from './failure.js';

/** Formats that are no file; written out, so that none of the formats need be loaded before a run. */
export const withoutFiles: ReadonlySet<ReporterName> = new Set(['console', 'github']);

/**
 * Tries the folder before a run is spent on it, if any of the formats is a file.
 * @throws Failure `cannot-write`.
 */
export function tryFolder(folder: string, reporters: readonly ReporterName[]): void {
  if (reporters.every((name) => withoutFiles.has(name))) return;
  const trial = path.join(folder, `.trial-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    throw new Failure('cannot-write', `${folder}: ${systemReason(error)}`, { cause: error });
  }
}
