/** `netemu-conformance [URL]`: judges a server and reports the results, once or with --watch repeatedly. */
import path from 'node:path';
import { CliError, exitCodes, type Signal, signals } from '../cli-error.js';
import type { Stopped, Watcher } from '../engine/engine.js';
import { type Io, widthOf } from '../io.js';
import { readConfig } from '../options/config-file.js';
import { type Plan, planOf } from '../options/plan.js';
import { type Flags, printable, resolve } from '../options/resolve.js';
import { variableOf } from '../options/table.js';
import { fileToOpen, isAgain, outOf, tryFolders, writesReport } from '../output/folder.js';
import type { Progress } from '../output/progress.js';
import { afterSignal } from '../run/exit-code.js';
import type { Gate } from '../run/gate.js';
import { isAway, isInterrupted } from '../run/stopped.js';
import type { Failing } from '../watch/failing.js';

export type RunFlags = Flags & { readonly config?: string; readonly printConfig?: true };

export async function run(givenUrl: string | undefined, flags: RunFlags, io: Io): Promise<number> {
  const { env, cwd, stdout } = io;
  const config = await readConfig(flags.config, cwd, env);
  const resolved = resolve(flags, env, config.values);
  // Unlike other variables, it must not be empty: a pipeline that lost its URL would pass without judging its server.
  const url = givenUrl ?? env[variableOf('url')] ?? config.url;
  const plan = await planOf(url, resolved, config, cwd);
  if (flags.printConfig) {
    stdout.write(`${JSON.stringify(printable(plan.url, resolved, config), undefined, 2)}\n`);
    return 0;
  }
  const { watch: stays, server, out, reporter } = plan.options;
  const folder = path.resolve(cwd, out);
  tryFolders({ folder, scripts: scriptsIn(plan, cwd) }, reporter);
  const log = path.join(folder, 'server.log');
  const { gate } = await import('../run/gate.js');
  const { known, pass } = await gate(plan.options, cwd);
  const ended = new AbortController();
  let signal: Signal | undefined;
  io.onSignal((received) => {
    signal = received;
    ended.abort(`Stopped by ${signals[received].name}.`);
  });
  const round = async (plan: Plan, before?: Failing) => {
    const report = await follow({ ...plan, known }, io, ended.signal, before?.ids);
    if (server !== undefined && isAway(report)) {
      const { endOfLog } = await import('../watch/server-process.js');
      for (const line of endOfLog(log, path.relative(cwd, log))) io.stderr.write(`${line}\n`);
    }
    if (isInterrupted(plan, report)) return { report, exit: exitCodes.incomplete };
    const passed = pass(report);
    const judged = signal === undefined ? passed : { ...passed, ...afterSignal(signal, passed) };
    await tellAll(judged, plan, io, new Set(before?.findings.keys()));
    return judged;
  };
  const first = await withLastFailed(plan, folder, io);
  const once = async (carryOut: (plan: Plan) => Promise<number>) => {
    const asked = await withFinding(first, folder, io);
    return typeof asked === 'number' ? asked : carryOut(asked);
  };
  const judgeOnce = async (plan: Plan) => (await round(plan)).exit;
  if (!stays && server === undefined) return once(judgeOnce);
  const { url: at } = plan;
  if (at === undefined) throw new CliError('needs-url', stays ? '--watch' : '--server');
  if (stays) {
    const { watch } = await import('../watch/watch.js');
    return once((plan) => watch({ plan, url: at, io, round, log, ended: ended.signal }));
  }
  const { startServer } = await import('../watch/server-process.js');
  const started = await startServer(server as string, at, log, io);
  try {
    return await once(judgeOnce);
  } finally {
    await started.stop();
  }
}

const scriptsIn = ({ options: { repro } }: Plan, cwd: string) => repro && path.resolve(cwd, repro);

/** Carries out the run and prints what goes on. A signal ends it early, but there is still a report. */
async function follow(
  plan: Plan,
  { stderr }: Io,
  ended: AbortSignal,
  failedBefore: ReadonlySet<string> | undefined,
) {
  const halt = new AbortController();
  let line: Progress | undefined;
  const end = () => {
    line?.end();
    stderr.write('Stopping: removing what the run created. Press Ctrl-C again to leave it on the server.\n');
    halt.abort({ cause: 'signal', message: ended.reason } satisfies Stopped);
  };
  ended.addEventListener('abort', end, { once: true });
  if (ended.aborted) end();
  const { progress } = await import('../output/progress.js');
  const { live } = await import('../output/live.js');
  let tell: ReturnType<typeof live> | undefined;
  const watcher: Watcher = {
    onSelected(count, requests, pace) {
      const target = plan.url ?? 'the reference implementation';
      const what = count === 1 ? '1 requirement' : `${count} requirements`;
      stderr.write(`Judging ${what} on ${target}, seed ${plan.settings.seed}\n`);
      line = progress(stderr, count);
      tell = live(line.print, {
        requests,
        pace,
        advise: plan.options.budget === undefined,
        maxTime: plan.options.maxTime,
        ...(failedBefore && { failedBefore }),
        restarts: plan.settings.restarts === true,
        width: widthOf(stderr) ?? 160,
      });
    },
    onJudged(id, judged) {
      line?.onJudged(id, judged);
      tell?.onJudged(id, judged);
    },
  };
  try {
    const { judge } = await import('../run/judge.js');
    return await judge(plan, halt, watcher);
  } finally {
    tell?.end();
    line?.end();
    ended.removeEventListener('abort', end);
  }
}

/** @param told Fingerprints of findings that an earlier round has printed. */
async function tellAll(judged: Gate, plan: Plan, io: Io, told: ReadonlySet<string>): Promise<void> {
  const { options } = plan;
  const folder = path.resolve(io.cwd, outOf(plan));
  const { terminalOf } = await import('../output/terminal.js');
  const { tell } = await import('../output/write.js');
  const { doctorCommand, replayCommand, updateCommand } = await import('../replay/replay-command.js');
  const { closing } = await import('../output/closing.js');
  const terminal = terminalOf(io, {
    verbose: options.verbose,
    told,
    closing: closing(judged, {
      file: fileToOpen(folder, options.reporter, io.cwd),
      scripts: options.repro,
      // With --watch there is no command to type.
      command: options.watch ? undefined : replayCommand(plan),
      doctor: doctorCommand(plan),
      update: options.baseline === undefined ? undefined : updateCommand(plan),
      writesReport: writesReport(options),
      narrowed: plan.sources.only === 'flag' || isAgain(plan),
    }),
  });
  tell(judged.report, options.reporter, { folder, scripts: scriptsIn(plan, io.cwd), ...terminal });
}

/** With `--replay F3`: replays the finding and gives the exit code, or the plan to judge if that was not enough. */
async function withFinding(plan: Plan, folder: string, io: Io): Promise<number | Plan> {
  if (plan.options.replay === undefined) return plan;
  const { namesFinding, replayFinding } = await import('../replay/replay-finding.js');
  return namesFinding(plan) ? replayFinding(plan, folder, io) : plan;
}

/** With `--last-failed`: the plan to judge only what failed in the last report, with the same generated values. */
async function withLastFailed(plan: Plan, folder: string, io: Io): Promise<Plan> {
  const { stderr, cwd } = io;
  if (!plan.options.lastFailed) return plan;
  const { lastJudged } = await import('../output/written-files.js');
  const last = lastJudged(folder, plan, io);
  const failed = last?.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  if (last && failed?.length) {
    const seed = plan.options.seed ?? last.run.seed;
    const runs = plan.sources.runs === 'default' ? last.run.runs : plan.options.runs;
    const settings = { ...plan.settings, seed, runs };
    return { ...plan, settings, again: { ids: new Set(failed), alone: true } };
  }
  const where = path.relative(cwd, folder) || '.';
  const why = last
    ? `Nothing failed in the last report in ${where}`
    : `No report in ${where} has judged anything`;
  stderr.write(`${why}: judging everything\n`);
  return plan;
}
