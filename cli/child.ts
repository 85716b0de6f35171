/** The process that the library starts: it receives options and replies with a report or a failure. */
import path from 'node:path';
import type { Report } from '../schemas/generated/report.js';
import { asCliError, type CliErrorCode } from './cli-error.js';
import type { Stopped } from './engine/engine.js';
import { fromConfig } from './options/config-file.js';
import { planOf } from './options/plan.js';
import { resolve } from './options/resolve.js';
import { judge } from './run/judge.js';

export type Reply =
  | { readonly report: Report }
  | { readonly failure: { readonly code: CliErrorCode; readonly detail: string } };

const halt = new AbortController();
const stop = (message: string) => halt.abort({ cause: 'signal', message } satisfies Stopped);
process.on('SIGTERM', () => stop('The run was ended by its caller.'));
// The caller is gone, but the fixtures still have to be removed.
process.on('disconnect', () => stop('The caller of the run is gone.'));

process.once('message', async (options) => {
  const reply = await judged(options).then(
    (report): Reply => ({ report }),
    (error): Reply => {
      const { code, detail } = asCliError(error);
      return { failure: { code, detail } };
    },
  );
  // Exits even if something is left open.
  if (process.connected) process.send?.(reply, () => process.exit());
  else process.exit();
});

async function judged(options: unknown): Promise<Report> {
  const cwd = process.cwd();
  const config = await fromConfig(options, path.join(cwd, 'options'), process.env);
  return judge(await planOf(config.url, resolve({}, {}, config.values), config, cwd), halt);
}
