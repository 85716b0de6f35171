/** `--watch`: judges in rounds, each time what failed before first. */
import type { Report } from '../../schemas/generated/report.js';
import { asCliError, exitCodes, formatError } from '../cli-error.js';
import type { Io } from '../io.js';
import type { Plan } from '../options/plan.js';
import { type Key, line, nextKey } from './keys.js';
import { isBack, isThere } from './presence.js';
import { type ServerProcess, startServer } from './server-process.js';

/** The result of one round. */
export interface Round {
  readonly report: Report;
  readonly exit: number;
}

export interface WatchOptions {
  readonly plan: Plan;
  readonly url: string;
  readonly io: Io;
  /** Judges once and prints the report. `failedBefore` are the ids that failed in the rounds before. */
  readonly round: (plan: Plan, failedBefore?: ReadonlySet<string>) => Promise<Round>;
  /** Where the output of `--server` goes. */
  readonly log: string;
  /** Aborted when the user ends the command. */
  readonly ended: AbortSignal;
}

const help = 'f failed · a all · o only · Enter again · q quit';

/** Resolves with the exit code of the last round when the user quits. */
export async function watch({ plan, url, io, round, log, ended }: WatchOptions): Promise<number> {
  const { server: command } = plan.options;
  const failed = new Set<string>(plan.again?.ids);
  let next: Plan | undefined = plan;
  // The selection typed for `o` stays until `a` is pressed.
  let current = plan;
  let server: ServerProcess | undefined;
  let last: Round | undefined;
  let exit: number = exitCodes.conformant;
  try {
    for (let times = 0; next; times++) {
      try {
        if (command !== undefined && server === undefined) server = await startServer(command, url, log);
        last = await round(next, times > 0 ? new Set(failed) : undefined);
        remember(failed, last.report);
        current = next;
        exit = last.exit;
      } catch (error) {
        // A mistyped pattern, or a server that does not start, ends the round but not the loop.
        if (times === 0 && command === undefined) throw error;
        const failure = asCliError(error);
        io.stderr.write(formatError(failure, plan.options.debug));
        exit = failure.exit;
      }
      next = ended.aborted
        ? undefined
        : await nextPlan({ plan, current }, failed, last?.report, { url, io, ended });
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

/** Updates the ids that failed. Requirements that were not judged this time keep their last verdict. */
function remember(failed: Set<string>, { requirements }: Report): void {
  for (const { id, verdict } of requirements) {
    if (verdict === 'failed') failed.add(id);
    else if (verdict === 'passed') failed.delete(id);
  }
}

interface Plans {
  /** The plan of the command. */
  readonly plan: Plan;
  /** The plan of the last round. */
  readonly current: Plan;
}

type Waiting = Pick<WatchOptions, 'url' | 'io' | 'ended'>;

/** Waits for a key or for the server to restart, and gives the plan of the next round. */
async function nextPlan(
  plans: Plans,
  failed: ReadonlySet<string>,
  report: Report | undefined,
  { url, io, ended }: Waiting,
): Promise<Plan | undefined> {
  let isTold = false;
  const tell = () => {
    const what = plans.plan.options.server === undefined ? 'for the server to restart' : 'for a key';
    if (!isTold) io.stderr.write(`\nWaiting ${what}. ${help}\n`);
    isTold = true;
  };
  const over = new AbortController();
  const end = () => over.abort();
  ended.addEventListener('abort', end, { once: true });
  const key = nextKey(io, over.signal);
  const isAway = report?.run.stopped?.cause === 'breaker' || report?.run.stopped?.cause === 'unreachable';
  if (isAway) tell();
  const back = (isAway ? isThere(url, over.signal) : isBack(url, over.signal, tell)).then(
    (is): Key | undefined => (is ? 'again' : undefined),
  );
  const pressed = await Promise.race([key, back]);
  end();
  await Promise.all([key, back]);
  ended.removeEventListener('abort', end);
  if (pressed !== 'only') return pressed && planFor(pressed, plans, failed);
  const pattern = await line(io, 'only: ', ended);
  if (pattern !== undefined) return planFor(pressed, plans, failed, pattern);
  io.stderr.write('\n');
  return ended.aborted ? undefined : nextPlan(plans, failed, report, { url, io, ended });
}

function planFor(
  key: Key,
  { plan, current }: Plans,
  failed: ReadonlySet<string>,
  pattern = '',
): Plan | undefined {
  const { again: _, ...whole } = key === 'all' ? plan : current;
  switch (key) {
    case 'quit':
      return undefined;
    case 'all':
      return whole;
    case 'again':
      return { ...whole, again: { ids: new Set(failed), alone: false } };
    case 'failed':
      return failed.size === 0 ? whole : { ...whole, again: { ids: new Set(failed), alone: true } };
    case 'only':
      return { ...whole, options: { ...plan.options, only: pattern === '' ? [] : pattern.split(/[ ,]+/) } };
  }
}
