/** Starts Vitest on the compiled suites and collects what it judged. */
import { randomUUID } from 'node:crypto';
import { createVitest, type TestCase, type TestModule } from 'vitest/node';
import type { Finished, Judged, Message, Settings } from '../harness/settings.js';
import { optionsOf, quiet, streams, withoutHandlers } from './vitest-setup.js';

export interface Engine {
  /** Resolves when the worker is under way, or will never be. */
  readonly started: Promise<void>;
  /** Resolves when every selected requirement was judged, or the run was stopped and its grace is over. */
  run(settings: Settings, onJudged: OnJudged): Promise<EngineResult>;
  /** Ends the run early: what is under way becomes inconclusive, fixtures are removed. */
  stop(reason: string): void;
  /** Ends the worker. One that never ran is left to the end of the process. */
  close(): Promise<void>;
}

/** Called with each verdict as it comes. */
export type OnJudged = (id: string, judged: Judged) => void;

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

/** How long clean-up may take after a run was stopped, in milliseconds. */
const graceMs = 15_000;
/** How long Vitest may take to close, in milliseconds. */
const closeMs = 2000;

/** Starts the worker, which loads the suites meanwhile and sends nothing yet. */
export function prepareEngine(concurrency: number): Engine {
  const name = `netemu-conformance ${randomUUID()}`;
  const channel = new BroadcastChannel(name);
  const post = (message: Message) => channel.postMessage(message);
  const judged = new Map<string, Judged>();
  const defects = new Map<string, string>();
  const errors: string[] = [];
  const started = deferred();
  const ready = deferred();
  const expired = deferred();
  let finished = nothing.finished;
  let begun = false;
  let stopped = false;
  let report: OnJudged = () => {};

  channel.onmessage = ({ data }) => {
    const message = data as Message;
    if ('ready' in message) ready.resolve();
    if ('finished' in message) finished = message.finished;
  };

  const listener = {
    onTestModuleQueued: started.resolve,
    onTestCaseResult(test: TestCase) {
      const verdict = test.meta().judged;
      if (verdict) {
        judged.set(test.name, verdict);
        report(test.name, verdict);
      } else defects.set(test.name, wordsOf(test.result().errors) || 'The check ended without a verdict.');
    },
    onTestModuleEnd: (module: TestModule) => void errors.push(...module.errors().map(inWords)),
  };
  const created = withoutHandlers(() =>
    createVitest('test', optionsOf(name, concurrency, listener), quiet, streams()),
  );
  const over = created
    .then((vitest) => vitest.start())
    .then(({ unhandledErrors }) => void errors.push(...unhandledErrors.map(inWords)))
    .catch((error) => void errors.push(inWords(error)))
    .finally(started.resolve);

  return {
    started: started.promise,
    async run(settings, onJudged) {
      report = onJudged;
      await Promise.race([ready.promise, over, expired.promise]);
      begun = !stopped;
      if (stopped) return nothing;
      post({ begin: settings });
      await Promise.race([over, expired.promise]);
      return { judged, finished, defects, errors };
    },
    stop(reason) {
      stopped = true;
      if (!begun) return expired.resolve();
      post({ stop: reason });
      setTimeout(expired.resolve, graceMs).unref();
    },
    async close() {
      channel.close();
      if (!begun) return;
      const closed = created.then((vitest) => vitest.close()).catch(() => {});
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    },
  };
}

function deferred() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const wordsOf = (errors: readonly unknown[] | undefined) => (errors ?? []).map(inWords).join('; ');

function inWords(error: unknown): string {
  const { stack, message } = error as Error;
  return stack ?? message ?? String(error);
}
