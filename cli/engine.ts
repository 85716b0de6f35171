/** Starts Vitest on the compiled suites and collects what it judged. Vitest's own output does not show. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestCase } from 'vitest/node';
import type { Finished, Judged, Message, Settings } from '../harness/settings.js';

export interface Engine {
  /** Resolves when every selected requirement was judged, or the run was stopped and its grace is over. */
  readonly done: Promise<EngineResult>;
  /** Ends the run early: what is under way becomes inconclusive, fixtures are removed. */
  stop(reason: string): void;
}

export interface EngineResult {
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
  /** What went wrong in the engine itself; a defect of the suite. */
  readonly errors: readonly string[];
}

/** How long clean-up may take after a run was stopped. */
const graceMs = 15_000;

const suite = fileURLToPath(new URL('../suites/vitest.js', import.meta.url));
const root = fileURLToPath(new URL('../suites/', import.meta.url));

/** @param onJudged Called with each verdict as it comes. */
export function startEngine(
  settings: Omit<Settings, 'channel'>,
  onJudged: (id: string, judged: Judged) => void,
): Engine {
  const name = `netemu-conformance ${randomUUID()}`;
  const channel = new BroadcastChannel(name);
  const judged = new Map<string, Judged>();
  const errors: string[] = [];
  let finished: Finished = { requests: 0, leftovers: [], notices: [] };
  let expire: () => void = () => {};
  const expired = new Promise<void>((resolve) => {
    expire = resolve;
  });
  let stopped: string | undefined;
  channel.onmessage = ({ data }) => {
    const message = data as Message;
    if ('finished' in message) finished = message.finished;
  };

  async function run(): Promise<EngineResult> {
    const vitest = await createVitest('test', options({ ...settings, channel: name }, collect), quiet, streams());
    if (stopped !== undefined) channel.postMessage({ stop: stopped } satisfies Message);
    const all = vitest.start().then(({ unhandledErrors }) => errors.push(...unhandledErrors.map(inWords)));
    await Promise.race([all, expired]);
    channel.close();
    await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, 2000).unref())]);
    return { judged, finished, errors };
  }

  function collect(test: TestCase): void {
    const verdict = test.meta().judged;
    if (!verdict) {
      errors.push(`${test.name}: ${test.result().errors?.map(inWords).join('; ') ?? 'no verdict'}`);
      return;
    }
    judged.set(test.name, verdict);
    onJudged(test.name, verdict);
  }

  return {
    done: run(),
    stop: (reason) => {
      stopped ??= reason;
      channel.postMessage({ stop: reason } satisfies Message);
      setTimeout(expire, graceMs).unref();
    },
  };
}

/** One worker without isolation, nothing read from or written to the folder of the user. */
function options(settings: Settings, onTestCaseResult: (test: TestCase) => void) {
  return {
    root,
    config: false as const,
    include: [suite],
    exclude: [],
    watch: false,
    run: true,
    pool: 'threads' as const,
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    maxConcurrency: Math.max(8, 2 * settings.concurrency),
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1000,
    cache: false as const,
    reporters: [{ onTestCaseResult }],
    provide: { settings },
    disableConsoleIntercept: true,
    passWithNoTests: false,
  };
}

const quiet = {
  configFile: false as const,
  envFile: false as const,
  logLevel: 'silent' as const,
  clearScreen: false,
  publicDir: false as const,
};

/** Whatever Vitest prints goes nowhere: verdicts come through its reporter interface. */
function streams() {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  return { stdout: nowhere(), stderr: nowhere() };
}

function inWords(error: unknown): string {
  const { stack, message } = error as Error;
  return stack ?? message ?? String(error);
}
