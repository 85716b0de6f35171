/** What an answer must be whatever went before: its form, its fields, its ids. */
import { fieldsOf, type OperationId, shapes } from '../../schemas/index.js';
import {
  all,
  declaresJson,
  type Expectation,
  hasBody,
  headerIs,
  isJson,
  notServedCodes,
  shaped,
  succeeded,
} from '../expect.js';
import { type Exchange, header, isObject, valueIn } from '../http/exchange.js';
import { mismatch } from '../outcome.js';
import type { Asked } from './asked.js';
import type { Event } from './history/event.js';

/**
 * Codes of those who stand in front of a server, of authentication, of caches and of too much work: they say nothing
 * of the operation, whose rows list none of them.
 */
const fromElsewhere: ReadonlySet<number> = new Set([304, 401, 407, 429, 502, 503, 504]);

/** Whether the answer is one of the operation, or the lack of one is, as far as anybody can know. */
export const isOwnAnswer = ({ answer, failure }: Exchange) =>
  answer ? !fromElsewhere.has(answer.status) : failure?.kind === 'protocol' || failure?.kind === 'dropped';

/** Operations that something was served by: who answers 404 to every path says nothing of this one. */
export function servedIn(events: readonly Event[]): ReadonlySet<OperationId> {
  const served = new Set<OperationId>();
  for (const { operation: known, exchange } of events)
    if (known && isOwnAnswer(exchange) && !notServedCodes.includes(exchange.answer?.status ?? 0))
      served.add(known.id);
  return served;
}

/** Judges the form of an answer. */
export function judgeForm(asked: Asked, isServed: boolean): void {
  const { exchange, got } = asked.event;
  if (succeeded(exchange)) judgeSuccess(asked);
  else if ((exchange.answer?.status ?? 0) >= 400 && isServed && got !== 'in part') {
    asked.expect(['errors.media-type', 'errors.always'], typed(exchange));
    asked.expect(['errors.json', 'errors.always'], isJson);
  }
}

/** Where a recorder has kept no headers, nothing is known of the type. */
const typed = ({ answer }: Exchange): Expectation =>
  answer?.headers.length === 0 ? () => undefined : declaresJson;

function judgeSuccess(asked: Asked): void {
  const { exchange, got } = asked.event;
  const { id, success, answers, ids } = asked.operation;
  if (answers[exchange.answer?.status ?? 0]?.empty) {
    asked.expect(['answer.empty'], isEmpty);
    if (id === 'compute.projects.delete') judgeDeletionHead(asked, exchange);
    return;
  }
  const shown = success.map((each) => answers[each]).find((each) => each && !each.empty);
  if (!shown || got === 'in part') return;
  asked.expect(['answer.media-type', 'answer.always'], all(hasBody, typed(exchange)));
  asked.expect(['answer.json', 'answer.always'], all(hasBody, isJson));
  if (got === 'nothing') return;
  const { shape, list = false } = shown;
  // The body of getting a project is not shown (4.3).
  const fields = shape ?? 'project';
  const items = [valueIn(exchange)].flat().filter(isObject);
  if (shape) asked.expect(['answer.body', 'answer.always'], shaped(shape, { list, field: '' }));
  const needed = (shape && items.length > 0 && shapes[shape].required) || [];
  for (const { name: field } of fieldsOf(fields))
    if (needed.includes(field) || items.some((item) => Object.hasOwn(item, field)))
      asked.expect([`answer.${field}`, 'answer.always'], shaped(fields, { list, field }));
  for (const name of ids) {
    const wanted = asked.event.place?.[name];
    const values = items.filter((item) => Object.hasOwn(item, name)).map((item) => item[name]);
    if (wanted === undefined || values.length === 0) continue;
    const other = values.find((value) => String(value).toLowerCase() !== wanted);
    const violation = { in: 'body', pointer: `/${name}`, message: 'must be that of the path' } as const;
    const miss = () => mismatch(`${name} ${wanted}, as in the path`, JSON.stringify(other), violation);
    asked.expect([`answer-ids.${name}`], () => (other === undefined ? undefined : miss()));
  }
}

const isEmpty: Expectation = ({ answer }) => {
  const bytes = Math.max(answer?.body.length ?? 0, Number(answer && header(answer, 'content-length')) || 0);
  if (bytes === 0) return undefined;
  return mismatch('an empty body', `${bytes} bytes`, { in: 'body', pointer: '', message: 'must be empty' });
};

/** The head of the empty answer to deleting a compute project (4.4). */
function judgeDeletionHead(asked: Asked, { answer }: Exchange): void {
  if (!answer || answer.headers.length === 0) return;
  const type = headerIs('content-type', 'application/octet-stream', true);
  asked.expect(['sends-content-type'], type);
  if (header(answer, 'content-type') !== undefined) asked.expect(['content-type'], type);
  if (header(answer, 'content-length') !== undefined)
    asked.expect(['content-length'], headerIs('content-length', '0', true));
}
