/** Judges recorded traffic by the rules and the model of a run: request after request, as far as is known. */
import type { Operation, OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import type { Exchange, Json } from '../http/exchange.js';
import { shownBy } from '../model/state.js';
import type { Mismatch } from '../outcome.js';
import { labelOf } from '../plan/case.js';
import { type WriteOperation, writeOperation, writeOperations } from '../values/write-operations.js';
import { type Context, isOwnAnswer, judgeForm, lostIn, servedIn } from './answers.js';
import type { Asked } from './asked.js';
import { caseOf, type Sent, sentBy } from './body.js';
import { goneCodes, oddIdCodes, plainCodes } from './codes.js';
import type { Event } from './history/event.js';
import type { Known } from './history/existence.js';
import { Knowledge } from './history/knowledge.js';
import { Refusals } from './refusals.js';
import type { Tally } from './tally.js';
import { forbiddenIn, judgeWrite } from './writes.js';

/** Adds to a tally what the events say, which are in the order in which they were sent. */
export function judgeEvents(events: readonly Event[], tally: Tally): void {
  const judge = new TrafficJudge(tally, servedIn(events));
  for (const event of events) judge.take(event);
  judge.end();
}

class TrafficJudge {
  readonly #knowledge = new Knowledge();
  readonly #refusals = new Refusals();

  constructor(
    private readonly tally: Tally,
    private readonly served: ReadonlySet<OperationId>,
  ) {}

  take(event: Event): void {
    this.#knowledge.open(event);
    if (event.operation) this.#takeOperation(event, event.operation);
    else this.#knowledge.made(event);
    this.#knowledge.log.add(event);
  }

  end(): void {
    this.#refusals.settle(this.tally);
  }

  #takeOperation(event: Event, asked: Operation): void {
    const { place, exchange } = event;
    if (!isOwnAnswer(exchange)) {
      if (event.writes && place) this.#knowledge.uncertain(place, event);
      return;
    }
    const sent: Sent = asked.takesBody ? sentBy(event) : { is: 'missing' };
    const written = writeOperation(asked.id);
    const recorded = written && caseOf(written, sent);
    const context: Context = {
      tally: this.tally,
      input: recorded ? labelOf(recorded.case) : 'a plain request',
      history: () => (place ? this.#knowledge.log.of(place) : []),
    };
    judgeForm(event, asked, this.served.has(asked.id), context);
    if (!place) {
      const rule = oddIdCodes(asked, event);
      this.tally.expect({ ...context, operation: asked.id, names: rule.names }, exchange, rule.expectation);
      return;
    }
    const known = event.isContended ? undefined : this.#knowledge.existence.of(place);
    const all: Asked = { event, operation: asked, place, known, sent, written, recorded, context };
    if (known?.is === 'gone') {
      if (exchange.answer) this.#judgeGone(all, known);
    } else this.#judgeCode(all);
    this.#keep(all);
  }

  #judgeGone({ event, operation: asked, sent, recorded, context }: Asked, known: Known): void {
    if (asked.takesBody && sent.is !== 'json' && sent.is !== 'malformed') return;
    const isSound = !asked.takesBody || (recorded ? recorded.case.duty !== 'refused' : sent.is === 'json');
    const rule = goneCodes(asked, known, isSound);
    if (!rule) return;
    const span = { from: known.since, to: event.end };
    const look = { ...context, operation: rule.of, names: rule.names, span };
    this.tally.expect(look, event.exchange, rule.expectation);
  }

  #judgeCode(all: Asked): void {
    const { event, operation: asked, written, recorded, known, sent, context } = all;
    const { exchange } = event;
    if (exchange.answer?.status === 404) {
      if (known?.is === 'there') this.#judgeLoss(all, known);
      // What nobody knows to be there need not be.
      if (known?.is === 'there' || asked.listed.includes(404) || asked.id.startsWith('drawings.')) return;
    }
    if (!written)
      for (const { names, expectation } of plainCodes(asked, sent, known))
        this.tally.expect(
          { ...context, ...lostIn(event), operation: asked.id, names },
          exchange,
          expectation,
        );
    // What a drawing comes to where there may be no project is not shown.
    else if (recorded && (succeeded(exchange) || !written.creates || known?.is === 'there')) {
      const shown = event.isContended ? undefined : this.#knowledge.resource(all.place, written).shown;
      judgeWrite({ ...all, written, recorded }, shown, this.#refusals);
    }
  }

  /** A resource that was there is not found any more. */
  #judgeLoss({ event, operation: asked, context }: Asked, known: Known): void {
    const expected = `${asked.success.join(' or ')}, since it was there`;
    const violations = [{ in: 'status', message: 'status 404' }] as const;
    const mismatch = { expected, seen: '404 Not Found', violations };
    const span = { from: known.since, to: event.end };
    const look = { ...context, operation: asked.id, names: ['succeeds'], span };
    this.tally.miss(look, event.exchange, mismatch, 'valid');
  }

  /** What is known from now on. */
  #keep(all: Asked): void {
    const { event, operation: asked, place, written } = all;
    const { exchange, isContended, writes } = event;
    if (isContended) {
      if (writes) this.#knowledge.uncertain(place, event);
      return;
    }
    if (succeeded(exchange)) this.#knowledge.succeeded(place, event);
    const shown = asked.method === 'GET' ? (shownBy(asked.id) ?? shownOtherwise(asked)) : undefined;
    if (shown) this.#judgeReading(all, shown);
    if (written && exchange.answer?.status !== 404) this.#keepWrite(all, written);
  }

  #keepWrite({ event, place, recorded, context }: Asked, written: WriteOperation): void {
    const { exchange } = event;
    const resource = this.#knowledge.resource(place, written);
    const isTaken = succeeded(exchange);
    // What nobody understands may have set anything, and so may a server that fell over.
    const isClear = recorded && (isTaken ? recorded.body !== undefined : isRefusal(exchange));
    if (!isClear) resource.open();
    else {
      const { body = {} } = recorded;
      if (written.creates && isTaken && body.drawing_id === undefined)
        this.tally.expect({ ...context, operation: written.id, names: ['distinct-ids'] }, exchange, () =>
          resource.isGiven(exchange) ? givenTwice : undefined,
        );
      const forbidden = isTaken ? forbiddenIn(written, body) : [];
      resource.wrote(
        { ...recorded, exchange },
        forbidden.map((field) => ({ field, value: body[field] as Json })),
      );
    }
  }

  #judgeReading({ event, operation: asked, place, known, context }: Asked, written: WriteOperation): void {
    // What a list shows of a project that may not be there is not shown.
    if (event.got !== 'whole' || (written.creates && known?.is !== 'there')) return;
    const resource = this.#knowledge.resource(place, written);
    const { said, change } = resource.read(event, this.#knowledge.neighbour(place));
    if (said.length > 0) this.tally.observe(resource.written, [...context.history(), event.exchange], said);
    if (!change) return;
    const { mismatch, ...about } = change;
    const look = { ...context, ...about, input: `reading the ${asked.fixture} again` };
    this.tally.expect(look, event.exchange, () => mismatch);
  }
}

const givenTwice: Mismatch = {
  expected: 'an id of its own for each drawing',
  seen: 'the id of another drawing',
  violations: [{ in: 'body', pointer: '/drawing_id', message: 'must be another' }],
};

const isRefusal = ({ answer }: Exchange) =>
  answer !== undefined && answer.status >= 400 && answer.status < 500;

/** A compute project is shown as other projects are; no operation writes to it. */
const shownOtherwise = ({ id }: Operation): WriteOperation | undefined =>
  id === 'compute.projects.get' ? { ...writeOperations['projects.update'], read: id } : undefined;
