/** Starts Vitest on the compiled suites and collects what it judged. Vitest's own output does not show. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestCase, type TestModule, type Vitest } from 'vitest/node';
import type { Finished, Judged, Message, Settings } from '../harness/settings.js';

export interface Engine {
  /** Resolves when every selected requirement was judged, or the run was stopped and its grace is over. */
  run(): Promise<EngineResult>;
  /** Ends the run early: what is under way becomes inconclusive, fixtures are removed. */
  stop(reason: string): void;
  /** Gives up what was prepared, run or not. */
  close(): Promise<void>;
}

export interface EngineResult {
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
  /** Why a check came to no verdict, by id: a defect of the suite. */
  readonly defects: ReadonlyMap<string, string>;
  /** What went wrong in the engine itself; also a defect of the suite. */
  readonly errors: readonly string[];
}

/** What a run comes to that never began. */
export const nothing: EngineResult = {
  judged: new Map(),
  finished: { requests: 0, leftovers: [], notices: [] },
  defects: new Map(),
  errors: [],
};

/** How long clean-up may take after a run was stopped. */
const graceMs = 15_000;
/** How long Vitest may take to close. */
const closeMs = 2000;

const suite = fileURLToPath(new URL('../suites/vitest.js', import.meta.url));
const root = fileURLToPath(new URL('../suites/', import.meta.url));

/**
 * Prepares a run, which takes a moment, and sends nothing yet.
 * @param onJudged Called with each verdict as it comes.
 */
export function prepareEngine(
  settings: Omit<Settings, 'channel'>,
  onJudged: (id: string, judged: Judged) => void,
): Engine {
  const name = `netemu-conformance ${randomUUID()}`;
  const channel = new BroadcastChannel(name);
  const judged = new Map<string, Judged>();
  const defects = new Map<string, string>();
  const errors: string[] = [];
  let finished = nothing.finished;
  let stopped: string | undefined;
  let expire: () => void = () => {};
  const expired = new Promise<void>((resolve) => {
    expire = resolve;
  });

  const onTestCaseResult = (test: TestCase) => {
    const verdict = test.meta().judged;
    if (verdict) {
      judged.set(test.name, verdict);
      onJudged(test.name, verdict);
    } else defects.set(test.name, wordsOf(test.result().errors) || 'The check ended without a verdict.');
  };
  const onTestModuleEnd = (module: TestModule) => errors.push(...module.errors().map(inWords));
  const options = optionsOf({ ...settings, channel: name }, { onTestCaseResult, onTestModuleEnd });
  const prepared = createVitest('test', options, quiet, streams());
  // Told by run; without a run nobody asks.
  prepared.catch(() => {});

  // Asked again until it is heard: what is sent before the worker listens is lost.
  const tell = () => channel.postMessage({ stop: stopped ?? '' } satisfies Message);
  let telling: NodeJS.Timeout | undefined;
  channel.onmessage = ({ data }) => {
    const message = data as Message;
    if ('finished' in message) finished = message.finished;
  };

  async function carryOut(vitest: Vitest): Promise<void> {
    const { unhandledErrors } = await vitest.start();
    errors.push(...unhandledErrors.map(inWords));
  }

  return {
    async run() {
      try {
        await Promise.race([carryOut(await prepared), expired]);
      } catch (error) {
        errors.push(inWords(error));
      }
      return { judged, finished, defects, errors };
    },
    stop(reason) {
      if (stopped !== undefined) return;
      stopped = reason;
      tell();
      telling = setInterval(tell, 100).unref();
      setTimeout(expire, graceMs).unref();
    },
    async close() {
      clearInterval(telling);
      channel.close();
      const closed = prepared.then((vitest) => vitest.close()).catch(() => {});
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    },
  };
}

interface Listener {
  onTestCaseResult(test: TestCase): void;
  onTestModuleEnd(module: TestModule): void;
}

/** One worker without isolation, nothing read from or written to the folder of the user. */
function optionsOf(settings: Settings, listener: Listener) {
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
    reporters: [listener],
    provide: { settings },
    disableConsoleIntercept: true,
    passWithNoTests: false,
    // The suites are plain JavaScript: Node loads them itself, wherever the package is installed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
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

const wordsOf = (errors: readonly unknown[] | undefined) => (errors ?? []).map(inWords).join('; ');

function inWords(error: unknown): string {
  const { stack, message } = error as Error;
  return stack ?? message ?? String(error);
}
