/** How what was seen of a write operation is looked through, and becomes a failure with its evidence. */
import { type Failure, failedOr, inconclusive, type Outcome, passed } from '../../harness/outcome.js';
import type { Case, CaseKind } from '../../harness/plan/case.js';
import type { Played } from '../../harness/play/again.js';
import type { Seen } from '../../harness/play/write-campaign.js';
import { failureOf as failureIn, type Observation, type Rule } from '../../harness/rules/observation.js';
import type { WriteOperation } from '../../harness/values/write-operations.js';

/** An observation with the unit that it was made in. */
export interface Sight {
  readonly played: Played;
  readonly observation: Observation;
}

/** The observations of a rule on cases that are meant. */
export function sights({ played }: Seen, rule: Rule, isMeant: (each: Case) => boolean = () => true): Sight[] {
  return played.flatMap((each) =>
    each.observations
      .filter((observation) => observation.rule === rule && isMeant(observation.case))
      .map((observation) => ({ played: each, observation })),
  );
}

export const ofKind =
  (...kinds: readonly CaseKind[]) =>
  ({ kind }: Case) =>
    kinds.includes(kind);

/** Cases that try nothing but values of one field. */
export const ofField =
  (field: string, ...kinds: readonly CaseKind[]) =>
  ({ kind, trials }: Case) =>
    kinds.includes(kind) && trials.length > 0 && trials.every((trial) => trial.field === field);

/** Cases that try a value of a field, whatever else they try. */
export const withField =
  (field: string, ...kinds: readonly CaseKind[]) =>
  ({ kind, trials }: Case) =>
    kinds.includes(kind) && trials.some((trial) => trial.field === field);

export const ofLocation =
  (location: string) =>
  ({ kind, trials }: Case) =>
    kind === 'invalid' && trials[0]?.location === location;

export const broken = (all: readonly Sight[]) =>
  all.filter(({ observation }) => observation.result === 'broken');

const tells = ({ observation }: Sight) => observation.result !== 'untelling';

/** The failure that a broken observation amounts to, with everything that led to it. */
export const failureOf = (written: WriteOperation, { played, observation }: Sight): Failure =>
  failureIn(written, played.history, observation);

/** Failed by what is broken; passed when something was looked at; else `otherwise`. */
export function outcomeOf(
  written: WriteOperation,
  all: readonly Sight[],
  otherwise: Outcome = passed,
): Outcome {
  const failures = broken(all).map((sight) => failureOf(written, sight));
  return failedOr(failures, all.some(tells) ? passed : otherwise);
}

export const noneSent = inconclusive('no single field was taken, so nothing was left to generate from');

/** Whether the resource was read at all, answered as it must be. */
export const wasRead = (seen: Seen) => sights(seen, 'readable').length > 0;
export const unread = ({ read }: WriteOperation) => inconclusive(`${read} did not answer as it must`);
