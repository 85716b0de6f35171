/** `netemu-conformance [URL]`: judges a server and tells what came of it. */
import path from 'node:path';
import { execute, type Stopped } from '../execute.js';
import type { Io } from '../io.js';
import { readConfig } from '../options/config-file.js';
import { printable } from '../options/printable.js';
import { type Flags, resolve } from '../options/resolve.js';
import { tryFolder } from '../output-folder.js';
import { type Plan, planOf } from '../plan.js';
import { type Progress, progress } from '../progress.js';

export type RunFlags = Flags & { readonly config?: string; readonly printConfig?: true };

export async function run(givenUrl: string | undefined, flags: RunFlags, io: Io): Promise<number> {
  const { env, cwd, stdout } = io;
  const config = await readConfig(flags.config ?? env.NETEMU_CONFORMANCE_CONFIG, cwd, env);
  const resolved = resolve(flags, env, config.values);
  const { values: options } = resolved;
  const plan = await planOf(givenUrl ?? (env.NETEMU_CONFORMANCE_URL || config.url), resolved, config, cwd);
  if (flags.printConfig) {
    stdout.write(`${JSON.stringify(printable(plan.url, resolved, config), undefined, 2)}\n`);
    return 0;
  }
  const folder = path.resolve(cwd, options.out);
  tryFolder(folder, options.reporter);
  const { gate } = await import('../gate.js');
  const pass = await gate(options, cwd);
  const { report, exit } = pass(await judged(plan, io));
  const { tell, terminalOf } = await import('../output.js');
  const scripts = options.repro && path.resolve(cwd, options.repro);
  tell(report, options.reporter, { folder, ...(scripts && { scripts }), ...terminalOf(io) });
  return exit;
}

/** Carries the run out; a signal ends it early, and a report there is all the same. */
async function judged(plan: Plan, { stderr, onSignal }: Io) {
  const halt = new AbortController();
  onSignal((signal) =>
    halt.abort({ cause: 'signal', message: `The run was ended by ${signal}.` } satisfies Stopped),
  );
  let line: Progress | undefined;
  const watcher = {
    onSelected(count: number) {
      const target = plan.url ?? 'the reference implementation';
      stderr.write(`Judging ${count} requirements on ${target}, seed ${plan.settings.seed}\n`);
      line = progress(stderr, count);
    },
    onJudged: (...verdict: Parameters<Progress['onJudged']>) => line?.onJudged(...verdict),
  };
  try {
    return await execute(plan, halt, watcher);
  } finally {
    line?.end();
  }
}
