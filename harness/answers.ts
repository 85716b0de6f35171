/** The answers of a whole run: those that are not of their documented shape, and codes that nobody lists. */

import { groupBy } from '../schemas/group-by.js';
import {
  type IdName,
  type Operation,
  type OperationId,
  operation,
  operations,
  resolve,
  shapes,
} from '../schemas/index.js';
import { uuid } from '../schemas/uuid.js';
import {
  all,
  type Expectation,
  hasBody,
  narrowed,
  properAnswer,
  shaped,
  succeeded,
  withoutPlaces,
} from './expect.js';
import { type Exchange, isObject, objectOf, valueIn } from './http/exchange.js';
import { operationOf } from './http/request.js';
import { MadeNames } from './model/made-names.js';
import { Staleness } from './model/staleness.js';
import { createdId, sentIn } from './model/state.js';
import { type Mismatch, mismatch, type Violation } from './outcome.js';
import { Shown } from './shown.js';
import { violations } from './values/shapes.js';

interface WrongAnswer {
  readonly exchange: Exchange;
  readonly mismatch: Mismatch;
}

/** Of answers that are wrong in the same way, so many are kept; and so many ways of one operation. */
const mostAlike = 20;
const mostWays = 50;

/** What the answers to one operation were like. */
class Row {
  /** Successful answers, and how many of them were wrong in any way. */
  readonly counts = { wrong: 0, all: 0 };
  /** By the way in which they are wrong. */
  readonly wrong = new Map<string, WrongAnswer[]>();
  /** Those to plain requests, with a code that the operation does not list (section 7). */
  readonly unlisted: Exchange[] = [];
  /** Those that show another id than their path, though no request has sent it one. */
  readonly otherIds = new Map<IdName, WrongAnswer[]>();
}

export class Answers {
  readonly #rows = new Map<OperationId, Row>(operations.map(({ id }) => [id, new Row()]));
  readonly #given = new Map<string, Set<string>>();
  /** Where a node or instance was made, and a project in itself, by id. */
  readonly #homes = new Map<string | undefined, string>();
  /** Paths that were sent another id than their own: what they show from then on is open. */
  readonly #sentOthers = new Set<string>();
  /** Creations that were answered with the drawing_id of another in the project, though neither has sent one. */
  readonly givenTwice: Exchange[] = [];
  readonly shown = new Shown();
  readonly names = new MadeNames();
  readonly staleness = new Staleness();

  of(id: OperationId): Row {
    return this.#rows.get(id) as Row;
  }

  /** Takes note of an exchange of the run; `kept` is what is remembered of it. @returns whether it is wrong, and kept. */
  add(exchange: Exchange, kept = exchange): boolean {
    this.#addHome(exchange);
    this.shown.addWrite(exchange);
    this.names.add(exchange, kept);
    this.staleness.add(exchange);
    const id = operationOf(exchange.request);
    // What an odd path is resolved to is not known.
    if (!id || !exchange.answer || !hasUuids(id, exchange)) return false;
    const row = this.of(id);
    if (isUnlisted(operation(id), exchange) && row.unlisted.length < mostAlike) row.unlisted.push(kept);
    this.#addIds(id, exchange, kept);
    if (!succeeded(exchange)) return false;
    if (id === 'drawings.create') this.#addCreation(exchange, kept);
    const mismatch = shapeOf.get(id)?.(exchange);
    row.counts.all++;
    const ways = groupBy(mismatch?.violations ?? [], wayOf);
    // What another kind of instance shows is judged as found at a wrong address.
    if (mismatch && this.#isAtHome(id, exchange.request.path) === false) return false;
    this.shown.addReading(id, exchange, ways);
    if (!mismatch) return false;
    row.counts.wrong++;
    let isKept = false;
    for (const [way, violations] of ways) {
      const alike = row.wrong.get(way) ?? [];
      if (alike.length === mostAlike || (alike.length === 0 && row.wrong.size === mostWays)) continue;
      row.wrong.set(way, [...alike, { exchange: kept, mismatch: narrowed(mismatch, violations, exchange) }]);
      isKept = true;
    }
    return isKept;
  }

  #addIds(id: OperationId, exchange: Exchange, kept: Exchange): void {
    const { path } = exchange.request;
    const sent = sentIn(exchange);
    const { otherIds } = this.of(id);
    for (const name of operation(id).ids) {
      if (sent && isOther(idIn(id, path, name), sent[name])) this.#sentOthers.add(`${name} of ${path}`);
      const isOpen = this.#sentOthers.has(`${name} of ${path}`);
      // What is asked for at another address than its own is judged there.
      const mismatch =
        this.#isAtHome(id, path) && !isOpen && succeeded(exchange)
          ? otherIdIn(id, exchange, name)
          : undefined;
      const alike = otherIds.get(name) ?? [];
      if (mismatch && alike.length < mostAlike) otherIds.set(name, [...alike, { exchange: kept, mismatch }]);
    }
  }

  /** What was made is at home where it was made; a project, in itself. */
  #addHome(exchange: Exchange): void {
    const { method, path } = exchange.request;
    if (method !== 'POST' || !succeeded(exchange)) return;
    const { project_id, node_id, drawing_id } = objectOf(exchange) ?? {};
    // A drawing says nothing of where its project was made.
    if (drawing_id !== undefined) return;
    const made = String(node_id ?? project_id).toLowerCase();
    const home = /\/projects\/./.test(path) ? path : `/${project_id}`;
    if (!this.#homes.has(made)) this.#homes.set(made, home.toLowerCase());
  }

  /** Undefined where it is not known where something was made. */
  #isAtHome(id: OperationId, path: string): boolean | undefined {
    const [project, node] = [idIn(id, path, 'project_id'), idIn(id, path, 'node_id')];
    const home = this.#homes.get(node ?? project);
    if (home === undefined) return undefined;
    return node ? path.toLowerCase().startsWith(home) : home === `/${project}`;
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
}

/** What a successful answer must be; undefined where the document shows no body. */
function expected(known: Operation): Expectation | undefined {
  if (known.id === 'projects.get') return all(hasBody, properAnswer(known), projectFields);
  const isShown = known.success.some((code) => known.answers[code]?.shape !== undefined);
  if (!isShown) return undefined;
  const proper = properAnswer(known);
  return (exchange) => (isListedEmpty(known.id, exchange) ? undefined : proper(exchange));
}

/** Node start may answer 204, without a body, as well as a Node. */
export const isListedEmpty = (id: OperationId, { answer }: Pick<Exchange, 'answer'>) =>
  answer?.status === 204 && operation(id).success.includes(204);

/** Whether an answer is a project: it has the one field that every project has (2.2). */
export const showsProject = (exchange: Exchange): boolean =>
  Object.hasOwn(objectOf(exchange) ?? {}, 'project_id');

/** The body of getting a project is not shown (4.3): where it is a project, its fields are of their types. */
const projectFields: Expectation = (exchange) => {
  if (!showsProject(exchange)) return undefined;
  const mismatch = shaped('project')(exchange);
  const violations = mismatch?.violations.filter(
    ({ pointer, message }) => pointer !== '' && message !== 'is missing',
  );
  return mismatch && violations && violations.length > 0
    ? narrowed(mismatch, violations, exchange)
    : undefined;
};

/** Built once: every answer of a run is held to one. */
const shapeOf = new Map(operations.map((each) => [each.id, expected(each)]));

/** The same field wrong in the same way is one way, whichever item of a list it is in. */
const wayOf = ({ pointer = '', message }: Violation) => withoutPlaces(`${pointer} ${message}`.trim());

/** The values of an id in an answer, of each item where it is a list. */
export function idsShown(exchange: Exchange, name: IdName): [pointer: string, value: string][] {
  const value = valueIn(exchange);
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item, index): [string, string][] => {
    const shown = isObject(item) ? item[name] : undefined;
    // What is no UUID at all is judged by the type of the field.
    if (typeof shown !== 'string' || !uuid.test(shown)) return [];
    return [[`${Array.isArray(value) ? `/${index}` : ''}/${name}`, shown]];
  });
}

/** An answer that shows another id than its path. */
export function otherIdIn(id: OperationId, exchange: Exchange, name: IdName): Mismatch | undefined {
  const own = idIn(id, exchange.request.path, name);
  const [first] = idsShown(exchange, name).filter(([, shown]) => isOther(own, shown));
  if (!first) return undefined;
  const [pointer, shown] = first;
  const violation = { in: 'body', pointer, message: `must be ${own}` } as const;
  return mismatch(`${name} ${own}, as in the path`, JSON.stringify(shown), violation);
}

const idIn = (id: OperationId, path: string, name: IdName) =>
  path.split('/')[operation(id).path.split('/').indexOf(`{${name}}`)]?.toLowerCase();

const isOther = (own: string | undefined, value: unknown) =>
  value !== undefined && String(value).toLowerCase() !== own;

/** Whether the ids in the path of an exchange are UUIDs, as those that a target gives are. */
function hasUuids(id: OperationId, { request }: Exchange): boolean {
  const segments = request.path.split('/');
  const template = operation(id).path.split('/');
  return template.every((part, index) => !part.startsWith('{') || uuid.test(segments[index] ?? ''));
}

/**
 * Codes that say nothing of the request and its resource, but of access, size, load, or what is between client and
 * server.
 */
const ofOthers: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 407, 408, 411, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431, 451, 501, 502, 503,
  504, 505, 507, 508, 511,
]);

function isUnlisted(known: Operation, exchange: Exchange): boolean {
  const { id, listed, success } = known;
  const code = exchange.answer?.status ?? 0;
  // Drawings list no 404, and what they answer where there is no project is not shown.
  const isListed =
    success.includes(code) || listed.includes(code) || (code === 404 && id.startsWith('drawings.'));
  return !isListed && !exchange.overloaded && !ofOthers.has(code) && isPlain(known, exchange);
}

/** Whether a request is one that the document shows: no other headers, documented fields alone. */
function isPlain({ body, takesBody }: Operation, exchange: Exchange): boolean {
  const { headers, body: raw } = exchange.request;
  const isUsual = headers.every(([name, value]) => value === 'application/json' && /accept|type/.test(name));
  if (!isUsual || !takesBody || raw === undefined) return isUsual && !takesBody && raw === undefined;
  const sent = sentIn(exchange);
  if (!sent) return false;
  const { properties = {} } = body ? resolve(shapes[body]) : {};
  const isDocumented = Object.keys(sent).every((name) => Object.hasOwn(properties, name));
  return isDocumented && (!body || violations(body, sent).length === 0);
}
