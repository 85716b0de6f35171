/** `judge FILE.har`: judges a recording; nothing is sent. */
import path from 'node:path';
import type { Io } from '../io.js';
import { readConfig } from '../options/config-file.js';
import { type Flags, resolve } from '../options/resolve.js';
import { fileToOpen, tryFolders } from '../output/folder.js';

export type JudgeFlags = Flags & {
  readonly config?: string;
  readonly base?: string;
  readonly complete?: true;
};

export async function judge(file: string, flags: JudgeFlags, io: Io): Promise<number> {
  const { env, cwd } = io;
  const config = await readConfig(flags.config, cwd, env);
  const { values: options } = resolve(flags, env, config.values);
  const { reporter, out, verbose } = options;
  const folder = path.resolve(cwd, out);
  tryFolders({ folder }, reporter);
  const { gate } = await import('../run/gate.js');
  const { pass } = await gate({ ...options, replay: undefined }, cwd);
  const { readHar } = await import('../traffic/read-har.js');
  const { exchanges, notices } = await readHar(path.resolve(cwd, file), file);
  const { reportOn } = await import('../traffic/judge-traffic.js');
  const { base, complete = false } = flags;
  const judged = pass(reportOn(exchanges, { ...options, base, complete }, { name: file, notices }));
  const { terminalOf } = await import('../output/terminal.js');
  const { tell } = await import('../output/write.js');
  const { closing } = await import('../output/closing.js');
  const last = closing(judged, { file: fileToOpen(folder, reporter, cwd) });
  tell(judged.report, reporter, { folder, ...terminalOf(io, { verbose, closing: last }) });
  return judged.exit;
}
