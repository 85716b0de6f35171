/** Checks that the target is there, lets the engine judge it, and assembles the report. */
import type { Settings } from '../../harness/settings.js';
import type { Report } from '../../schemas/generated/report.js';
import { type Preflight, preflight } from '../doctor/preflight.js';
import {
  type EngineResult,
  emptyResult,
  judgeSelected,
  lanes,
  type Stopped,
  type Watcher,
} from '../engine/engine.js';
import type { Plan } from '../options/plan.js';
import { writesReport } from '../output/folder.js';
import { findingCommand, replayCommand } from '../replay/replay-command.js';
import { statements } from '../statements.js';
import { assemble } from './assemble.js';
import { affordable, costOf, inOrder, plainFirst } from './order.js';
import { Pace } from './pace.js';
import { withReference } from './reference.js';
import { select } from './selection.js';
import { bailing, outOfBudget, outOfTime } from './stopped.js';

/**
 * Carries out a plan. Resolves with a complete report, however the run ends; writes nothing and never exits.
 * @param halt Abort it with a {@link Stopped} as the reason to end the run early.
 * @throws CliError when nothing is selected.
 */
export async function judge(plan: Plan, halt: AbortController, watcher: Watcher = {}): Promise<Report> {
  const startedAt = new Date();
  const started = performance.now();
  const { options, again, known: accepted } = plan;
  const selection = select(statements, options, again?.alone ? withPlain(again.ids) : undefined);
  const ordered = inOrder(selection.ids, again?.ids);
  const { budget, maxTime } = options;
  // What failed before comes first, odd or not.
  const whole = again ? ordered : plainFirst(ordered);
  const selected = budget === undefined ? whole : affordable(ordered, budget);
  const { runs } = plan.settings;
  const cost = costOf(selected, runs);
  const pace = new Pace();
  watcher.onSelected?.(selected.length, cost, pace);
  const isShortOfTime = () => (pace.msOf(cost) ?? 0) > maxTime * 1000;
  const onJudged = bailing({ ...options, accepted }, halt, (id, judged, requests) => {
    pace.note(requests);
    watcher.onJudged?.(id, judged);
  });
  const timer = setTimeout(() => halt.abort(outOfTime(maxTime)), maxTime * 1000);
  const { baseUrl, known, result } = await withReference(plan.url, async (baseUrl) => ({
    baseUrl,
    ...(await carryOut({ ...plan.settings, baseUrl, selected, isShortOfTime }, halt, {
      lanes: lanes(plan.settings.concurrency, budget),
      onJudged,
    })),
  })).finally(() => clearTimeout(timer));
  const isSpent = result.finished.spent || selected.length < ordered.length;
  if (!halt.signal.aborted && isSpent && budget !== undefined)
    halt.abort(
      outOfBudget(
        budget,
        result.finished.requests + known.requests,
        { ids: ordered, cost: costOf(ordered, runs) },
        [...result.judged],
      ),
    );
  const stopped = halt.signal.aborted ? (halt.signal.reason as Stopped) : undefined;
  const [ofFinding, ofRequirement] = [findingCommand(plan), replayCommand(plan, plan.settings)];
  return assemble({
    target: {
      baseUrl,
      ...(known.server !== undefined && { server: known.server }),
      ...(known.version !== undefined && { version: known.version }),
      embedded: plan.url === undefined,
    },
    run: {
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - started),
      seed: plan.settings.seed,
      runs,
      concurrency: plan.settings.concurrency,
      timeoutMs: plan.settings.timeoutMs,
      selection: selectionOf(plan),
      ...(result.finished.shortened && { shortened: true }),
      ...(stopped && { stopped }),
    },
    requirementSet: options.requirementSet,
    selection,
    ...result,
    finished: {
      ...result.finished,
      requests: result.finished.requests + known.requests,
      notices: [...(known.notices ?? []), ...result.finished.notices],
    },
    replay: {
      // Without a report to find it in, the first requirement that fails is judged again.
      finding: ({ id, requirements: [first] }) =>
        writesReport(options) || first === undefined
          ? `${ofFinding} --replay ${id}`
          : `${ofRequirement} --replay ${first}`,
      requirement: (id) => `${ofRequirement} --replay ${id}`,
    },
  });
}

/** What failed before, with the plain requests of its operations: only beside those does it show when it fails. */
function withPlain(failed: ReadonlySet<string>): ReadonlySet<string> {
  const operations = statements.filter(({ id }) => failed.has(id)).map(({ operation }) => operation);
  return new Set([...failed, ...operations.map((each) => `${each}.succeeds`)]);
}

async function carryOut(
  settings: Settings,
  halt: AbortController,
  how: Omit<Parameters<typeof judgeSelected>[1], 'halt'>,
): Promise<{ known: Preflight; result: EngineResult }> {
  const { signal } = halt;
  const known = await Promise.race([preflight(settings), unless(signal)]);
  if (!known.ok) halt.abort({ cause: known.cause, message: known.stop } satisfies Stopped);
  if (signal.aborted) return { known, result: emptyResult };
  const result = await judgeSelected(settings, { ...how, halt: signal });
  const { broken } = result.finished;
  if (broken !== undefined) halt.abort({ cause: 'breaker', message: broken } satisfies Stopped);
  return { known, result };
}

/** Resolves when the run is stopped during the preflight. */
function unless(signal: AbortSignal): Promise<Preflight> {
  return new Promise((resolve) => {
    const give = () => resolve({ ok: true, requests: 0 });
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
  });
}

function selectionOf({ options: { only, skip, profile, shard, replay } }: Plan): Report['run']['selection'] {
  return {
    only: replay === undefined ? only : [replay],
    skip,
    profile,
    ...(shard !== undefined && { shard }),
  };
}
