/** One resource as its readings show it, with what was written to it since the last one. */
import type { OperationId } from '../../../schemas/index.js';
import { succeeded } from '../../expect.js';
import type { Exchange, Json, JsonObject } from '../../http/exchange.js';
import { differences } from '../../model/model.js';
import { createdId, type State, stateOf } from '../../model/state.js';
import type { Mismatch } from '../../outcome.js';
import { asItWas, isAny, mismatchOf } from '../../rules/fields.js';
import type { Sent } from '../../rules/observation.js';
import { judgeList, judgeReading } from '../../rules/reading.js';
import type { WriteOperation } from '../../values/write-operations.js';
import { isOfBlank } from '../body.js';
import type { About, Said } from '../tally.js';
import type { Event } from './event.js';

/** A value of a field that is not accepted (2.2). */
interface Forbidden {
  readonly field: string;
  readonly value: Json;
}

/** What another request in the project may have done. */
export interface Neighbour {
  readonly operation: OperationId;
  readonly end: number;
}

/** What changed between two readings. */
type Change = About & { readonly mismatch: Mismatch | undefined };

export interface Reading {
  readonly said: readonly Said[];
  readonly change?: Change;
}

/** More writes without a reading are not kept: they are a load, not a history. */
const maxSent = 200;

export class Resource {
  /** What it shows; undefined where nobody knows. */
  #shown: State | undefined;
  #since = Number.NEGATIVE_INFINITY;
  #sent: Sent[] = [];
  #forbidden: Forbidden[] = [];
  /** Ids that drawings were given. */
  readonly #given = new Set<string>();

  constructor(readonly written: WriteOperation) {}

  /** What it is known to show, where nothing was written since. */
  get shown(): State | undefined {
    return this.#sent.length === 0 ? this.#shown : undefined;
  }

  /** From now on it may show anything. */
  open(): void {
    this.#shown = undefined;
    this.#sent = [];
    this.#forbidden = [];
  }

  /** Whether a new drawing has the id of another; to be asked before it is taken note of. */
  isGiven(exchange: Exchange): boolean {
    const id = createdId(exchange);
    return id !== undefined && this.#given.has(id);
  }

  wrote(sent: Sent, forbidden: readonly Forbidden[]): void {
    const id = this.written.creates && createdId(sent.exchange);
    if (id) this.#given.add(id);
    if (this.#sent.length >= maxSent || this.#isOfSameId(sent.exchange)) this.open();
    else {
      this.#sent.push(sent);
      this.#forbidden.push(...forbidden);
    }
  }

  /** What a reading shows is known from then on; gives what it says of what went before. */
  read(event: Event, neighbour: Neighbour | undefined): Reading {
    const now = stateOf(this.written, event.exchange);
    if (!now) return { said: [] };
    const span = { from: this.#since, to: event.end };
    const reading = {
      said: [...this.#ofWrites(event, now), ...this.#ofForbidden(event, now)],
      ...(this.#sent.length === 0 &&
        this.#shown && { change: { ...this.#change(this.#shown, now, neighbour), span } }),
    };
    this.open();
    this.#shown = now;
    this.#since = event.end;
    return reading;
  }

  /** Whether a drawing replaces another one, which then need not be shown. */
  #isOfSameId(exchange: Exchange): boolean {
    if (!this.written.creates || !succeeded(exchange)) return false;
    const id = createdId(exchange);
    if (id === undefined) return true;
    return Object.hasOwn(this.#shown ?? {}, id) || this.#sent.some((each) => createdId(each.exchange) === id);
  }

  #ofWrites(event: Event, now: State): Said[] {
    const { written } = this;
    const before = this.#shown;
    const taken = this.#sent.filter(({ exchange }) => succeeded(exchange));
    // A refusal changes nothing of what was there, which nobody knows.
    const sent = before ? this.#sent : taken;
    if (sent.length === 0) return [];
    const last = taken.at(-1)?.exchange;
    const unit = { sent, before: before ?? {} };
    const all = written.creates
      ? judgeList(written, sent, unit.before, now, event.exchange)
      : judgeReading(written, unit, now, event.exchange);
    const body: JsonObject = Object.assign({}, ...taken.map((each) => each.body));
    return all
      .filter((each) => !isOfBlank(each, body))
      .map((observation) => {
        const { rule, field } = observation;
        const isStored = rule === 'stored';
        return {
          operation: written.id,
          names: [isStored ? `stores.${field}` : rule === 'kept' ? 'keeps-others' : 'aftermath.unchanged'],
          observation,
          span: { from: isStored && last ? last.startedAt : this.#since, to: event.end },
          // A field that changes by itself would do so too where it was written last.
          besides: isStored ? [] : [`${written.id}.stores.${field}`],
        };
      });
  }

  /** Nobody has written to it since the last reading: only to others in its project, if at all. */
  #change(before: State, now: State, neighbour: Neighbour | undefined): Omit<Change, 'span'> {
    const { written } = this;
    // A field that was not shown may well have been there.
    const shown = Object.entries(now).filter(([name]) => written.creates || Object.hasOwn(before, name));
    const found = differences(before, Object.fromEntries(shown), written.owned);
    const mismatch = isAny(found) ? mismatchOf(found, 'afterwards') : undefined;
    const culprit = mismatch && neighbour && neighbour.end > this.#since ? neighbour.operation : undefined;
    return {
      operation: culprit ?? written.read,
      names: [culprit ? 'spares-siblings' : 'reading-is-safe'],
      besides: [
        `${written.id}.stores.${written.creates ? 'svg' : mismatch?.violations[0]?.pointer?.slice(1)}`,
      ],
      mismatch,
    };
  }

  /** Whether what the input does not accept took effect. */
  #ofForbidden({ exchange, end }: Event, now: State): Said[] {
    const before = this.#shown ?? {};
    const open = this.#forbidden.filter(
      ({ field, value }) =>
        before[field] !== undefined && now[field] !== undefined && before[field] !== value,
    );
    return open.map(({ field, value }) => {
      const trials = [{ field, class: 'sent', value }];
      const sent = { case: { kind: 'unknown field', duty: 'answered', trials }, exchange } as const;
      const wrong = { field, expected: [before[field] as Json], shown: now[field] };
      return {
        operation: this.written.id,
        names: [`ignores.${field}`],
        observation: asItWas('kept', sent, now[field] === value ? [wrong] : [], [exchange]),
        span: { from: this.#since, to: end },
      };
    });
  }
}
