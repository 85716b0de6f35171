/** The successful answers of a whole run: those that are not of their documented shape, whatever they were asked for. */
import { type Operation, type OperationId, operation, operations } from '../schemas/index.js';
import { uuid } from '../schemas/uuid.js';
import { all, type Expectation, hasBody, properAnswer, shaped, succeeded } from './expect.js';
import type { Exchange } from './http/exchange.js';
import { operationOf } from './http/request.js';
import { createdId } from './model/state.js';
import type { Mismatch, Violation } from './outcome.js';

interface WrongAnswer {
  readonly exchange: Exchange;
  readonly mismatch: Mismatch;
}

/** Of answers that are wrong in the same way, so many are kept; and so many ways of one operation. */
const mostAlike = 20;
const mostWays = 50;

export class Answers {
  readonly #wrong = new Map<OperationId, Map<string, WrongAnswer[]>>();

  readonly #given = new Map<string, Set<string>>();
  /** Creations that were answered with the drawing_id of another in the project, though neither has sent one. */
  readonly givenTwice: Exchange[] = [];

  readonly #counts = new Map<OperationId, { wrong: number; all: number }>();

  /** How many successful answers an operation has given, and how many of them were wrong in any way. */
  counts(id: OperationId): { readonly wrong: number; readonly all: number } {
    return this.#counts.get(id) ?? { wrong: 0, all: 0 };
  }

  /** Takes note of an exchange of the run; `kept` is what is remembered of it. */
  add(exchange: Exchange, kept = exchange): void {
    if (!succeeded(exchange)) return;
    const id = operationOf(exchange.request);
    // What an odd path is resolved to is not known.
    if (!id || !hasUuids(id, exchange)) return;
    if (id === 'drawings.create') this.#addCreation(exchange, kept);
    const mismatch = shapes.get(id)?.(exchange);
    const counts = this.#counts.get(id) ?? { wrong: 0, all: 0 };
    this.#counts.set(id, counts);
    counts.all++;
    if (!mismatch) return;
    counts.wrong++;
    const ways = this.#wrong.get(id) ?? new Map<string, WrongAnswer[]>();
    this.#wrong.set(id, ways);
    for (const [way, violations] of byWay(mismatch.violations)) {
      const alike = ways.get(way) ?? [];
      if (alike.length === mostAlike || (alike.length === 0 && ways.size === mostWays)) continue;
      const [{ pointer, message }] = violations;
      const seen = `${pointer || 'the body'} ${message}`;
      ways.set(way, [...alike, { exchange: kept, mismatch: { ...mismatch, seen, violations } }]);
    }
  }

  #addCreation(exchange: Exchange, kept: Exchange): void {
    const { path, body } = exchange.request;
    const own = createdId(exchange);
    if (own === undefined || String(body).includes('drawing_id')) return;
    const given = this.#given.get(path) ?? new Set();
    this.#given.set(path, given);
    if (given.has(own) && this.givenTwice.length < mostAlike) this.givenTwice.push(kept);
    given.add(own);
  }

  /** Answers of an operation that are wrong, those together that are so in the same way. */
  wrong(id: OperationId): readonly (readonly WrongAnswer[])[] {
    return [...(this.#wrong.get(id)?.values() ?? [])];
  }
}

/** What a successful answer must be; undefined where the document shows no body. */
function shapeOf(known: Operation): Expectation | undefined {
  if (known.id === 'projects.get') return all(hasBody, properAnswer(known), projectFields);
  const isShown = known.success.some((code) => known.answers[code]?.shape !== undefined);
  if (!isShown) return undefined;
  const proper = properAnswer(known);
  // Node start may answer 204, without a body, as well as a Node.
  return (exchange) =>
    exchange.answer?.status === 204 && known.success.includes(204) ? undefined : proper(exchange);
}

/** The body of getting a project is not shown (4.3): where it has fields of a project, they are of their types. */
const projectFields: Expectation = (exchange) => {
  const mismatch = shaped('project')(exchange);
  const violations = mismatch?.violations.filter(
    ({ pointer, message }) => pointer !== '' && message !== 'is missing',
  );
  return mismatch && violations && violations.length > 0 ? { ...mismatch, violations } : undefined;
};

/** Built once: every answer of a run is held to one. */
const shapes = new Map(operations.map((each) => [each.id, shapeOf(each)]));

/** Whether the ids in the path of an exchange are UUIDs, as those that a target gives are. */
export function hasUuids(id: OperationId, { request }: Exchange): boolean {
  const segments = request.path.split('/');
  return operation(id)
    .path.split('/')
    .every((part, index) => !part.startsWith('{') || uuid.test(segments[index] ?? ''));
}

/** The same field wrong in the same way is one way, whichever item of a list it is in. */
function byWay(violations: readonly Violation[]): Map<string, [Violation, ...Violation[]]> {
  const ways = new Map<string, [Violation, ...Violation[]]>();
  for (const each of violations) {
    const way = `${(each.pointer ?? '').replace(/\/\d+(?=\/|$)/g, '/n')} ${each.message}`;
    const alike = ways.get(way);
    if (alike) alike.push(each);
    else ways.set(way, [each]);
  }
  return ways;
}
