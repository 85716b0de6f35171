/** The only way in which anything is judged on a target: command line, library, doctor, proof and tests open one. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { allConfirmed } from './evidence/confirm.js';
import { Redactor } from './evidence/redact.js';
import { Replayer } from './evidence/replay.js';
import { EvidenceWriter } from './evidence/writer.js';
import type { Explained } from './explain/cause.js';
import { asFound, explain } from './explain/findings.js';
import { FirstUpdates } from './explain/gone/first-updates.js';
import { Jammed } from './explain/gone/jammed.js';
import { Projects } from './explain/gone/lost.js';
import { Takers } from './explain/gone/takers.js';
import { WornOut } from './explain/gone/worn.js';
import { lateAsOne, oddCrashesAsOne } from './explain/replayed.js';
import type { Sightings } from './explain/sighting.js';
import { unsteadyIn } from './explain/special/passing.js';
import type { TargetSeen } from './explain/special/whole-run.js';
import { HttpClient } from './http/client.js';
import type { Exchange } from './http/exchange.js';
import { cut, judged } from './judged.js';
import type { Failure } from './outcome.js';
import type { Requirement } from './requirement.js';
import { Run } from './run.js';
import type { Finished, Judged, Settings } from './settings.js';
import { provisionerFor } from './worlds/index.js';

export interface Session {
  /** Carries the check of a requirement out. Always comes to a verdict; after {@link stop}, at once. */
  judge(requirement: Requirement): Promise<Judged>;
  /** Ends the run early: what is under way is aborted, nothing more is asked. */
  stop(reason: string): void;
  /** Removes what was made, and ends all connections. To be called once, when everything was judged. */
  close(): Promise<Finished>;
  readonly requests: number;
}

/** For those who count or look; the session keeps none of it. */
export interface Watching {
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Is given the findings, and what they were made of, at the end. */
  readonly onExplained?: ((explained: readonly Explained[], sightings: Sightings) => void) | undefined;
}

export function openSession(settings: Settings, { onExchange, onExplained }: Watching = {}): Session {
  const target = new HttpClient(settings);
  const provisioner = provisionerFor(settings.provision, target);
  const run = new Run({ ...settings, target, provisioner, lanes: 2 * settings.concurrency });
  const writer = new EvidenceWriter(settings.baseUrl, settings.headers, new Redactor(settings.headers));
  const projects = new Projects(() => target.falls);
  const takers = new Takers();
  const worn = new WornOut();
  const updates = new FirstUpdates();
  const jammed = new Jammed();
  target.onExchange = (exchange) => {
    projects.add(exchange);
    takers.add(exchange);
    worn.add(exchange);
    updates.add(exchange);
    jammed.add(exchange);
    onExchange?.(exchange);
  };
  target.onNoted = (exchange, kept) => {
    if (run.answers.add(exchange, kept)) target.histories.keep(kept);
  };
  const failed: Requirement[] = [];
  const underWay = new Set<Promise<unknown>>();
  /** Resolves when nothing else is being judged, and nothing was asked for since. */
  const othersJudged = async () => {
    do {
      await Promise.all(underWay);
      await nextTurn();
    } while (underWay.size > 0);
  };
  return {
    async judge(requirement) {
      const isLast = requirement.turn === 'last';
      if (isLast) await othersJudged();
      const judging = judged(requirement, run, writer);
      if (!isLast) underWay.add(judging);
      const verdict = await judging;
      underWay.delete(judging);
      if (verdict.verdict === 'failed') failed.push(requirement);
      return verdict;
    },
    stop: (reason) => target.stop(reason),
    async close() {
      const { broken } = target;
      // First: what its deletion finds gone was not there any more when requests to it failed.
      const { leftovers, inventory } = await run.fixtures.close();
      const seen: TargetSeen = {
        codes: target.codes,
        projects,
        takers,
        worn: worn.operations,
        updates,
        jammed: jammed.operations,
        followed: target.followed,
        broken,
        answers: (id, symptom) => ({
          ...run.answers.of(id).counts,
          ...(symptom !== undefined && { wrong: run.answers.shown.wrong(id, symptom) }),
        }),
        staleness: run.answers.staleness,
        contrast: (id, symptom) => run.answers.shown.contrast(id, symptom),
      };
      // Only what is made by requests can be made again by requests.
      const isRenewable = settings.provision.by === 'rest' && settings.confirms !== false;
      const replayer = isRenewable ? new Replayer(target) : undefined;
      const first = explain(run.sightings, failed, seen);
      const failures = replayer ? await allConfirmed(first, replayer) : new Map<Failure, Failure>();
      const unsteady = unsteadyIn(first, failures);
      const explained = unsteady.size === 0 ? first : explain(run.sightings, failed, { ...seen, unsteady });
      onExplained?.(explained, run.sightings);
      const findings = lateAsOne(oddCrashesAsOne(explained, failures), failures).map((each) =>
        asFound(each, writer.replayable(failures.get(each.failure) ?? each.failure)),
      );
      const left = (await replayer?.close()) ?? [];
      await target.close();
      return {
        requests: target.requests,
        findings,
        leftovers: [...leftovers, ...left],
        ...(inventory && { inventory }),
        notices: [...target.notices, ...(provisioner.notices ?? []), ...(writer.cut ? [cut] : [])],
        ...(broken !== undefined && { broken }),
        ...(target.spent && { spent: true as const }),
        ...(run.isShortened && { shortened: true as const }),
      };
    },
    get requests() {
      return target.requests;
    },
  };
}
