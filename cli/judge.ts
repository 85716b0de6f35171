/** Asks the target whether it is there, lets the engine judge it, and puts the report together. */
import type { Settings } from '../harness/settings.js';
import { provenBy } from '../reference-impl/faults/proven.js';
import type { Report } from '../schemas/generated/report.js';
import { outOfScope } from '../suites/out-of-scope.js';
import { type Engine, type EngineResult, nothing } from './engine.js';
import type { Stopped, Watcher } from './execute.js';
import { tool } from './package.js';
import type { Plan } from './plan.js';
import { type Preflight, preflight } from './preflight.js';
import { replayCommand } from './replay.js';
import { assemble } from './report.js';
import { newestSet } from './requirement-set.js';
import { select } from './selection.js';
import { statements } from './statements.js';

/** @throws Failure when nothing is selected. */
export async function judge(
  plan: Plan,
  engine: Engine,
  halt: AbortController,
  watcher: Watcher,
): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const selection = select(statements, plan.options);
  watcher.onSelected?.(selection.ids.length, statements);
  const reference = plan.url === undefined ? await startReference() : undefined;
  const settings = { ...plan.settings, baseUrl: plan.url ?? reference?.url ?? '', selected: selection.ids };
  const { known, result } = await carryOut(engine, settings, halt, watcher);
  await reference?.close();
  const stopped = halt.signal.aborted ? (halt.signal.reason as Stopped) : undefined;
  const replay = replayCommand(plan);
  return assemble({
    tool: { ...tool, requirementSet: plan.options.requirementSet ?? newestSet },
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
    requirements: statements,
    outOfScope: [...outOfScope],
    selection,
    ...result,
    finished: {
      ...result.finished,
      requests: result.finished.requests + known.requests,
      notices: [...(known.notices ?? []), ...result.finished.notices],
    },
    provenBy,
    replay: (id) => `${replay} --replay ${id}`,
  });
}

async function startReference() {
  const { serveReference } = await import('../reference-impl/server.js');
  return serveReference();
}

async function carryOut(
  engine: Engine,
  settings: Settings,
  halt: AbortController,
  { onJudged = () => {} }: Watcher,
): Promise<{ known: Preflight; result: EngineResult }> {
  const { signal } = halt;
  const known = await Promise.race([preflight(settings), unless(signal)]);
  if (!known.ok) halt.abort({ cause: known.cause, message: known.stop } satisfies Stopped);
  if (signal.aborted) return { known, result: nothing };
  signal.addEventListener('abort', () => engine.stop((signal.reason as Stopped).message), { once: true });
  const result = await engine.run(settings, onJudged);
  const { broken } = result.finished;
  if (broken !== undefined) halt.abort({ cause: 'breaker', message: broken } satisfies Stopped);
  return { known, result };
}

/** Resolves when the run is stopped before anything is known of the target. */
function unless(signal: AbortSignal): Promise<Preflight> {
  return new Promise((resolve) => {
    const give = () => resolve({ ok: true, requests: 0 });
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
}

function selectionOf({ options: { only, skip, profile, shard, replay } }: Plan): Report['run']['selection'] {
  return {
    only: replay === undefined ? [...only] : [replay],
    skip: [...skip],
    profile,
    ...(shard !== undefined && { shard }),
  };
}
