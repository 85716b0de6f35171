/** What an answer must be whatever went before: its code, its form, its fields, its ids. */
import { type Operation, type OperationId, shapes } from '../../schemas/index.js';
import {
  all,
  declaresJson,
  type Expectation,
  hasBody,
  headerIs,
  isJson,
  shaped,
  succeeded,
} from '../expect.js';
import { type Exchange, header, isObject, type JsonObject, valueIn } from '../http/exchange.js';
import { mismatch } from '../outcome.js';
import { fieldsOf } from '../values/shapes.js';
import type { Event } from './history/event.js';
import type { About, Tally } from './tally.js';

/**
 * Codes of those who stand in front of a server, of authentication, of caches and of too much work: they say nothing
 * of the operation, whose rows list none of them.
 */
const fromElsewhere: ReadonlySet<number> = new Set([304, 401, 407, 429, 502, 503, 504]);

/** Whether the answer is one of the operation, or the lack of one is, as far as anybody can know. */
export const isOwnAnswer = ({ answer, failure }: Exchange) =>
  answer ? !fromElsewhere.has(answer.status) : failure?.kind === 'protocol' || failure?.kind === 'dropped';

/** When something else than the server may have lost the answer. */
export function lostIn({ exchange, start, end }: Event): Pick<About, 'span'> {
  if (exchange.failure?.kind !== 'dropped') return {};
  return { span: { from: start, to: end, isLost: true } };
}

/** Operations that something was served by: who answers 404 to every path says nothing of this one. */
export function servedIn(events: readonly Event[]): ReadonlySet<OperationId> {
  const served = new Set<OperationId>();
  for (const { operation: known, exchange } of events)
    if (known && isOwnAnswer(exchange) && ![404, 405, 501].includes(exchange.answer?.status ?? 0))
      served.add(known.id);
  return served;
}

export interface Context {
  readonly tally: Tally;
  readonly input: string;
  readonly history: () => readonly Exchange[];
}

/** Judges the form of an answer. */
export function judgeForm(event: Event, known: Operation, isServed: boolean, context: Context): void {
  const { exchange } = event;
  const { answer } = exchange;
  if (!answer) return;
  if (succeeded(exchange)) judgeSuccess(event, known, context);
  else if (answer.status >= 400 && isServed && event.got !== 'in part') {
    const expect = expecting(exchange, known.id, context);
    expect(['errors.media-type', 'errors.always'], typed(exchange));
    expect(['errors.json', 'errors.always'], isJson);
  }
}

const expecting =
  (exchange: Exchange, id: OperationId, { tally, input, history }: Context) =>
  (names: readonly string[], expectation: Expectation) =>
    tally.expect({ operation: id, names, input, history }, exchange, expectation);

/** Where a recorder has kept no headers, nothing is known of the type. */
const typed = ({ answer }: Exchange): Expectation =>
  answer?.headers.length === 0 ? () => undefined : declaresJson;

function judgeSuccess(event: Event, known: Operation, context: Context): void {
  const { exchange, got } = event;
  const { id, success, answers } = known;
  const expect = expecting(exchange, id, context);
  const code = exchange.answer?.status ?? 0;
  if (answers[code]?.empty) {
    expect(['answer.empty'], isEmpty);
    if (id === 'compute.projects.delete') judgeDeletionHead(exchange, expect);
    return;
  }
  const shown = success.map((each) => answers[each]).find((each) => each && !each.empty);
  if (!shown || got === 'in part') return;
  expect(['answer.media-type', 'answer.always'], all(hasBody, typed(exchange)));
  expect(['answer.json', 'answer.always'], all(hasBody, isJson));
  const { shape, list = false } = shown;
  if (got === 'nothing') return;
  const items = itemsIn(exchange);
  const shows = (field: string) => items.some((item) => Object.hasOwn(item, field));
  // The body of getting a project is not shown (4.3).
  const fields = shape ?? 'project';
  if (shape) expect(['answer.body', 'answer.always'], shaped(shape, { list, field: '' }));
  const needed = (shape && items.length > 0 && shapes[shape].required) || [];
  for (const [field] of fieldsOf(fields))
    if (shows(field) || needed.includes(field))
      expect([`answer.${field}`, 'answer.always'], shaped(fields, { list, field }));
  for (const name of known.ids) judgeIds(event, name, expect);
}

/** The objects that an answer shows: one, or those of a list. */
const itemsIn = (exchange: Exchange): readonly JsonObject[] => [valueIn(exchange)].flat().filter(isObject);

const isEmpty: Expectation = ({ answer }) => {
  const bytes = Math.max(answer?.body.length ?? 0, Number(answer && header(answer, 'content-length')) || 0);
  if (bytes === 0) return undefined;
  return mismatch('an empty body', `${bytes} bytes`, { in: 'body', pointer: '', message: 'must be empty' });
};

type Expect = ReturnType<typeof expecting>;

/** The head of the empty answer to deleting a compute project (4.4). */
function judgeDeletionHead({ answer }: Exchange, expect: Expect): void {
  if (!answer || answer.headers.length === 0) return;
  const type = headerIs('content-type', 'application/octet-stream', true);
  expect(['sends-content-type'], type);
  if (header(answer, 'content-type') !== undefined) expect(['content-type'], type);
  if (header(answer, 'content-length') !== undefined)
    expect(['content-length'], headerIs('content-length', '0', true));
}

function judgeIds({ exchange, place }: Event, name: 'project_id' | 'node_id', expect: Expect): void {
  const wanted = place?.[name];
  if (wanted === undefined) return;
  const shown = itemsIn(exchange)
    .filter((item) => Object.hasOwn(item, name))
    .map((item) => item[name]);
  if (shown.length === 0) return;
  const other = shown.find((value) => String(value).toLowerCase() !== wanted);
  expect([`answer-ids.${name}`], () =>
    other === undefined
      ? undefined
      : mismatch(`${name} ${wanted}, as in the path`, JSON.stringify(other), {
          in: 'body',
          pointer: `/${name}`,
          message: 'must be that of the path',
        }),
  );
}
