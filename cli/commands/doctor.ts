/** `doctor URL`: finds out which operations can be tested on a target, and says how to provide what is missing. */
import { exitCodes } from '../cli-error.js';
import { type Io, widthOf } from '../io.js';
import { readConfig } from '../options/config-file.js';
import { planOf } from '../options/plan.js';
import { resolve } from '../options/resolve.js';
import { targetUrl } from '../options/target-url.js';
import { replayCommand } from '../replay/replay-command.js';
import type { RunFlags } from './run.js';

export async function doctor(url: string, flags: RunFlags, { env, cwd, stdout }: Io): Promise<number> {
  const { baseUrl } = targetUrl(url);
  const config = await readConfig(flags.config, cwd, env);
  const plan = await planOf(url, resolve(flags, env, config.values), config, cwd);
  const [{ doctor: diagnose }, { doctorText }] = await Promise.all([
    import('../doctor/diagnose.js'),
    import('../doctor/text.js'),
  ]);
  const diagnosis = await diagnose({ ...plan.settings, baseUrl });
  stdout.write(doctorText(diagnosis, replayCommand(plan), widthOf(stdout)));
  const isWell = diagnosis.known.ok && diagnosis.operations.every(({ can }) => can);
  return isWell ? exitCodes.conformant : exitCodes.incomplete;
}
