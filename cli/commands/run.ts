/** `netemu-conformance [URL]`: judges a server and tells what came of it. */
import path from 'node:path';
import { requirements } from '../../suites/index.js';
import { execute } from '../execute.js';
import { exitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { readConfig } from '../options/config-file.js';
import { printable } from '../options/printable.js';
import { type Flags, resolve } from '../options/resolve.js';
import { reporterNamed, tell, terminalOf, tryFolder, writesFiles } from '../output.js';
import { planOf } from '../plan.js';
import { progress } from '../progress.js';
import { select } from '../selection.js';

type RunFlags = Flags & { readonly config?: string; readonly printConfig?: true };

export async function run(givenUrl: string | undefined, flags: RunFlags, io: Io): Promise<number> {
  const { env, cwd, stdout, stderr } = io;
  const config = readConfig(flags.config ?? env.NETEMU_CONFORMANCE_CONFIG, cwd, env);
  const resolved = resolve(flags, env, config.values);
  const { values: options } = resolved;
  const url = givenUrl ?? (env.NETEMU_CONFORMANCE_URL || config.url);
  const plan = planOf(url, resolved, config, cwd);
  if (flags.printConfig) {
    stdout.write(`${JSON.stringify(printable(plan.url, resolved, config), undefined, 2)}\n`);
    return 0;
  }
  const names = options.reporter.map(reporterNamed);
  const selection = select(requirements, options);
  const folder = path.resolve(cwd, options.out);
  if (writesFiles(names)) tryFolder(folder);

  const target = plan.url ?? 'the reference implementation';
  stderr.write(`Judging ${selection.ids.length} requirements on ${target}, seed ${plan.settings.seed}\n`);
  const line = progress(stderr, selection.ids.length);
  const execution = execute(plan, selection, line.onJudged);
  io.onSignal((signal) => execution.stop({ cause: 'signal', message: `The run was ended by ${signal}.` }));
  const report = await execution.report.finally(line.end);
  tell(report, names, { folder, ...terminalOf(io) });
  return exitCode(report, options.failOn);
}
