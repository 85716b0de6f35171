/** One run from plan to report: preflight, engine, and what ends it early. Writes nothing and exits nowhere. */
import type { Judged, Settings } from '../harness/settings.js';
import { type ReferenceServer, serveReference } from '../reference-impl/index.js';
import type { Report } from '../schemas/generated/report.js';
import { outOfScope, requirements } from '../suites/index.js';
import { type Engine, type EngineResult, nothing, prepareEngine } from './engine.js';
import { tool } from './package.js';
import type { Plan } from './plan.js';
import { type Preflight, preflight } from './preflight.js';
import { provenBy } from './proofs.js';
import { replayCommand } from './replay.js';
import { assemble } from './report.js';
import { requirementSet } from './requirement-set.js';
import type { Selection } from './selection.js';

export type Stopped = NonNullable<Report['run']['stopped']>;

export interface Execution {
  /** Resolves with a whole report, however the run ends. */
  readonly report: Promise<Report>;
  /** Ends the run early; the report tells what was judged until then. */
  stop(stopped: Stopped): void;
}

/** @param onJudged Called with each verdict as it comes. */
export function execute(
  plan: Plan,
  selection: Selection,
  onJudged: (id: string, judged: Judged) => void = () => {},
): Execution {
  const halt = new AbortController();
  const stop = (stopped: Stopped) => halt.abort(stopped);
  return { report: run(plan, selection, onJudged, halt), stop };
}

type Judging = (id: string, judged: Judged) => void;

async function run(
  plan: Plan,
  selection: Selection,
  onJudged: Judging,
  halt: AbortController,
): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const { maxTime } = plan.options;
  const timer = setTimeout(() => halt.abort(outOfTime(maxTime)), maxTime * 1000);
  const reference = plan.url === undefined ? await serveReference() : undefined;
  const settings = { ...plan.settings, baseUrl: baseUrlOf(plan, reference), selected: selection.ids };
  const engine = prepareEngine(settings, onJudged);
  try {
    const { known, result } = await judge(engine, settings, halt);
    const stopped = halt.signal.aborted ? (halt.signal.reason as Stopped) : undefined;
    const replay = replayCommand(plan);
    return assemble({
      tool: { ...tool, requirementSet },
      target: {
        baseUrl: settings.baseUrl,
        ...(known.server !== undefined && { server: known.server }),
        ...(known.version !== undefined && { version: known.version }),
        embedded: reference !== undefined,
      },
      run: {
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - started),
        seed: settings.seed,
        runs: settings.runs,
        concurrency: settings.concurrency,
        timeoutMs: settings.timeoutMs,
        selection: selectionOf(plan),
        ...(stopped && { stopped }),
      },
      requirements,
      outOfScope: [...outOfScope],
      selection,
      ...result,
      finished: { ...result.finished, requests: result.finished.requests + known.requests },
      provenBy,
      replay: (id) => `${replay} --replay ${id}`,
    });
  } finally {
    clearTimeout(timer);
    await engine.close();
    await reference?.close();
  }
}

/** Asks the target whether it is there while the engine warms up, then judges. */
async function judge(
  engine: Engine,
  settings: Omit<Settings, 'channel'>,
  halt: AbortController,
): Promise<{ known: Preflight; result: EngineResult }> {
  const { signal } = halt;
  const halted = new Promise<Preflight>((resolve) => {
    const give = () => resolve({ ok: true, requests: 0 });
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
  const known = await Promise.race([preflight(settings), halted]);
  if (!known.ok) halt.abort({ cause: known.cause, message: known.stop } satisfies Stopped);
  if (signal.aborted) return { known, result: nothing };
  signal.addEventListener('abort', () => engine.stop((signal.reason as Stopped).message), { once: true });
  const result = await engine.run();
  const { broken } = result.finished;
  if (broken !== undefined) halt.abort({ cause: 'breaker', message: broken } satisfies Stopped);
  return { known, result };
}

function baseUrlOf({ url }: Plan, reference: ReferenceServer | undefined): string {
  return url ?? reference?.url ?? '';
}

function selectionOf({ options: { only, skip, profile, shard, replay } }: Plan): Report['run']['selection'] {
  return {
    only: replay === undefined ? [...only] : [replay],
    skip: [...skip],
    profile,
    ...(shard !== undefined && { shard }),
  };
}

const outOfTime = (seconds: number): Stopped => ({
  cause: 'max-time',
  message: `The run was to take at most ${seconds} seconds. Give it more with --max-time, or split it with --shard.`,
});
