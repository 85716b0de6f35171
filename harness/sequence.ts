/** Requests in any order against a model of what must be seen: defects that only show across requests. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type OperationId, operation } from '../schemas/index.js';
import { type Exchange, isObject, type Json, objectOf, status } from './exchange.js';
import { seen, succeeded } from './expect.js';
import { brief } from './failures.js';
import type { Fixture } from './fixtures/index.js';
import type { Knowledge } from './knowledge.js';
import type { Failure, Miss } from './outcome.js';
import { ownedFields, resets } from './read-back.js';
import type { Run } from './run.js';
import { type Subject, stateOf } from './subjects.js';
import { materialise } from './values/from-fixture.js';
import { labelOf } from './values/wrong.js';

export type Step =
  | { readonly do: 'write'; readonly body: object }
  | { readonly do: 'write at once'; readonly bodies: readonly object[] }
  | { readonly do: 'refused write'; readonly body: object; readonly label: string }
  | { readonly do: 'read' }
  | { readonly do: 'delete' };

/** Sequences of up to eight steps; a deletion may end them where there is one and fixtures for it. */
export function sequences(
  subject: Subject,
  known: Knowledge,
  deletes: boolean,
): fc.Arbitrary<Step[]> | undefined {
  const owned = ownedFields(subject);
  const names = [...known.pool.keys()].filter(
    (name) => !owned.has(name) && !known.unstored.has(name) && resets[name] === undefined,
  );
  if (names.length === 0) return undefined;
  const model = names.map((name) => [name, fc.constantFrom(...(known.pool.get(name) as unknown[]))] as const);
  const body = fc.record(Object.fromEntries(model), { requiredKeys: [] });
  const wrong = known.guarded.flatMap((place) =>
    place.wrongs.slice(0, 1).map(({ label, value }) => ({ place, label, value })),
  );
  const steps: fc.Arbitrary<Step>[] = [
    body.map((each) => ({ do: 'write', body: each })),
    fc.array(body, { minLength: 2, maxLength: 3 }).map((bodies) => ({ do: 'write at once', bodies })),
    fc.constant({ do: 'read' }),
  ];
  if (wrong.length > 0)
    steps.push(
      fc.record({ base: body, one: fc.constantFrom(...wrong) }).map(({ base, one }) => ({
        do: 'refused write',
        body: { ...base, [one.place.field]: one.place.build(one.value, 0) },
        label: labelOf(one.place, one.label, 0),
      })),
    );
  const sequence = fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 8 });
  if (subject.creates || !deletes) return sequence;
  const end = fc.constantFrom<Step[]>([], [{ do: 'delete' }]);
  return fc.tuple(sequence, end).map(([most, last]) => [...most, ...last]);
}

interface Played {
  readonly steps: readonly Step[];
  readonly miss?: Miss;
  readonly outcome: string;
  readonly exchanges: readonly Exchange[];
}

/** Plays sequences on fresh fixtures, all at once; the first that contradicts the model is made as short as it gets. */
export async function playAll(
  run: Run,
  subject: Subject,
  arbitrary: fc.Arbitrary<Step[]>,
  count: number,
): Promise<Failure[]> {
  const seed = run.seedOf(subject.id, 'sequences');
  const drawn = fc.sample(arbitrary, { seed, numRuns: count });
  const played = await Promise.all(drawn.map((steps) => play(run, subject, steps)));
  const index = played.findIndex(({ miss }) => miss !== undefined);
  if (index < 0) return [];
  return [await shortest(run, subject, arbitrary, { seed, index, shown: played[index] as Played })];
}

interface Suspect {
  readonly seed: number;
  readonly index: number;
  readonly shown: Played;
}

async function shortest(
  run: Run,
  subject: Subject,
  arbitrary: fc.Arbitrary<Step[]>,
  { seed, index, shown: first }: Suspect,
): Promise<Failure> {
  let shown = first;
  let attempts = 0;
  const shows = async (steps: Step[]) => {
    const again = await play(run, subject, steps);
    return again.miss && again.outcome === first.outcome ? again : undefined;
  };
  const details = await fc.check(
    fc.asyncProperty(arbitrary, async (steps) => {
      if (attempts++ >= maxShrinkAttempts) return true;
      const again = await shows(steps);
      shown = again ?? shown;
      return again === undefined;
    }),
    { seed, path: String(index), numRuns: 1 },
  );
  const steps = details.counterexample?.[0] ?? first.steps;
  let repeated = 0;
  for (let i = 0; i < 3; i++) if (await shows([...steps])) repeated++;
  return {
    ...(shown.miss as Miss),
    symptom: { operation: subject.id, input: steps.map(inWords).join(', then '), outcome: shown.outcome },
    exchanges: shown.exchanges,
    deciding: shown.exchanges.length - 1,
    counterexample: JSON.stringify(steps),
    seed,
    path: details.counterexamplePath ?? String(index),
    shrinks: details.numShrinks,
    reproducibility: repeated === 3 ? 'deterministic' : 'flaky',
  };
}

/** Sequences spent on making one counterexample short. */
const maxShrinkAttempts = 100;

function inWords(step: Step): string {
  if (step.do === 'write') return `write ${brief(step.body)}`;
  if (step.do === 'write at once') return `write ${step.bodies.map(brief).join(' and ')} at once`;
  return step.do === 'refused write' ? `a refused write (${step.label})` : step.do;
}

/** Each field with the values it may show: several only after writes that were sent at once. */
type Model = Map<string, readonly Json[]>;

function play(run: Run, subject: Subject, steps: readonly Step[]): Promise<Played> {
  return run.lane(() =>
    run.with(subject.fixture, 'destroy', async (fixture) => {
      const player = new Player(run, subject, fixture);
      for (const step of steps) {
        const miss = await player.step(step);
        if (miss) return { steps, miss, outcome: outcome(miss), exchanges: player.exchanges };
      }
      return { steps, outcome: 'none', exchanges: [] };
    }),
  );
}

const outcome = (miss: Miss) => miss.violations[0]?.message ?? miss.expected;

class Player {
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
    const sent = await Promise.all(bodies.map((body) => this.#send(this.subject.id, body)));
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
      this.#drawings.set(id, new Map(Object.entries(body).map(([k, v]) => [k, [v]])));
  }

  async #read(): Promise<Miss | undefined> {
    const read = await this.#send(this.subject.read);
    const state = stateOf(this.subject, read);
    if (!state)
      return {
        expected: '200 with the resource',
        seen: seen(read),
        violations: [{ in: 'status', message: 'cannot be read' }],
      };
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
