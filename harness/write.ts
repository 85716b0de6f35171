/** One write with its aftermath: the resource is read and written once more, and all of it is judged. */
import { operation } from '../schemas/index.js';
import { type Exchange, isObject, type Json, type JsonObject, objectOf } from './exchange.js';

import {
  all,
  declaresJson,
  type Expectation,
  isJson,
  outcomeOf,
  properAnswer,
  seen,
  status,
  succeeded,
  symptomOf,
} from './expect.js';
import type { Fixture } from './fixtures/index.js';
import type { Miss } from './outcome.js';
import { changed, comparable, differs, fieldOf, listedOnce, readBack, untouched } from './read-back.js';
import type { Payload } from './request.js';
import type { Run } from './run.js';
import { type State, type Subject, stateOf } from './subjects.js';
import { materialise } from './values/from-fixture.js';

/** What can be wrong about a write. Each aspect is a requirement of its own. */
export type Aspect =
  | 'code'
  | 'answer'
  | 'error'
  | 'readable'
  | 'unchanged'
  | 'writable'
  | 'echo'
  | 'stored'
  | 'kept';

/** `refused`: the input breaks a stated rule; `answered`: any listed code will do; `accepted`: it must succeed. */
export type Duty = 'refused' | 'answered' | 'accepted';

/** A miss with the exchanges that show it, without those that made the fixture. */
export interface Hit {
  readonly aspect: Aspect;
  readonly miss: Miss;
  readonly outcome: string;
  readonly exchanges: readonly Exchange[];
}

export interface Trace {
  readonly fixture: Fixture;
  readonly write: Exchange;
  readonly hits: readonly Hit[];
  /** Fields whose value the answer, or a later reading, showed (whether right or wrong). */
  readonly echoed: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
}

/** Codes that keep the duty. A 404 does not: the resource exists. */
export function codesFor(subject: Subject, duty: Duty): readonly number[] {
  const { success, listed } = operation(subject.id);
  if (duty === 'refused') return [400];
  if (duty === 'accepted') return [...success, ...listed.filter((code) => code === 409)];
  return listed.filter((code) => code !== 404);
}

/** A fixture under a series of writes, with what was last seen of it. */
class Lane {
  #fixture: Fixture | undefined;
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
    const fixture = await this.#ready();
    const { run, subject } = this;
    const sent = 'json' in payload ? materialise(payload.json, fixture) : undefined;
    const write = await run.send(
      subject.id,
      fixture,
      sent === undefined ? payload : { json: sent },
      'the write',
    );
    const read = await this.#read(fixture, 'read afterwards');
    const rewrite = await this.#rewrite(fixture, 'write once more');
    const after = stateOf(subject, read);
    const before = this.#before;
    const hits: Hit[] = [];
    const note = (aspect: Aspect, miss: Miss | undefined, outcome: string, ...exchanges: Exchange[]) => {
      if (miss)
        hits.push({
          aspect,
          miss,
          outcome: aspect === 'unchanged' ? outcome : outcome + fieldOf(miss, subject),
          exchanges,
        });
    };
    note('code', status(...codesFor(subject, duty))(write), outcomeOf(write), write);
    const accepted = succeeded(write);
    const bad = accepted ? properAnswer(operation(subject.id))(write) : all(declaresJson, isJson)(write);
    note(accepted ? 'answer' : 'error', bad, bad ? symptomOf(bad, write) : '', write);
    const unreadable = this.#readable?.(read);
    note('readable', unreadable, `afterwards ${subject.read}: ${unreadable?.seen}`, write, read);
    const unwritable = this.#writable?.(rewrite);
    note('writable', unwritable, `afterwards ${subject.id}: ${seen(rewrite)}`, write, rewrite);
    const echoed = new Set<string>();
    const shown = new Set<string>();
    if (accepted && isObject(sent)) {
      const answer = objectOf(write);
      const wanted = readBack(subject, sent, before ?? {}, unstored);
      note('echo', differs(wanted, before ?? {}, answer, echoed, 'the answer'), 'not echoed', write);
      const stored = subject.creates ? after?.[String(answer?.drawing_id)] : after;
      const unlisted = subject.creates ? listedOnce(read, answer) : undefined;
      const place = `a later ${subject.read}`;
      const lost =
        unlisted ?? differs(wanted, before ?? {}, isObject(stored) ? stored : undefined, shown, place);
      note('stored', lost, unlisted ? unlisted.seen : 'not stored', write, read);
      if (!subject.creates && before && after) {
        note(
          'kept',
          changed(before, after, untouched(subject, sent, before)),
          'other fields changed',
          write,
          read,
        );
      }
    } else if (!accepted && write.answer && before && after) {
      note(
        'unchanged',
        changed(before, after, comparable(subject, before, after)),
        'changed although refused',
        write,
        read,
      );
    }
    this.#settle(after, write, rewrite, hits);
    return { fixture, write, hits, echoed, shown };
  }

  /** Lets go of the fixture. */
  end(): void {
    if (this.#fixture) this.run.fixtures.release(this.#fixture);
    this.#fixture = undefined;
  }

  /** The fixture in a known state: written once, read once. What does not work then is not the fault of a later write. */
  async #ready(): Promise<Fixture> {
    const { run, subject } = this;
    if (this.#fixture) {
      this.#before ??= stateOf(subject, await this.#read(this.#fixture, 'read before'));
      return this.#fixture;
    }
    const fixture = await run.fixtures.take(subject.fixture, 'write');
    this.#fixture = fixture;
    this.#writes = 0;
    const first = await this.#rewrite(fixture, 'plain write before');
    const read = await this.#read(fixture, 'read before');
    const readable = all(status(200), properAnswer(operation(subject.read)));
    const writable = status(...codesFor(subject, 'accepted'));
    this.#readable = readable(read) ? undefined : readable;
    this.#writable = writable(first) ? undefined : writable;
    this.#before = stateOf(subject, read);
    return fixture;
  }

  #read(fixture: Fixture, purpose: string): Promise<Exchange> {
    return this.run.send(this.subject.read, fixture, undefined, purpose);
  }

  #rewrite(fixture: Fixture, purpose: string): Promise<Exchange> {
    const { run, subject } = this;
    const body = subject.rewrites[this.#plain++ % 2 === 0 ? 0 : 1];
    return run.send(subject.id, fixture, { json: materialise(body, fixture) }, purpose);
  }

  /** Works out what the next write starts from. */
  #settle(after: State | undefined, write: Exchange, rewrite: Exchange, hits: readonly Hit[]): void {
    const spoiled = hits.some(({ aspect }) => aspect !== 'echo' && aspect !== 'answer' && aspect !== 'error');
    if (spoiled || ++this.#writes >= writesPerFixture) this.end();
    else if (this.subject.creates) this.#before = after && withCreated(after, objectOf(rewrite));
    // After a write that was refused, only the plain write behind it has changed anything.
    else this.#before = succeeded(write) ? undefined : after && rewritten(after, rewrite);
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

/** The state with what the answer to the plain write shows of its field; without the field where it shows nothing. */
function rewritten(state: State, rewrite: Exchange): State {
  const sent = Object.keys(JSON.parse(String(rewrite.request.body)) as object);
  const answer = objectOf(rewrite) ?? {};
  const kept = Object.entries(state).filter(([name]) => !sent.includes(name) || Object.hasOwn(answer, name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, sent.includes(name) ? (answer[name] as Json) : value]),
  );
}

function withCreated(state: State, drawing: JsonObject | undefined): State | undefined {
  return drawing ? { ...state, [String(drawing.drawing_id)]: drawing } : undefined;
}
