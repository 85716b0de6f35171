/** `report FILE`: converts an existing report to other formats. */
import path from 'node:path';
import type { Io } from '../io.js';
import { reporterList } from '../options/table.js';
import { tryFolders } from '../output/folder.js';
import { reportReader } from '../output/report-file.js';
import { terminalOf } from '../output/terminal.js';
import { tell } from '../output/write.js';

export interface ReportFlags {
  readonly reporter?: string;
  readonly out?: string;
  readonly repro?: string;
}

export async function report(
  file: string,
  { reporter = 'console', out, repro }: ReportFlags,
  io: Io,
): Promise<number> {
  const names = reporterList(reporter, '--reporter');
  const read = reportReader(io.cwd)(file);
  const folder = path.resolve(io.cwd, out ?? path.dirname(file));
  const folders = { folder, scripts: repro && path.resolve(io.cwd, repro) };
  tryFolders(folders, names);
  tell(read, names, { ...folders, ...terminalOf(io) });
  return 0;
}
