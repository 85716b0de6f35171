/** Plays one sequence of requests on one resource and holds what is seen against the model. */
import { type OperationId, operation } from '../../schemas/index.js';
import { anyOf, besideDeletion, isRefused, outcomeOf, seen, succeeded } from '../expect.js';
import { type Exchange, isObject, type Json, type JsonObject, status } from '../http/exchange.js';
import { afterWritesAtOnce, contradictions, type Expected, expectedFrom } from '../model/model.js';
import { createdId, defaultsOf, stateOf } from '../model/state.js';
import {
  changedThoughRefused,
  listing,
  type Mismatch,
  mismatch,
  notDeletable,
  notWhatWasWritten,
  surplus,
} from '../outcome.js';
import { brief } from '../plan/case.js';
import type { SequenceStep } from '../plan/sequences.js';
import type { Run } from '../run.js';
import { resolvePlaceholders } from '../values/placeholders.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Fixture } from '../worlds/index.js';

export class SequencePlayer {
  readonly exchanges: Exchange[];
  #expected: Expected = {};
  readonly #drawings = new Map<string, Expected>();

  constructor(
    private readonly run: Run,
    private readonly written: WriteOperation,
    private readonly fixture: Fixture,
  ) {
    this.exchanges = [...fixture.made];
  }

  /** What was there before is what is shown now. */
  async begin(): Promise<void> {
    const state = stateOf(this.written, await this.#send(this.written.read)) ?? {};
    if (this.written.creates) for (const id of Object.keys(state)) this.#drawings.set(id, {});
    else this.#expected = expectedFrom(this.written, state);
  }

  async step(step: SequenceStep): Promise<Mismatch | undefined> {
    switch (step.do) {
      case 'write':
        return this.#write([step.body]);
      case 'write at once':
        return this.#write(step.bodies);
      case 'refused write':
        return this.#refused(step.body);
      case 'delete':
        return this.#delete();
      case 'delete during a write':
        return this.#delete(step.body);
    }
  }

  async #send(id: OperationId, body?: object): Promise<Exchange> {
    const payload = body && { json: resolvePlaceholders(body, this.fixture) };
    const exchange = await this.run.send(id, this.fixture, payload, 'a step of the sequence');
    this.exchanges.push(exchange);
    return exchange;
  }

  async #write(bodies: readonly object[]): Promise<Mismatch | undefined> {
    const { written } = this;
    const [sent, meanwhile] = await Promise.all([
      Promise.all(bodies.map((body) => this.#send(written.id, body))),
      bodies.length > 1 ? this.#send(written.read) : undefined,
    ]);
    const unreadable = meanwhile && this.#unreadable(meanwhile);
    if (unreadable) return unreadable;
    const codes = [...operation(written.id).success, 409];
    const refused = sent.find((exchange) => !succeeded(exchange) && status(exchange) !== 409);
    if (refused)
      return this.#decidedBy(refused, 'each write to succeed, as it does alone', outcomeOf(refused), codes);
    const taken = sent.filter(succeeded);
    const bodyOf = ({ request }: Exchange) => JSON.parse(String(request.body)) as JsonObject;
    if (!written.creates) {
      const defaults = defaultsOf(this.fixture);
      this.#expected = afterWritesAtOnce(written, this.#expected, taken.map(bodyOf), defaults);
    } else
      for (const exchange of taken) {
        const id = createdId(exchange);
        if (id !== undefined) this.#drawings.set(id, afterWritesAtOnce(written, {}, [bodyOf(exchange)]));
      }
    return this.#read();
  }

  async #refused(body: object): Promise<Mismatch | undefined> {
    const refused = await this.#send(this.written.id, body);
    // What it has written then is nobody's last value.
    if (succeeded(refused))
      return this.#decidedBy(refused, 'a refusal, as it is alone', outcomeOf(refused), [400]);
    const wrong = await this.#read();
    const isChange = isRefused(refused) && notWhatWasWritten.is(wrong?.violations[0]?.message);
    if (!wrong || !isChange) return wrong;
    const violations = wrong.violations.map((each) => ({ ...each, message: changedThoughRefused }));
    return { ...wrong, violations };
  }

  async #read(): Promise<Mismatch | undefined> {
    const read = await this.#send(this.written.read);
    const unreadable = this.#unreadable(read);
    const state = stateOf(this.written, read);
    if (unreadable || !state) return unreadable;
    if (!this.written.creates) return contradiction(this.#expected, state, '');
    for (const [id, expected] of this.#drawings) {
      const drawing = state[id];
      if (!isObject(drawing)) return misplaced(`drawing ${id} in the list`, listing.without, listing.lost);
      const mismatch = contradiction(expected, drawing, `/${id}`);
      if (mismatch) return mismatch;
    }
    // Somebody else may draw as well, but not the same.
    const isAlike = (drawing: Json | undefined) =>
      isObject(drawing) &&
      [...this.#drawings.values()].some((expected) => contradiction(expected, drawing, '') === undefined);
    const unknown = Object.keys(state).find((id) => !this.#drawings.has(id) && isAlike(state[id]));
    if (unknown === undefined) return undefined;
    return misplaced('only the drawings that were created', `drawing ${unknown}`, surplus, `/${unknown}`);
  }

  /** Of several at once, the one that decides ends the sequence. */
  #decidedBy(exchange: Exchange, expected: string, message: string, codes: readonly number[]): Mismatch {
    this.exchanges.splice(this.exchanges.indexOf(exchange), 1);
    this.exchanges.push(exchange);
    return mismatch(expected, seen(exchange), { in: 'status', message }, codes);
  }

  #unreadable(read: Exchange): Mismatch | undefined {
    if (stateOf(this.written, read)) return undefined;
    // The body of getting a project is not shown (4.3): it need not be an object.
    if (read.answer?.status === 200 && this.written.id === 'projects.update') return undefined;
    return mismatch('200 with the resource', seen(read), { in: 'status', message: 'cannot be read' }, [200]);
  }

  /** @param body What is written at the same time: before the deletion, or too late for it. */
  async #delete(body?: object): Promise<Mismatch | undefined> {
    const id = this.written.id.replace('update', 'delete') as OperationId;
    const write = async () => (body ? [await this.#send(this.written.id, body)] : []);
    // Whichever way is the faster one, some write meets the deletion.
    const [before, deletion, after] = await Promise.all([write(), this.#send(id), write()]);
    const { success } = operation(id);
    if (!succeeded(deletion)) return this.#decidedBy(deletion, anyOf(success), notDeletable, success);
    const { listed } = operation(this.written.id);
    const wrong = [...before, ...after].find((each) => !listed.includes(status(each) ?? 0));
    if (wrong) {
      const expected = `${anyOf(listed)} for a write beside a deletion`;
      return this.#decidedBy(wrong, expected, besideDeletion(outcomeOf(wrong)), listed);
    }
    const read = await this.#send(this.written.read);
    if (status(read) === 404) return undefined;
    const violation = { in: 'state', message: 'is still there' } as const;
    return mismatch('404 for what was deleted', seen(read), violation, [404]);
  }
}

function contradiction(
  expected: Expected,
  shown: Readonly<Record<string, JsonObject[string]>>,
  at: string,
): Mismatch | undefined {
  const [first] = contradictions(expected, shown);
  if (!first) return undefined;
  const { field, expected: values, shown: value } = first;
  const wanted = `${field} to be ${values.map((each) => brief(each, value)).join(' or ')}`;
  return misplaced(wanted, brief(value, values[0]), notWhatWasWritten.of(field), `${at}/${field}`);
}

const misplaced = (expected: string, shown: string, message: string, pointer = ''): Mismatch =>
  mismatch(expected, shown, { in: 'state', pointer, message });
