/** What a recording shows of each requirement, and the sightings that findings are made of. */
import type { OperationId } from '../../schemas/index.js';
import type { Expectation } from '../expect.js';
import { collect } from '../explain/collect.js';
import { Sightings } from '../explain/sighting.js';
import { Histories } from '../history.js';
import type { Exchange } from '../http/exchange.js';
import { Judge } from '../judge.js';
import { type Failure, failedOr, inconclusive, type Mismatch, type Outcome, passed } from '../outcome.js';
import { failureOf, type Observation } from '../rules/observation.js';
import type { WriteOperation } from '../values/write-operations.js';

/** The requirements that something is said of. */
export interface About {
  readonly operation: OperationId;
  /** The parts of their ids behind the operation. */
  readonly names: readonly string[];
  /** When requests that are not in the recording would explain what is wrong. */
  readonly span?: Span | undefined;
  /** Ids of requirements by which the same would show, were it not for missing requests. */
  readonly besides?: readonly string[];
}

/** What is said of one exchange. */
export interface Look extends About {
  readonly input: string;
  /** What was recorded of the resource before it. */
  readonly history: () => readonly Exchange[];
}

/** What a rule says of a write, or of the reading behind it. */
export interface Said extends About {
  readonly observation: Observation;
}

interface Row {
  kept: number;
  readonly failures: Failure[];
  readonly doubts: Span[];
  /** Those that would show the same. */
  readonly besides: Set<string>;
}

/** Tells something wrong, once it is known whether requests that are missing would explain it. */
type Settle = (isBelieved: (about: About) => boolean) => void;

export class Tally {
  readonly sightings = new Sightings();
  readonly #histories = new Histories();
  readonly #rows = new Map<string, Row>();
  readonly #doubtful: Settle[] = [];

  /** @param known Ids of the requirements that there are; what is said of others is left out. */
  constructor(private readonly known: ReadonlySet<string>) {}

  /** Notes that something is as it must be. */
  keep(about: About): void {
    for (const row of this.#rowsOf(about)) row.kept++;
  }

  expect(look: Look, exchange: Exchange, expectation: Expectation): void {
    const mismatch = expectation(exchange);
    if (mismatch) this.miss(look, exchange, mismatch, expectation.duty);
    else {
      this.keep(look);
      this.#judge(look).expect(exchange, expectation, look.input);
    }
  }

  miss(look: Look, exchange: Exchange, mismatch: Mismatch, duty?: string): void {
    const before = look.history();
    const expectation = Object.assign(() => mismatch, duty === undefined ? {} : { duty });
    this.#settle([look], (isBelieved) => {
      if (!isBelieved(look)) return;
      const judge = this.#judge(look);
      judge.expect(exchange, expectation, look.input, before);
      const outcome = judge.outcome();
      if (outcome.verdict === 'failed') this.#fail(look, outcome.failures);
    });
  }

  /** Takes what the rules say of a write and of the reading behind it, which are one unit. */
  observe(written: WriteOperation, history: readonly Exchange[], all: readonly Said[]): void {
    const unit = {};
    for (const each of all) if (each.observation.result === 'kept') this.keep(each);
    const isBroken = ({ observation }: Said) => observation.result === 'broken';
    this.#settle(all.filter(isBroken), (isBelieved) => {
      const told = all.filter((each) => !isBroken(each) || isBelieved(each));
      collect(this.sightings, written, {
        unit,
        observations: told.map(({ observation }) => observation),
        failureOf: (each) => failureOf(written, history, each),
      });
      for (const each of told.filter(isBroken))
        this.#fail(each, [failureOf(written, history, each.observation)]);
    });
  }

  /**
   * What each requirement came to of which the recording shows something.
   * @param isComplete Whether it is known that nothing is missing from the recording.
   */
  outcomes(isComplete: boolean): ReadonlyMap<string, Outcome> {
    const rows = [...this.#rows.values()];
    const keptIn = ({ kept, besides }: Row) =>
      [...besides].reduce((sum, id) => sum + (this.#rows.get(id)?.kept ?? 0), kept);
    const lost = rows.filter(({ doubts }) => !explainedByOutages(doubts.filter(({ isLost }) => isLost)));
    const contradicted = rows.filter(
      (row) =>
        isComplete ||
        !explainedByGaps(
          row.doubts.filter(({ isLost }) => !isLost),
          keptIn(row),
        ),
    );
    const isBelieved = (about: About) =>
      !about.span ||
      this.#rowsOf(about).some((row) => (about.span?.isLost ? lost : contradicted).includes(row));
    for (const settle of this.#doubtful.splice(0)) settle(isBelieved);
    return new Map([...this.#rows].map(([id, row]) => [id, outcomeOf(row)]));
  }

  #judge({ operation }: About): Judge {
    return new Judge(operation, { sightings: this.sightings, target: { histories: this.#histories } });
  }

  /** At once, unless some of it is in doubt as long as not everything was seen. */
  #settle(about: readonly About[], settle: Settle): void {
    const doubtful = about.filter(({ span }) => span);
    if (doubtful.length === 0) settle(() => true);
    else this.#doubtful.push(settle);
    for (const { span, besides = [], ...each } of doubtful)
      for (const row of this.#rowsOf(each)) {
        row.doubts.push(span as Span);
        for (const id of besides) row.besides.add(id);
      }
  }

  #fail(about: About, failures: readonly Failure[]): void {
    for (const row of this.#rowsOf(about)) row.failures.push(...failures);
  }

  #rowsOf({ operation, names }: About): Row[] {
    return names
      .map((name) => `${operation}.${name}`)
      .filter((id) => this.known.has(id))
      .map((id) => {
        const row = this.#rows.get(id) ?? { kept: 0, failures: [], doubts: [], besides: new Set() };
        this.#rows.set(id, row);
        return row;
      });
  }
}

function outcomeOf({ kept, failures, doubts }: Row): Outcome {
  if (failures.length > 0) return failedOr(failures, passed);
  if (doubts.length === 0) return passed;
  const lost = doubts.filter(({ isLost }) => isLost).length;
  const contradictory = doubts.length - lost;
  const besides = kept > 0 ? `, ${count(kept, 'other does', 'others do')} not` : '';
  const told = [
    contradictory > 0 &&
      `${count(contradictory, 'answer contradicts', 'answers contradict')} what was recorded before${besides}: requests that are not in the recording would explain it (--complete says that there are none)`,
    lost > 0 && `${count(lost, 'answer was', 'answers were')} lost, which a restart would explain`,
  ].filter((each) => each !== false);
  return inconclusive(told.join('; '));
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** The time in which something that was not recorded would explain one thing that is wrong. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Whether the answer was lost: requests that are missing do not explain that. */
  readonly isLost?: true;
}

/** Moments at which something may have come in between before that is the stranger explanation. */
const maxMoments = 2;
/** So many contradictions for each time that the same was right. */
const mostly = 4;

/**
 * Many contradictions need many missing requests. Where nearly all that is looked at is contradicted, these would
 * have to come just there.
 * @param kept How often the same was seen to be right.
 */
export function explainedByGaps(spans: readonly Span[], kept: number): boolean {
  return spans.length < mostly * kept || momentsNeeded(spans) <= maxMoments;
}

export const explainedByOutages = (spans: readonly Span[]): boolean => momentsNeeded(spans) <= maxMoments;

/** The fewest moments that together lie in every span. */
export function momentsNeeded(spans: readonly Span[]): number {
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  for (const { from, to } of [...spans].sort((a, b) => a.to - b.to))
    if (from > last) {
      last = to;
      count++;
    }
  return count;
}
