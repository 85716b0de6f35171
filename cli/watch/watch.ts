/** `--watch`: judges in rounds, each time what failed before first. */
import type { Report } from '../../schemas/generated/report.js';
import { asCliError, exitCodes, formatError } from '../cli-error.js';
import { type Io, widthOf } from '../io.js';
import type { Plan } from '../options/plan.js';
import { isAway, isInterrupted } from '../run/stopped.js';
import { afterRound, changes, type Failing } from './failing.js';
import { type Key, line, nextKey, withoutEcho } from './keys.js';
import { isBack, isThere } from './presence.js';
import { type ServerProcess, startServer } from './server-process.js';

interface Round {
  readonly report: Report;
  readonly exit: number;
}

export interface WatchOptions {
  readonly plan: Plan;
  readonly url: string;
  readonly io: Io;
  /** Judges once and prints the report, in later rounds with what failed before. */
  readonly round: (plan: Plan, before?: Failing) => Promise<Round>;
  readonly log: string;
  /** Aborted when the user ends the command. */
  readonly ended: AbortSignal;
}

const wentAway = 'The server went away in the middle of the round; judging again when it is back.';
const help = 'f failed · a all · o only · Enter again · q quit';

/** Resolves with the exit code of the last round when the user quits. */
export async function watch({ plan, url, io, round, log, ended }: WatchOptions): Promise<number> {
  const { server: command } = plan.options;
  let failing: Failing = { ids: new Set(plan.again?.ids), findings: new Map() };
  let next: Next | undefined = { plan, why: 'start' };
  // The selection typed for `o` stays until `a` is pressed.
  let current = plan;
  let server: ServerProcess | undefined;
  let last: Round | undefined;
  let rounds = 0;
  // A server that goes away twice in a row was not restarted by somebody: the second time is a finding.
  let restarts = true;
  let exit: number = exitCodes.conformant;
  try {
    while (next) {
      try {
        if (command !== undefined && server === undefined) server = await startServer(command, url, log, io);
        const asked: Plan = { ...next.plan, settings: { ...next.plan.settings, restarts } };
        last = await withoutEcho(io, () => round(asked, rounds > 0 ? failing : undefined));
        current = next.plan;
        exit = last.exit;
        restarts = !isInterrupted(asked, last.report);
        if (restarts) {
          rounds++;
          if (!ended.aborted)
            io.stderr.write(`\nround ${rounds}, ${next.why}: ${changes(failing, last.report)}\n`);
          failing = afterRound(failing, last.report);
        } else io.stderr.write(`${wentAway}\n`);
      } catch (error) {
        // A mistyped pattern, or a server that does not start, ends the round but not the loop.
        if (rounds === 0 && command === undefined) throw error;
        const failure = asCliError(error);
        io.stderr.write(`${formatError(failure, plan.options.debug, widthOf(io.stderr))}\n`);
        exit = failure.exit;
        restarts = true;
      }
      if (ended.aborted) next = undefined;
      // A server that this command started is started again at once.
      else if (restarts || command === undefined)
        next = await nextRound({ plan, current }, failing.ids, last?.report, { url, io, ended });
      if (next && command !== undefined) {
        await server?.stop();
        server = undefined;
      }
    }
  } finally {
    await server?.stop();
  }
  return exit;
}

interface Next {
  readonly plan: Plan;
  /** What began it, in words. */
  readonly why: string;
}

interface Plans {
  readonly plan: Plan;
  readonly current: Plan;
}

type Waiting = Pick<WatchOptions, 'url' | 'io' | 'ended'>;

/** Waits for a key or for the server to restart. */
async function nextRound(
  plans: Plans,
  failed: ReadonlySet<string>,
  report: Report | undefined,
  { url, io, ended }: Waiting,
): Promise<Next | undefined> {
  const isOurs = plans.plan.options.server !== undefined;
  let isTold = false;
  const tell = () => {
    const what = isOurs ? 'Press a key to restart the server and judge' : 'Waiting for the server to restart';
    if (!isTold) io.stderr.write(`${what}.\n${help}\n`);
    isTold = true;
  };
  const over = new AbortController();
  const stopped = AbortSignal.any([ended, over.signal]);
  // What --server has started is restarted by a key only.
  const key = nextKey(io, stopped, isOurs ? 'quit' : undefined);
  const wasAway = report !== undefined && isAway(report);
  if (wasAway) tell();
  const back = wasAway ? isThere(url, stopped) : isBack(url, stopped, tell);
  const pressed = await Promise.race([key, back.then(() => undefined)]);
  over.abort();
  const [, isRestarted] = await Promise.all([key, back]);
  if (pressed === undefined)
    return isRestarted ? { plan: planFor('again', plans, failed), why: 'server restarted' } : undefined;
  if (pressed === 'quit') return undefined;
  const waitOn = () => nextRound(plans, failed, report, { url, io, ended });
  if (pressed === 'failed' && failed.size === 0) {
    io.stderr.write('Nothing failed.\n');
    return waitOn();
  }
  if (pressed !== 'only') return { plan: planFor(pressed, plans, failed), why: pressed };
  const pattern = await line(io, 'only: ', ended);
  if (pattern !== undefined)
    return { plan: planFor(pressed, plans, failed, pattern), why: `only ${pattern || 'everything'}` };
  io.stderr.write('\n');
  return ended.aborted ? undefined : waitOn();
}

function planFor(
  key: Exclude<Key, 'quit'>,
  { plan, current }: Plans,
  failed: ReadonlySet<string>,
  pattern = '',
): Plan {
  const { again: _, ...whole } = key === 'all' ? plan : current;
  if (key === 'all') return whole;
  if (key !== 'only') return { ...whole, again: { ids: failed, alone: key === 'failed' } };
  return { ...whole, options: { ...plan.options, only: pattern === '' ? [] : pattern.split(/[ ,]+/) } };
}
