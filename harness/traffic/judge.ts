/** Judges recorded traffic by the rules and the model of a run: request after request, as far as is known. */
import type { Operation, OperationId } from '../../schemas/index.js';
import { anyOf, succeeded } from '../expect.js';
import type { Json } from '../http/exchange.js';
import { shownBy } from '../model/state.js';
import { mismatch } from '../outcome.js';
import { type WriteOperation, writeOperations } from '../values/write-operations.js';
import type { Place } from '../worlds/resource.js';
import { isOwnAnswer, judgeForm, servedIn } from './answers.js';
import { Asked } from './asked.js';
import { judgeGone, oddIdCodes, plainCodes } from './codes.js';
import type { Event } from './history/event.js';
import { Knowledge } from './history/knowledge.js';
import type { Tally } from './tally.js';
import { forbiddenIn, judgeWrite, Refusals } from './writes.js';

/** Adds to a tally what the events say, which are in the order in which they were sent. */
export function judgeEvents(events: readonly Event[], tally: Tally): void {
  const judge = new TrafficJudge(tally, servedIn(events));
  for (const event of events) judge.take(event);
  judge.refusals.settle(tally);
}

class TrafficJudge {
  readonly refusals = new Refusals();
  readonly #knowledge = new Knowledge();

  constructor(
    private readonly tally: Tally,
    private readonly served: ReadonlySet<OperationId>,
  ) {}

  take(event: Event): void {
    this.#knowledge.open(event);
    if (event.operation) this.#takeOperation(event, event.operation);
    else this.#knowledge.made(event);
    this.#knowledge.log(event);
  }

  #takeOperation(event: Event, operation: Operation): void {
    const { place, exchange } = event;
    if (!isOwnAnswer(exchange)) {
      if (event.writes && place) this.#knowledge.uncertain(place, event);
      return;
    }
    const known = place && !event.isContended ? this.#knowledge.of(place) : undefined;
    const history = () => (place ? this.#knowledge.logged(place) : []);
    const asked = new Asked(event, operation, this.tally, known, history);
    judgeForm(asked, this.served.has(operation.id));
    if (!place) {
      const [name, expectation] = oddIdCodes(asked);
      asked.expect([name], expectation);
      return;
    }
    if (known?.is === 'gone') judgeGone(asked, known);
    else this.#judgeCode(asked, place);
    this.#keep(asked, place);
  }

  #judgeCode(asked: Asked, place: Place): void {
    const { event, operation, written, recorded, known } = asked;
    const { exchange } = event;
    if (exchange.answer?.status === 404) {
      if (known?.is === 'there') {
        // It is not found any more.
        const expected = `${anyOf(operation.success)}: it was there before`;
        const miss = mismatch(expected, '404 Not Found', { in: 'status', message: 'status 404' });
        const look = asked.look(['succeeds'], { span: { from: known.since, to: event.end } });
        this.tally.miss(look, exchange, miss, 'valid');
      }
      // What nobody knows to be there need not be.
      if (known || operation.listed.includes(404) || operation.id.startsWith('drawings.')) return;
    }
    if (!written) {
      const [name, expectation] = plainCodes(asked) ?? [];
      if (name !== undefined && expectation) asked.expect([name], expectation, asked.lost);
    }
    // What a drawing comes to where there may be no project is not shown.
    else if (recorded && (succeeded(exchange) || !written.creates || known?.is === 'there')) {
      const shown = event.isContended ? undefined : this.#knowledge.resource(place, written).shown;
      judgeWrite(asked, written, recorded, shown, this.refusals);
    }
  }

  /** What is known from now on. */
  #keep(asked: Asked, place: Place): void {
    const { event, operation, written } = asked;
    const { exchange, isContended, writes } = event;
    if (isContended) {
      if (writes) this.#knowledge.uncertain(place, event);
      return;
    }
    if (succeeded(exchange)) this.#knowledge.succeeded(place, event);
    const shown =
      operation.method === 'GET' ? (shownBy(operation.id) ?? shownOtherwise(operation)) : undefined;
    if (shown) this.#judgeReading(asked, place, shown);
    if (written && exchange.answer?.status !== 404) this.#keepWrite(asked, place, written);
  }

  #keepWrite(asked: Asked, place: Place, written: WriteOperation): void {
    const { event, recorded } = asked;
    const { exchange } = event;
    const resource = this.#knowledge.resource(place, written);
    const code = exchange.answer?.status ?? 0;
    const isTaken = succeeded(exchange);
    // What nobody understands may have set anything, and so may a server that fell over.
    if (!recorded || (isTaken ? recorded.body === undefined : code < 400 || code >= 500)) {
      resource.open();
      return;
    }
    const { body = {} } = recorded;
    if (written.creates && isTaken && body.drawing_id === undefined)
      asked.expect(['distinct-ids'], () => (resource.isGiven(exchange) ? givenTwice : undefined));
    const forbidden = isTaken ? forbiddenIn(written, body) : [];
    const values = forbidden.map((field) => ({ field, value: body[field] as Json }));
    resource.wrote({ ...recorded, exchange }, values);
  }

  #judgeReading(asked: Asked, place: Place, written: WriteOperation): void {
    const { event, known, operation } = asked;
    // What a list shows of a project that may not be there is not shown.
    if (event.got !== 'whole' || (written.creates && known?.is !== 'there')) return;
    const resource = this.#knowledge.resource(place, written);
    const { said, change } = resource.read(event, this.#knowledge.neighbour(place));
    if (said.length > 0) this.tally.observe(resource.written, [...asked.history(), event.exchange], said);
    if (!change) return;
    const { mismatch: miss, names, ...about } = change;
    const look = asked.look(names, { ...about, input: `reading the ${operation.fixture} again` });
    this.tally.expect(look, event.exchange, () => miss);
  }
}

const givenTwice = mismatch('an id of its own for each drawing', 'the id of another drawing', {
  in: 'body',
  pointer: '/drawing_id',
  message: 'must be another',
});

/** A compute project is shown as other projects are; no operation writes to it. */
const shownOtherwise = ({ id }: Operation): WriteOperation | undefined =>
  id === 'compute.projects.get' ? { ...writeOperations['projects.update'], read: id } : undefined;
