/** `report FILE`: a report that is there already, in other formats. */
import path from 'node:path';
import type { Io } from '../io.js';
import { list } from '../options/parse.js';
import { reporterNamed, tell, terminalOf, tryFolder, writesFiles } from '../output.js';
import { reportReader } from '../report-file.js';

export interface ReportFlags {
  readonly reporter?: string;
  readonly out?: string;
}

export async function report(
  file: string,
  { reporter = 'console', out }: ReportFlags,
  io: Io,
): Promise<number> {
  const names = list(reporter, '--reporter').map(reporterNamed);
  const read = reportReader(io.cwd)(file);
  const folder = path.resolve(io.cwd, out ?? path.dirname(file));
  if (writesFiles(names)) tryFolder(folder);
  tell(read, names, { folder, ...terminalOf(io) });
  return 0;
}
