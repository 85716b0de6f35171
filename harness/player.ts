/** Plays one sequence of requests on one fixture and holds what is seen against a model. */
import { isDeepStrictEqual } from 'node:util';
import { type OperationId, operation } from '../schemas/index.js';
import { type Exchange, isObject, type Json, objectOf, status } from './exchange.js';
import { seen, succeeded } from './expect.js';
import { brief } from './failures.js';
import type { Fixture } from './fixtures/index.js';
import type { Miss } from './outcome.js';
import type { Run } from './run.js';
import type { Step } from './sequence.js';
import { type Subject, stateOf } from './subjects.js';
import { materialise } from './values/from-fixture.js';

/** Each field with the values it may show: several only after writes that were sent at once. */
type Model = Map<string, readonly Json[]>;

export class Player {
  readonly exchanges: Exchange[];
  readonly #fields: Model = new Map();
  readonly #drawings = new Map<string, Model>();

  constructor(
    private readonly run: Run,
    private readonly subject: Subject,
    private readonly fixture: Fixture,
  ) {
    this.exchanges = [...fixture.made];
  }

  /** Takes note of what was there before. */
  async begin(): Promise<void> {
    if (!this.subject.creates) return;
    const state = stateOf(this.subject, await this.#send(this.subject.read));
    for (const id of Object.keys(state ?? {})) this.#drawings.set(id, new Map());
  }

  async step(step: Step): Promise<Miss | undefined> {
    switch (step.do) {
      case 'write':
        return this.#write([step.body]);
      case 'write at once':
        return this.#write(step.bodies);
      case 'refused write':
        await this.#send(this.subject.id, step.body);
        return this.#read();
      case 'read':
        return this.#read();
      case 'delete':
        return this.#delete();
    }
  }

  async #send(id: OperationId, body?: object): Promise<Exchange> {
    const payload = body && { json: materialise(body, this.fixture) };
    const exchange = await this.run.send(id, this.fixture, payload, 'a step of the sequence');
    this.exchanges.push(exchange);
    return exchange;
  }

  async #write(bodies: readonly object[]): Promise<Miss | undefined> {
    const [sent, meanwhile] = await Promise.all([
      Promise.all(bodies.map((body) => this.#send(this.subject.id, body))),
      bodies.length > 1 ? this.#send(this.subject.read) : undefined,
    ]);
    const unreadable = meanwhile && this.#unreadable(meanwhile);
    if (unreadable) return unreadable;
    const taken = sent.filter(succeeded);
    const refused = sent.find((exchange) => !succeeded(exchange) && status(exchange) !== 409);
    if (refused)
      return {
        expected: 'each write to succeed, as it does alone',
        seen: seen(refused),
        violations: [{ in: 'status', message: `status ${status(refused)}` }],
      };
    const written = taken.map(
      (exchange) => JSON.parse(String(exchange.request.body)) as Record<string, Json>,
    );
    if (this.subject.creates)
      for (const [i, exchange] of taken.entries()) this.#created(exchange, written[i] ?? {});
    else
      for (const name of new Set(written.flatMap((body) => Object.keys(body))))
        this.#fields.set(
          name,
          written.filter((body) => Object.hasOwn(body, name)).map((body) => body[name] as Json),
        );
    return this.#read();
  }

  #created(exchange: Exchange, body: Record<string, Json>): void {
    const id = objectOf(exchange)?.drawing_id;
    if (typeof id === 'string')
      this.#drawings.set(id.toLowerCase(), new Map(Object.entries(body).map(([k, v]) => [k, [v]])));
  }

  async #read(): Promise<Miss | undefined> {
    const read = await this.#send(this.subject.read);
    const unreadable = this.#unreadable(read);
    if (unreadable) return unreadable;
    const state = stateOf(this.subject, read);
    if (!state) return undefined;
    if (!this.subject.creates) return contradiction(this.#fields, state, '');
    for (const [id, model] of this.#drawings) {
      const drawing = state[id];
      if (!isObject(drawing)) return missing(id);
      const miss = contradiction(model, drawing, `/${id}`);
      if (miss) return miss;
    }
    const unknown = Object.keys(state).find((id) => !this.#drawings.has(id));
    return unknown === undefined ? undefined : surplus(unknown);
  }

  #unreadable(read: Exchange): Miss | undefined {
    if (stateOf(this.subject, read)) return undefined;
    // The body of getting a project is not shown (4.3): it need not be an object.
    if (read.answer?.status === 200 && this.subject.id === 'projects.update') return undefined;
    return {
      expected: '200 with the resource',
      seen: seen(read),
      violations: [{ in: 'status', message: 'cannot be read' }],
    };
  }

  async #delete(): Promise<Miss | undefined> {
    const id = this.subject.id.replace('update', 'delete') as OperationId;
    const deletion = await this.#send(id);
    if (!succeeded(deletion))
      return {
        expected: `${operation(id).success.join(' or ')}`,
        seen: seen(deletion),
        violations: [{ in: 'status', message: 'cannot be deleted' }],
      };
    const read = await this.#send(this.subject.read);
    return status(read) === 404
      ? undefined
      : {
          expected: '404 for what was deleted',
          seen: seen(read),
          violations: [{ in: 'state', message: 'is still there' }],
        };
  }
}

function contradiction(model: Model, shown: Readonly<Record<string, Json>>, at: string): Miss | undefined {
  for (const [name, values] of model) {
    if (!Object.hasOwn(shown, name) || values.some((value) => isDeepStrictEqual(value, shown[name])))
      continue;
    const expected = values.map(brief).join(' or ');
    const violations = [
      { in: 'state', pointer: `${at}/${name}`, message: `${name} is not what was written` },
    ] as const;
    return { expected: `${name} to be ${expected}`, seen: brief(shown[name]), violations };
  }
  return undefined;
}

const missing = (id: string): Miss => ({
  expected: `drawing ${id} in the list`,
  seen: 'a list without it',
  violations: [{ in: 'state', pointer: '', message: 'a created drawing is missing' }],
});

const surplus = (id: string): Miss => ({
  expected: 'only the drawings that were created',
  seen: `drawing ${id}`,
  violations: [{ in: 'state', pointer: `/${id}`, message: 'a drawing that nobody created' }],
});
