/** Which requirements each fault breaks, as the files in reference-impl/faults/proven/ hold it: one line a fault. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Fault } from '../reference-impl/index.js';
import { idsWithVerdict, type Result } from './jobs.js';

const folder = 'reference-impl/faults/proven';

/** The requirements that failed, those that the fault was made for first. */
function breaksOf({ aims }: Fault, result: Result): string[] {
  const failed = idsWithVerdict('failed', result);
  return [...aims.filter((id) => failed.includes(id)), ...failed.filter((id) => !aims.includes(id)).sort()];
}

/** The catalogue with what was seen in place of what was declared, where a fault was judged. */
export function withResults(faults: readonly Fault[], results: readonly Result[]): Fault[] {
  const byName = new Map(results.map((result) => [result.job.name, result]));
  return faults.map((fault) => {
    const result = byName.get(fault.name);
    return result ? { ...fault, breaks: breaksOf(fault, result) } : fault;
  });
}

/** The files by their names, of all faults that break something. */
function matrixFiles(faults: readonly Fault[]): Map<string, string> {
  const modules = [...new Set(faults.map(({ module }) => module))];
  return new Map(
    modules.map((module) => {
      const lines = faults
        .filter((fault) => fault.module === module && fault.breaks.length > 0)
        .map(({ name, breaks }) => `  "${name}": [${breaks.map((id) => `"${id}"`).join(', ')}]`);
      return [`${folder}/${module}.json`, `{\n${lines.join(',\n')}\n}\n`];
    }),
  );
}

export function writeMatrix(faults: readonly Fault[]): void {
  const files = matrixFiles(faults);
  for (const [file, text] of files) writeFileSync(file, text);
  for (const file of oldFiles(files)) rmSync(file);
}

/** Files that differ from what the faults declare: entries of faults that are gone, or another order. */
export function staleFiles(faults: readonly Fault[]): string[] {
  const files = matrixFiles(faults);
  const changed = [...files].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  return [...changed.map(([file]) => file), ...oldFiles(files)];
}

const oldFiles = (files: ReadonlyMap<string, string>) =>
  readdirSync(folder)
    .map((name) => `${folder}/${name}`)
    .filter((file) => !files.has(file));
