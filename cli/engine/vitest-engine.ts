/** An engine that runs the compiled suites in Vitest: it starts and cancels Vitest, and collects the verdicts. */
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestCase, type TestModule } from 'vitest/node';
import type { Finished, Judged } from '../../harness/settings.js';
import { type Engine, emptyResult, type OnJudged } from './engine.js';

/** How long clean-up may take after a run was stopped, in milliseconds. */
const graceMs = 15_000;
/** How long Vitest may take to close, in milliseconds. */
const closeMs = 2000;
/** The notice for a run that was stopped and did not finish its clean-up in time. */
const unfinished =
  'Clean-up did not come to its end: what the run made may still be there, in part, and its requests are not all counted.';

/**
 * Sets up Vitest. Its worker does not start yet, and nothing is sent.
 * @param lanes How many requirements are judged at a time.
 */
export function vitestEngine(lanes: number): Engine {
  const judged = new Map<string, Judged>();
  const defects = new Map<string, string>();
  const errors: string[] = [];
  const collected = deferred();
  const expired = deferred();
  let requests = 0;
  let finished: Finished | undefined;
  let report: OnJudged = () => {};

  const note = (id: string, verdict: Judged) => {
    judged.set(id, verdict);
    report(id, verdict, requests);
  };
  const listener = {
    onTestModuleCollected: collected.resolve,
    onTestCaseResult(test: TestCase) {
      const { judged: verdict, requests: sent = 0 } = test.meta();
      requests = Math.max(requests, sent);
      const { state, errors: wrong } = test.result();
      if (verdict) note(test.name, verdict);
      // Cancelled tests are skipped or still pending: they have no verdict, and that is no defect.
      else if (state === 'passed' || state === 'failed')
        defects.set(test.name, formatErrors(wrong) || 'The check ended without a verdict.');
    },
    onTestModuleEnd(module: TestModule) {
      const { late = {}, finished: last } = module.meta();
      for (const [id, verdict] of Object.entries(late)) note(id, verdict);
      finished = last;
      errors.push(...module.errors().map(formatError));
    },
  };
  const created = withoutItsHandlers(() =>
    createVitest('test', optionsOf(lanes, listener), quiet, streams()),
  );

  return {
    async run(settings, onJudged) {
      report = onJudged;
      const over = created
        .then((vitest) => {
          vitest.provide('settings', settings);
          return vitest.start();
        })
        .then(({ unhandledErrors }) => void errors.push(...unhandledErrors.map(formatError)))
        .catch((error) => void errors.push(formatError(error)));
      const notices = await Promise.race([over.then(() => []), expired.promise.then(() => [unfinished])]);
      return {
        judged,
        finished: finished ?? { ...emptyResult.finished, requests, notices },
        defects,
        errors,
      };
    },
    stop(reason) {
      setTimeout(expired.resolve, graceMs).unref();
      // Vitest can only cancel tests that it has collected.
      const cancelled = Promise.all([created, collected.promise]).then(([vitest]) =>
        vitest.cancelCurrentRun(reason as CancelReason),
      );
      cancelled.catch(() => {});
    },
    async close() {
      const closed = created.then((vitest) => vitest.close()).catch(() => {});
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    },
  };
}

/** Vitest takes any text, although its type does not say so. */
type CancelReason = Parameters<Awaited<ReturnType<typeof createVitest>>['cancelCurrentRun']>[0];

function deferred() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const formatErrors = (errors: readonly unknown[] | undefined) => (errors ?? []).map(formatError).join('; ');

function formatError(error: unknown): string {
  const { stack, message } = error as Error;
  return stack ?? message ?? String(error);
}

const suite = fileURLToPath(new URL('../../suites/vitest.js', import.meta.url));
const root = fileURLToPath(new URL('../../suites/', import.meta.url));

interface Listener {
  onTestModuleCollected(): void;
  onTestCaseResult(test: TestCase): void;
  onTestModuleEnd(module: TestModule): void;
}

/** Options for one worker without isolation, which reads and writes nothing in the user's folder. */
export function optionsOf(lanes: number, listener: Listener) {
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
    maxConcurrency: lanes,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1000,
    cache: false as const,
    reporters: [listener],
    disableConsoleIntercept: true,
    passWithNoTests: true,
    // The suites are plain JavaScript, so Node loads them itself, wherever the package is installed.
    server: { deps: { external: [/./] } },
  };
}

export const quiet = {
  configFile: false as const,
  envFile: false as const,
  logLevel: 'silent' as const,
  clearScreen: false,
  publicDir: false as const,
};

/** Streams that discard what Vitest prints: verdicts come through its reporter interface. */
export function streams() {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  return { stdout: nowhere(), stderr: nowhere() };
}

const events = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'];

/**
 * Creates Vitest and removes the handlers that it adds to the process at once. They would end the process on a signal
 * or a rejection, without report and clean-up, and Vitest has no option against it.
 */
export function withoutItsHandlers<T>(make: () => T): T {
  const emitter: NodeJS.EventEmitter = process;
  const known = new Set(events.flatMap((event) => emitter.listeners(event)));
  const made = make();
  for (const event of events)
    for (const added of emitter.listeners(event).filter((each) => !known.has(each)))
      emitter.off(event, added as () => void);
  return made;
}
