/** Plays one sequence of requests on one resource and holds what is seen against the model. */
import { type OperationId, operation } from '../../schemas/index.js';
import { outcomeOf, seen, succeeded } from '../expect.js';
import { type Exchange, isObject, type JsonObject, status } from '../http/exchange.js';
import { afterWritesAtOnce, contradictions, type Expected, expectedFrom } from '../model/model.js';
import { createdId, defaultsOf, stateOf } from '../model/state.js';
import { type Mismatch, mismatch } from '../outcome.js';
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
        await this.#send(this.written.id, step.body);
        return this.#read();
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
    const [sent, meanwhile] = await Promise.all([
      Promise.all(bodies.map((body) => this.#send(this.written.id, body))),
      bodies.length > 1 ? this.#send(this.written.read) : undefined,
    ]);
    const unreadable = meanwhile && this.#unreadable(meanwhile);
    if (unreadable) return unreadable;
    const refused = sent.find((exchange) => !succeeded(exchange) && status(exchange) !== 409);
    if (refused)
      return mismatch(
        'each write to succeed, as it does alone',
        seen(this.#atLast(refused)),
        { in: 'status', message: outcomeOf(refused) },
        [...operation(this.written.id).success, 409],
      );
    const taken = sent.filter(succeeded).map((exchange) => ({
      exchange,
      body: JSON.parse(String(exchange.request.body)) as JsonObject,
    }));
    if (!this.written.creates)
      this.#expected = afterWritesAtOnce(
        this.written,
        this.#expected,
        taken.map(({ body }) => body),
        defaultsOf(this.fixture.made),
      );
    else
      for (const { exchange, body } of taken) {
        const id = createdId(exchange);
        if (id !== undefined) this.#drawings.set(id, afterWritesAtOnce(this.written, {}, [body]));
      }
    return this.#read();
  }

  async #read(): Promise<Mismatch | undefined> {
    const read = await this.#send(this.written.read);
    const unreadable = this.#unreadable(read);
    if (unreadable) return unreadable;
    const state = stateOf(this.written, read);
    if (!state) return undefined;
    if (!this.written.creates) return contradiction(this.#expected, state, '');
    for (const [id, expected] of this.#drawings) {
      const drawing = state[id];
      if (!isObject(drawing)) return missing(id);
      const mismatch = contradiction(expected, drawing, `/${id}`);
      if (mismatch) return mismatch;
    }
    const unknown = Object.keys(state).find((id) => !this.#drawings.has(id));
    return unknown === undefined ? undefined : surplus(unknown);
  }

  /** Of several at once, the one that decides ends the sequence. */
  #atLast(exchange: Exchange): Exchange {
    this.exchanges.splice(this.exchanges.indexOf(exchange), 1);
    this.exchanges.push(exchange);
    return exchange;
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
    if (!succeeded(deletion))
      return mismatch(
        operation(id).success.join(' or '),
        seen(this.#atLast(deletion)),
        { in: 'status', message: 'cannot be deleted' },
        operation(id).success,
      );
    const { listed } = operation(this.written.id);
    const wrong = [...before, ...after].find((each) => !listed.includes(status(each) ?? 0));
    if (wrong)
      return mismatch(
        `${listed.join(' or ')} for a write beside a deletion`,
        seen(this.#atLast(wrong)),
        { in: 'status', message: `${outcomeOf(wrong)} beside a deletion` },
        listed,
      );
    const read = await this.#send(this.written.read);
    return status(read) === 404
      ? undefined
      : mismatch('404 for what was deleted', seen(read), { in: 'state', message: 'is still there' }, [404]);
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
  const message = `${field} is not what was written`;
  const violation = { in: 'state', pointer: `${at}/${field}`, message } as const;
  return mismatch(`${field} to be ${values.map(brief).join(' or ')}`, brief(value), violation);
}

const missing = (id: string): Mismatch => ({
  expected: `drawing ${id} in the list`,
  seen: 'a list without it',
  violations: [{ in: 'state', pointer: '', message: 'a created drawing is missing' }],
});

const surplus = (id: string): Mismatch => ({
  expected: 'only the drawings that were created',
  seen: `drawing ${id}`,
  violations: [{ in: 'state', pointer: `/${id}`, message: 'a drawing that nobody created' }],
});
