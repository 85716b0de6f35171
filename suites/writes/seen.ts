/** How what was seen of a write operation is looked through, and becomes a failure with its evidence. */
import { type Exchange, status } from '../../harness/http/exchange.js';
import { type Failure, failedOr, inconclusive, type Outcome, passed } from '../../harness/outcome.js';
import { type Case, type CaseKind, hasField } from '../../harness/plan/case.js';
import type { Played } from '../../harness/play/again.js';
import type { Seen } from '../../harness/play/write-campaign.js';
import { failureOf, type Observation, type Rule } from '../../harness/rules/observation.js';
import type { Run } from '../../harness/run.js';
import type { WriteOperation } from '../../harness/values/write-operations.js';

type Meant = (each: Case) => boolean;

export const ofKind =
  (...kinds: readonly CaseKind[]): Meant =>
  ({ kind }) =>
    kinds.includes(kind);

/** Cases that try nothing but values of one field. */
export const ofField =
  (field: string, ...kinds: readonly CaseKind[]): Meant =>
  ({ kind, trials }) =>
    kinds.includes(kind) && trials.length > 0 && trials.every((trial) => trial.field === field);

export const isBroken = ({ result }: Observation) => result === 'broken';

/** The exchange that decides, and its code. */
export const answerIn = ({ exchanges }: Observation): Exchange | undefined => exchanges.at(-1);
export const codeIn = (each: Observation): number | undefined => {
  const exchange = answerIn(each);
  return exchange && status(exchange);
};

/** Of bodies up to this length no server can say that they are too large, in bytes. */
const smallBytes = 1024;

/** Limits are not shown (section 8): a 413 is judged by answers-unknown-fields, which is only a should. */
export const isNotTooLarge = (each: Observation): boolean =>
  codeIn(each) !== 413 || Buffer.byteLength(answerIn(each)?.request.body ?? '') <= smallBytes;

/** What the requirements of a write operation look at. */
export class View {
  readonly #playedIn = new Map<Observation, Played>();

  constructor(
    readonly seen: Seen,
    readonly written: WriteOperation,
    readonly run: Run,
  ) {
    for (const played of seen.played)
      for (const each of played.observations) this.#playedIn.set(each, played);
  }

  /** The observations of a rule on cases that are meant. */
  of(rule: Rule, isMeant: Meant = () => true): Observation[] {
    return [...this.#playedIn.keys()].filter((each) => each.rule === rule && isMeant(each.case));
  }

  /** Whether a body has what the target wants in every body; so have all where there is no such field. */
  isWhole({ case: each }: Observation): boolean {
    const { needed } = this.seen.facts;
    return needed === undefined || hasField(each, needed);
  }

  codes(...kinds: readonly CaseKind[]): Observation[] {
    return this.of('code', ofKind(...kinds));
  }

  /** The failure that a broken observation amounts to, with everything that led to it; told as another, where one is given. */
  failure(broken: Observation, told = broken): Failure {
    return failureOf(this.written, this.#playedIn.get(broken)?.history ?? [], told);
  }

  /** Failed by what is broken; passed when something was looked at; else `otherwise`. */
  outcome(all: readonly Observation[], otherwise: Outcome = passed): Outcome {
    const failures = all.filter(isBroken).map((each) => this.failure(each));
    return failedOr(failures, all.some(({ result }) => result !== 'untelling') ? passed : otherwise);
  }

  /** What is to be said of what is shown: nothing where no reading was answered as it must be. */
  ifRead(otherwise: Outcome): Outcome {
    const wasRead = this.of('readable').length > 0;
    return wasRead
      ? otherwise
      : inconclusive(`${this.written.read} did not answer as it should, so nothing could be compared`);
  }
}
