/** Which codes a recorded request may be answered with, and which requirements its code shows something of. */
import type { FixtureKind, Method, OperationId } from '../../schemas/index.js';
import { isInstance } from '../../schemas/kinds.js';
import { type Expectation, status } from '../expect.js';
import { isObject } from '../http/exchange.js';
import type { Case, CaseKind } from '../plan/case.js';
import type { Asked } from './asked.js';
import { placesOf } from './body.js';
import type { Known } from './history/knowledge.js';

/** A requirement, and what its code must be. */
type CodeRule = readonly [name: string, expectation: Expectation];

/** What a request to an operation without a documented body may be answered with. */
export function plainCodes({ operation, sent, known }: Asked): CodeRule | undefined {
  const { listed, success, takesBody, id } = operation;
  // Drawings list no 404, and what they answer where there is no project is not shown.
  if (id.startsWith('drawings.') && known?.is !== 'there') return undefined;
  const may = (...codes: number[]) => status(...codes, ...(listed.includes(404) ? [404] : []));
  if (!takesBody) return ['succeeds', may(...success)];
  if (sent.is === 'malformed') return ['refuses.malformed-json', may(400)];
  if (sent.is !== 'json') return undefined;
  if (!isObject(sent.value)) return ['refuses.non-object', may(400)];
  const isEmpty = Object.keys(sent.value).length === 0;
  return isEmpty ? ['succeeds', may(...success)] : ['answers-fields', may(...success, 400)];
}

/** What a write may be answered with, as requirements say it of a case; what the rules say of its code has the others. */
export function caseCodes(
  { operation: { success, listed } }: Asked,
  { kind, trials }: Case,
): CodeRule | undefined {
  const allowed = status(...success, ...listed.filter((code) => code === 404 || code === 409));
  if (kind === 'empty object') return ['accepts.empty-object', allowed];
  return kind === 'null' ? [`accepts.${trials[0]?.field}.null`, allowed] : undefined;
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

/** Judges a request for something that was deleted, by what is said of its deletion. */
export function judgeGone(asked: Asked, { by, since }: Known): void {
  const { operation, sent, recorded, event } = asked;
  const { takesBody, fixture, method } = operation;
  if (!event.exchange.answer || (takesBody && sent.is !== 'json' && sent.is !== 'malformed')) return;
  const content = isInstance(fixture) && fixture !== 'cloud' ? `content-gone.${fixture}` : 'content-gone';
  const name = by === fixture ? afterwards[method] : content;
  if (name === undefined) return;
  // Whether nothing but the deletion speaks against the request.
  const isSound = !takesBody || (recorded ? recorded.case.duty !== 'refused' : sent.is === 'json');
  const about = { operation: deletionOf(by), span: { from: since, to: event.end } };
  asked.expect([name], isSound ? status(404) : status(404, 400), about);
}

/** What an id that is no UUID must be answered with. */
export function oddIdCodes({ operation: { id, listed }, event: { segments } }: Asked): CodeRule {
  if (id.startsWith('drawings.') || segments.some((each) => !/^[\w-]+$/.test(each)))
    return ['odd-segments', noServerError];
  return ['no-uuid', status(...(listed.includes(400) ? [400, 404] : [404]))];
}

const noServerError: Expectation = (exchange) =>
  (exchange.answer?.status ?? 0) < 500 ? undefined : status(400, 404)(exchange);
