/** Which codes a recorded request may be answered with, and which requirements its code shows something of. */
import type { FixtureKind, Method, Operation, OperationId } from '../../schemas/index.js';
import { isInstance } from '../../schemas/kinds.js';
import { type Expectation, status } from '../expect.js';
import { isObject } from '../http/exchange.js';
import type { Case, CaseKind } from '../plan/case.js';
import { placesOf, type Sent } from './body.js';
import type { Event } from './history/event.js';
import type { Known } from './history/existence.js';

/** A code that is held against a requirement. */
export interface CodeRule {
  readonly names: readonly string[];
  readonly expectation: Expectation;
}

/** What a request to an operation without a documented body may be answered with. */
export function plainCodes(
  { listed, success, takesBody, id }: Operation,
  sent: Sent,
  known: Known | undefined,
): CodeRule[] {
  // Drawings list no 404, and what they answer where there is no project is not shown.
  if (id.startsWith('drawings.') && known?.is !== 'there') return [];
  const absent = listed.includes(404) ? [404] : [];
  const may = (...codes: number[]) => status(...codes, ...absent);
  if (!takesBody) return [{ names: ['succeeds'], expectation: may(...success) }];
  if (sent.is === 'malformed') return [{ names: ['refuses.malformed-json'], expectation: may(400) }];
  if (sent.is !== 'json') return [];
  if (!isObject(sent.value)) return [{ names: ['refuses.non-object'], expectation: may(400) }];
  if (Object.keys(sent.value).length === 0) return [{ names: ['succeeds'], expectation: may(...success) }];
  return [{ names: ['answers-fields'], expectation: may(...success, 400) }];
}

/** What a write may be answered with, as requirements say it of a case; what the rules say of its code has the others. */
export function caseCodes({ success, listed }: Operation, { kind, trials }: Case): CodeRule[] {
  const allowed = status(...success, ...listed.filter((code) => code === 404 || code === 409));
  if (kind === 'empty object') return [{ names: ['accepts.empty-object'], expectation: allowed }];
  if (kind === 'null') return [{ names: [`accepts.${trials[0]?.field}.null`], expectation: allowed }];
  return [];
}

/** What the code of a case is about, for the kinds that need no place to tell. */
const nameOf: Partial<Record<CaseKind, string>> = {
  malformed: 'refuses.malformed-json',
  'non-object': 'refuses.non-object',
  'invalid in company': 'generated.broken',
  'empty object': 'accepts.empty-object',
  'unknown field': 'answers-unknown-fields',
  'unusual text': 'generated.odd-text',
  'edges together': 'generated.wide',
};

/** The requirements that the code of a case is about. */
export function namesOf(each: Case): readonly string[] {
  if (each.kind === 'invalid') return placesOf(each).map((place) => `refuses.${place}`);
  const name = nameOf[each.kind];
  if (name !== undefined) return [name];
  return each.trials.slice(0, 1).map(({ field }) => `answers-edges.${field}`);
}

function deletionOf(kind: FixtureKind): OperationId {
  if (isInstance(kind)) return `${kind}.delete`;
  // No operation deletes a node: it goes with its project.
  return kind === 'compute-project' ? 'compute.projects.delete' : 'projects.delete';
}

const afterwards: Partial<Record<Method, string>> = {
  GET: 'then-gone',
  PUT: 'then-no-update',
  DELETE: 'twice',
};

/**
 * What a request for something that was deleted must be answered with, and by which deletion.
 * @param isSound Whether nothing but the deletion speaks against the request.
 */
export function goneCodes(
  { method, fixture }: Operation,
  { by }: Known,
  isSound: boolean,
): (CodeRule & { readonly of: OperationId }) | undefined {
  const content = isInstance(fixture) && fixture !== 'cloud' ? `content-gone.${fixture}` : 'content-gone';
  const name = by === fixture ? afterwards[method] : content;
  if (name === undefined) return undefined;
  return { of: deletionOf(by), names: [name], expectation: isSound ? status(404) : status(404, 400) };
}

/** What an id that is no UUID must be answered with. */
export function oddIdCodes({ id, listed }: Operation, { segments }: Event): CodeRule {
  if (id.startsWith('drawings.') || segments.some((each) => !/^[\w-]+$/.test(each)))
    return { names: ['odd-segments'], expectation: noServerError };
  return { names: ['no-uuid'], expectation: status(...(listed.includes(400) ? [400, 404] : [404])) };
}

const noServerError: Expectation = (exchange) =>
  (exchange.answer?.status ?? 0) < 500 ? undefined : status(400, 404)(exchange);
