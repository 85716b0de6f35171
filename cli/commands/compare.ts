/** `compare BEFORE AFTER`: shows what changed, regressions first; exits 1 when there are any. */
import { compareExitCode, compare as compareReports } from '../../report/compare.js';
import { compareJson, compareMarkdown, compareText } from '../../reporters/comparison/compare.js';
import type { Io } from '../io.js';
import { reportReader } from '../output/report-file.js';
import { terminalOf } from '../output/terminal.js';

const formats = { text: compareText, markdown: compareMarkdown, json: compareJson } as const;

export async function compare(
  before: string,
  after: string,
  format: keyof typeof formats,
  io: Io,
): Promise<number> {
  const read = reportReader(io.cwd);
  const comparison = compareReports(read(before), read(after));
  io.stdout.write(formats[format](comparison, terminalOf(io).rendering));
  return compareExitCode(comparison);
}
