import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../schemas/group-by.js';
import { type OperationId, operation } from '../schemas/index.js';
import {
  type Expectation,
  isRefused,
  narrowed,
  succeeded,
  succeeds,
  symptomOf,
  withoutPlaces,
} from './expect.js';
import { differenceOf, onUsed } from './explain/features/difference.js';
import { bareOf, connectionOf, ofKind } from './explain/features/feature.js';
import { noDrawings, ofNodes, otherIdsIn, updatedBefore, withStarted } from './explain/features/ids.js';
import { presenceOf } from './explain/features/of-bodies.js';
import type { Sighting } from './explain/sighting.js';
import { sinceMade } from './history.js';
import { type Exchange, lengthOf, objectOf, status } from './http/exchange.js';
import { operationOf } from './http/request.js';
import { sentIn } from './model/state.js';
import {
  type Failure,
  failedOr,
  harms,
  inState,
  listing,
  type Mismatch,
  type Outcome,
  overloaded,
  passed,
  sentTwice,
  surplus,
} from './outcome.js';
import type { Run } from './run.js';
import { writeOperation } from './values/write-operations.js';

/** Where sightings are noted, and what was sent before. */
interface Seen extends Pick<Run, 'sightings'> {
  readonly target: Pick<Run['target'], 'histories'>;
}

/** What shows that a creation was carried out twice. */
const twice: ReadonlySet<string> = new Set([listing.twice, listing.again, surplus]);

/** Collects what goes wrong in one check, and says what came of it. */
export class Judge {
  readonly #failures: Failure[] = [];
  /** What came of the check if nothing else went wrong, where something says nothing of the target. */
  #unsaid: Outcome | undefined;

  /** @param inCompany Whether what is seen shows behind other requests only. */
  constructor(
    private readonly operation: OperationId,
    private readonly seen: Seen,
    private readonly inCompany = false,
  ) {}

  /** Holds an exchange against an expectation; `before` is what led to it. True when it is kept. */
  expect(
    exchange: Exchange,
    expectation: Expectation,
    input: string,
    before: readonly Exchange[] = [],
  ): boolean {
    const miss = expectation(exchange);
    const { lostBefore, request } = exchange;
    if (miss && lostBefore && isRefused(exchange)) {
      // It was there, so it was deleted the first time.
      if (request.method === 'DELETE') return this.expect(lostBefore, expectation, onUsed, before);
      this.#unsaid = sentTwice;
      return false;
    }
    // What is wrong in several places is noted for each: one does not hide another.
    for (const one of miss ? byPlace(miss, exchange) : [])
      this.miss(one, input, [...before, exchange], symptomOf(one, exchange), expectation.duty);
    // What is about one field says nothing of the others: only codes are noted where they are right.
    if (!miss && !exchange.overloaded && expectation.duty !== undefined && !isUnlisted(exchange)) {
      const about = this.#about(input, exchange);
      this.seen.sightings.add({ ...about, aspect: 'code', expected: expectation.duty });
      if (about.succeeded) this.seen.sightings.right.add(about.operation, exchange);
    }
    return miss === undefined;
  }

  /**
   * Notes a miss that shows in the last of the exchanges.
   * @param culprit The operation that did it, where the last only shows it.
   */
  miss(
    miss: Mismatch,
    input: string,
    exchanges: readonly Exchange[],
    outcome = miss.seen,
    duty?: string,
    culprit?: OperationId,
  ): void {
    const last = exchanges.at(-1);
    if (last?.overloaded) {
      this.#unsaid = overloaded;
      return;
    }
    const led = this.seen.target.histories.leadingTo(exchanges);
    if (led.some((each) => each.sentTwice)) {
      this.#unsaid = sentTwice;
      return;
    }
    const lost = twice.has(outcome) ? led.find(({ lostBefore }) => lostBefore)?.lostBefore : undefined;
    if (lost) {
      // What got no answer was carried out all the same: that is what is wrong.
      this.expect(lost, succeeds, onUsed);
      return;
    }
    const shown: Failure = {
      ...miss,
      symptom: { operation: this.operation, input, outcome },
      exchanges: led,
      deciding: led.length - 1,
      essential: exchanges.map((each) => this.seen.target.histories.kept(each)),
    };
    const about = this.#about(input, last, culprit);
    const aspect = aspectOf(miss, duty, last);
    // What went before on a connection may turn a code into another, not an answer into a wrong one.
    const isOfCode = aspect.aspect === 'code' || aspect.aspect === 'error';
    const isBeside = isOfCode ? () => false : ofKind('behind');
    const sighting: Sighting = {
      ...about,
      ...aspect,
      features: about.features.filter((each) => !isBeside(each)),
      outcome,
      failure: shown,
      ...(this.inCompany && { inCompany: true as const }),
    };
    this.seen.sightings.add(sighting);
    this.#failures.push({ ...shown, sighting });
  }

  /** Notes that an operation has changed what it is not about, as the last of the exchanges shows. */
  harm(culprit: OperationId, miss: Mismatch, what: string, exchanges: readonly Exchange[]): void {
    const last = exchanges.at(-1);
    const isThere = last !== undefined && succeeded(last);
    const otherwise = last?.answer?.status === 404 ? harms.removed : harms.broken;
    const changed = isWritten(miss, exchanges) ? harms.written : harms.changed;
    this.miss(inState(miss), what, exchanges, isThere ? changed : otherwise, undefined, culprit);
  }

  #about(input: string, exchange: Exchange | undefined, culprit?: OperationId) {
    const isTaken = exchange !== undefined && succeeded(exchange);
    // A check of one operation may use others: what went wrong is theirs.
    const sender = (exchange && operationOf(exchange.request)) ?? this.operation;
    const blamed = culprit ?? sender;
    const written = writeOperation(sender);
    const sent = written && exchange && sentIn(exchange);
    const fields = Object.keys(sent ?? {});
    const isBare = exchange !== undefined && exchange.request.body === undefined;
    const hasNodes = operation(sender).ids.includes('node_id');
    return {
      operation: blamed,
      features: [
        ...differenceOf(input, fields.length, lengthOf(exchange?.request.body)).filter(
          (each) => hasNodes || !ofNodes.includes(each),
        ),
        ...(written && (sent || isBare) ? presenceOf(written, fields, isBare) : []),
        ...(exchange && sent ? otherIdsIn(exchange.request.path, sent) : []),
        ...(exchange ? [...bareOf(exchange.request), ...connectionOf(exchange)] : []),
        ...(exchange ? this.#historyOf(sender, exchange) : []),
      ],
      succeeded: isTaken,
      // Not the exchange: its answer may be long, and this is kept until the end of the run.
      unit: exchange?.request ?? this,
    };
  }

  /** What was done before to what is asked for, and in it. */
  #historyOf(sender: OperationId, exchange: Exchange): readonly string[] {
    const isWrite = writeOperation(sender) !== undefined;
    const hasNodes = operation(sender).ids.includes('node_id');
    // An update comes behind others all the time.
    if (isWrite && hasNodes) return [];
    const { path } = exchange.request;
    const led = sinceMade(path, this.seen.target.histories.leadingTo([exchange]).filter(succeeded));
    const sentTo = (method: string) =>
      led.filter(({ request }) => request.method === method && request.path === path);
    const updates = isWrite ? [] : sentTo('PUT');
    const fields = new Set(updates.flatMap((each) => Object.keys(sentIn(each) ?? {})));
    const updated = updates.length > 0 ? updatedBefore([...fields]) : [];
    if (hasNodes) return updated;
    const isDrawn = sentTo('POST').length > 0;
    return [
      ...updated,
      ...(sender === 'drawings.list' && !isDrawn ? [noDrawings] : []),
      ...(led.some(({ request }) => operationOf(request) === 'nodes.start') ? [withStarted] : []),
    ];
  }

  get failed(): boolean {
    return this.#failures.length > 0;
  }

  /** Failed with what was noted, or `otherwise`. */
  outcome(otherwise: Outcome = passed): Outcome {
    return failedOr(this.#failures, this.#unsaid ?? otherwise);
  }
}

/** The mismatches of an answer that is wrong in several places, one for each; items of a list are one place. */
const byPlace = (miss: Mismatch, exchange: Exchange): readonly Mismatch[] =>
  miss.violations.length < 2
    ? [miss]
    : [...groupBy(miss.violations, ({ pointer = '' }) => withoutPlaces(pointer)).values()].map((violations) =>
        narrowed(miss, violations, exchange),
      );

/** Whether an operation was answered with a success that the document does not list for it: that is judged elsewhere. */
function isUnlisted(exchange: Exchange): boolean {
  const id = operationOf(exchange.request);
  return id !== undefined && succeeded(exchange) && !operation(id).success.includes(status(exchange) ?? 0);
}

/** A wrong code, a wrong form, or a wrong state: where the first violation is says which. */
function aspectOf(
  { violations }: Mismatch,
  duty: string | undefined,
  exchange: Exchange | undefined,
): Pick<Sighting, 'aspect' | 'expected'> {
  const where = violations[0]?.in;
  if (where === 'state') return { aspect: 'state', expected: 'state' };
  if (where === 'header' || where === 'body') {
    const aspect = exchange && succeeded(exchange) ? 'answer' : 'error';
    return { aspect, expected: aspect };
  }
  return { aspect: 'code', expected: duty ?? 'valid' };
}

/** Whether something else shows what the last write was sent: several fields do, or one that has more than two values. */
function isWritten({ violations }: Mismatch, exchanges: readonly Exchange[]): boolean {
  const [write, last] = [exchanges.findLast(isWrite), exchanges.at(-1)];
  const [sent, shown] = [(write && sentIn(write)) ?? {}, (last && objectOf(last)) ?? {}];
  const names = violations.map(({ pointer = '' }) => pointer.slice(1));
  return (
    names.every((name) => Object.hasOwn(sent, name) && isDeepStrictEqual(shown[name], sent[name])) &&
    (names.length > 1 || names.some((name) => typeof sent[name] !== 'boolean'))
  );
}

function isWrite({ request }: Exchange): boolean {
  const id = operationOf(request);
  return id !== undefined && writeOperation(id) !== undefined;
}
