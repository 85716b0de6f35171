/** One write with its aftermath: the resource is read and written once more, and all of it is judged. */
import { operation } from '../schemas/index.js';
import { type Exchange, isObject, type Json, type JsonObject, objectOf, type Request } from './exchange.js';
import { all, type Expectation, properAnswer, status, succeeded } from './expect.js';
import type { Fixture } from './fixtures/index.js';
import { orWhenGone } from './gone.js';
import { codesFor, type Duty, type Hit, type Judged, judgeWrite, type Written } from './judge-write.js';
import { ownedFields } from './read-back.js';
import { type Payload, requestOf } from './request.js';
import type { Run } from './run.js';
import { fits } from './shapes.js';
import { documented, drawingById, type State, type Subject, stateOf } from './subjects.js';
import { materialise } from './values/from-fixture.js';

type Aftermath = Pick<Written, 'read' | 'rewrite'>;

/** Kept until the run is told, so the bodies of its answers are cut to what evidence shows. */
export interface Trace extends Judged {
  /** The exchanges that made the fixture. */
  readonly made: readonly Exchange[];
  readonly write: Exchange;
}

/** A fixture, and what is sent around each write to it: always the same, so put together once. */
interface Held {
  readonly fixture: Fixture;
  /** The exchanges that made it. */
  readonly made: readonly Exchange[];
  readonly read: Request;
  /** In turn. */
  readonly rewrites: readonly [Request, Request];
}

/** A fixture under a series of writes, with what was last seen of it. */
export class Lane {
  #held: Held | undefined;
  #before: State | undefined;
  #readable: Expectation | undefined;
  #writable: Expectation | undefined;
  #writes = 0;
  #plain = 0;

  constructor(
    private readonly run: Run,
    readonly subject: Subject,
  ) {}

  /** Sends one write and judges it and its aftermath. A fixture that a failure may have spoiled is not used again. */
  async trace(payload: Payload, duty: Duty, unstored: ReadonlySet<string> = new Set()): Promise<Trace> {
    const held = await this.#ready();
    const { run, subject } = this;
    const { fixture, made } = held;
    const sent = 'json' in payload ? materialise(payload.json, this.#now(fixture)) : undefined;
    const written = sent === undefined ? payload : { json: sent };
    const write = await run.send(subject.id, fixture, written, 'the write');
    // The write that the target died of is told; what comes after it cannot be.
    const nothing = () => (write.answer ? undefined : {});
    const aftermath: Aftermath = await orWhenGone<Aftermath>(this.#aftermath(held), nothing);
    const { read, rewrite } = aftermath;
    const after = read && stateOf(subject, read);
    const told = judgeWrite({
      subject,
      duty,
      unstored,
      write,
      ...(isObject(sent) && { sent }),
      ...(this.#before && { before: this.#before }),
      ...(after && { after }),
      ...aftermath,
      ...(this.#readable && { readable: this.#readable }),
      ...(this.#writable && { writable: this.#writable }),
    });
    if (read && rewrite) this.#settle(after, write, rewrite, told.hits);
    const kept = new Map<Exchange, Exchange>();
    const keep = (exchange: Exchange) => {
      const known = kept.get(exchange) ?? run.target.keep(exchange);
      kept.set(exchange, known);
      return known;
    };
    const hits = told.hits.map((hit) => ({ ...hit, exchanges: hit.exchanges.map(keep) }));
    const trace = { ...told, made, write: keep(write), hits };
    for (const judged of [write, read, rewrite]) if (judged) run.target.done(judged);
    return trace;
  }

  /** The fixture with what the target returns now: values that it works out change with those that it is sent. */
  #now(fixture: Fixture): Fixture {
    const { subject } = this;
    const before = this.#before;
    if (subject.creates || !before) return fixture;
    return {
      ...fixture,
      // Few bodies hold a value that was returned: for the others nothing is validated.
      get resource() {
        const sound = Object.entries(before).filter(([name, value]) =>
          fits(subject.shape, { [name]: value }),
        );
        return { ...fixture.resource, ...Object.fromEntries(sound) };
      },
    };
  }

  async #aftermath(held: Held): Promise<Aftermath> {
    const read = await this.#read(held, 'read afterwards');
    return { read, rewrite: await this.#rewrite(held, 'write once more') };
  }

  /** Lets go of the fixture. */
  end(): void {
    if (this.#held) this.run.fixtures.release(this.#held.fixture);
    this.#held = undefined;
  }

  /** The fixture in a known state: written once, read once. What does not work then is not the fault of a later write. */
  async #ready(): Promise<Held> {
    const { subject } = this;
    if (this.#held) {
      this.#before ??= stateOf(subject, await this.#read(this.#held, 'read before'));
      return this.#held;
    }
    const held = await this.#take();
    this.#held = held;
    this.#writes = 0;
    const first = await this.#rewrite(held, 'plain write before');
    const read = await this.#read(held, 'read before');
    const readable = all(status(200), properAnswer(operation(subject.read)));
    const writable = status(...codesFor(subject, 'accepted'));
    this.#readable = readable(read) ? undefined : readable;
    this.#writable = writable(first) ? undefined : writable;
    this.#before = stateOf(subject, read);
    return held;
  }

  async #take(): Promise<Held> {
    const { run, subject } = this;
    const fixture = await run.fixtures.take(subject.fixture, 'write');
    const rewrite = (body: unknown) => requestOf(subject.id, fixture, { json: materialise(body, fixture) });
    return {
      fixture,
      made: fixture.made.map((exchange) => run.target.keep(exchange)),
      read: requestOf(subject.read, fixture),
      rewrites: [rewrite(subject.rewrites[0]), rewrite(subject.rewrites[1])],
    };
  }

  #read({ read }: Held, purpose: string): Promise<Exchange> {
    return this.run.target.send(read, { purpose });
  }

  #rewrite({ rewrites }: Held, purpose: string): Promise<Exchange> {
    return this.run.target.send(rewrites[this.#plain++ % 2 === 0 ? 0 : 1], { purpose });
  }

  /** Works out what the next write starts from. */
  #settle(after: State | undefined, write: Exchange, rewrite: Exchange, hits: readonly Hit[]): void {
    const spoiled = hits.some(({ aspect }) => aspect !== 'echo' && aspect !== 'answer' && aspect !== 'error');
    if (spoiled || ++this.#writes >= writesPerFixture) this.end();
    else if (this.subject.creates) this.#before = after && withCreated(after, objectOf(rewrite));
    // After a write that was refused, only the plain write behind it has changed anything.
    else this.#before = succeeded(write) ? undefined : after && rewritten(this.subject, after, rewrite);
  }
}

/** A series of writes on a lane of its own, when there is room for one more. */
export function onLane<T>(run: Run, subject: Subject, series: (lane: Lane) => Promise<T>): Promise<T> {
  return run.lane(async () => {
    const lane = new Lane(run, subject);
    try {
      return await series(lane);
    } finally {
      lane.end();
    }
  });
}

/** Lists grow with each creation; a fresh fixture now and then keeps the cost of a write the same. */
const writesPerFixture = 25;

/**
 * The state with what the answer to the plain write shows of its field and of those that the server works out;
 * without them where it shows nothing.
 */
function rewritten(subject: Subject, state: State, rewrite: Exchange): State {
  if (!succeeded(rewrite)) return state;
  const answer = documented(subject, objectOf(rewrite) ?? {});
  const owned = ownedFields(subject);
  const next: JsonObject = {};
  for (const [name, value] of Object.entries(state)) {
    const touched = Object.hasOwn(subject.rewrites[0], name) || owned.has(name);
    if (!touched) next[name] = value;
    else if (Object.hasOwn(answer, name)) next[name] = answer[name] as Json;
  }
  return next;
}

function withCreated(state: State, drawing: JsonObject | undefined): State | undefined {
  return drawing ? { ...state, ...Object.fromEntries([drawingById(drawing)]) } : undefined;
}
