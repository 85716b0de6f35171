/** What a reading shows of a resource. */
import { isDeepStrictEqual } from 'node:util';
import type { OperationId } from '../../schemas/index.js';
import { jsonIn } from '../../schemas/json-text.js';
import { hasContent } from '../expect.js';
import { type Exchange, isObject, type Json, type JsonObject, objectOf, valueIn } from '../http/exchange.js';
import { type WriteOperation, writeOperations } from '../values/write-operations.js';

/** Documented fields of one resource; for a list of drawings, each drawing by its id. */
export type State = Readonly<Record<string, Json>>;

/** What may change at any time: the status (3.1, 3.2), what the last start was made with (2.4), what the host has (2.6). */
export const live: ReadonlySet<string> = new Set(['status', 'command_line', 'interfaces']);

const identifiers: ReadonlySet<string> = new Set(['project_id', 'node_id', 'drawing_id']);

/** The documented fields of what is shown; identifiers in lower case, since UUIDs differ by more than that. */
export function documented({ shown: names }: WriteOperation, shown: JsonObject): JsonObject {
  const state: JsonObject = {};
  for (const name of names) {
    const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
    if (value === undefined) continue;
    state[name] = identifiers.has(name) && typeof value === 'string' ? value.toLowerCase() : value;
  }
  return state;
}

/** The state that an answer to the reading operation shows; undefined when it shows none. */
export function stateOf(written: WriteOperation, exchange: Exchange): State | undefined {
  const shown = hasContent(exchange) ? valueIn(exchange) : undefined;
  if (!written.creates) return isObject(shown) ? documented(written, shown) : undefined;
  if (!Array.isArray(shown)) return undefined;
  return Object.fromEntries(shown.filter(isObject).map(drawingById));
}

/** The fields of the server that an answer to an update is to show as the next reading does: all that stay as they are. */
export const steady = ({ owned }: WriteOperation): string[] =>
  [...owned].filter((name) => !live.has(name) && !identifiers.has(name) && name !== 'md5sum');

/** A drawing as the list shows it, by its id. */
function drawingById(drawing: JsonObject): [id: string, drawing: JsonObject] {
  const shown = documented(writeOperations['drawings.create'], drawing);
  return [String(shown.drawing_id), shown];
}

/**
 * What a resource showed when it was made, of the fields that were not sent; undefined where nobody saw it made.
 * @param fixture What made it, and what it showed then.
 */
export function defaultsOf(fixture: {
  readonly made: readonly Exchange[];
  readonly resource: JsonObject;
}): State | undefined {
  const { made, resource } = fixture;
  const body = made.at(-1)?.request.body;
  if (typeof body !== 'string') return undefined;
  const sent = JSON.parse(body) as JsonObject;
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !Object.hasOwn(sent, name)));
}

/** The write operation whose effects a reading shows. */
export function shownBy(read: OperationId): WriteOperation | undefined {
  return Object.values(writeOperations).find((each) => each.read === read);
}

/** The id of a drawing that was created, in lower case; undefined when the answer shows none. */
export function createdId(exchange: Exchange): string | undefined {
  const id = objectOf(exchange)?.drawing_id;
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/**
 * The state after a plain write that was taken, of which only the answer is known: what the answer does not show of
 * the fields written as it was sent, and of those that the server works out, is not known any more.
 */
export function afterPlainWrite(
  written: WriteOperation,
  state: State,
  sent: JsonObject,
  answer: Exchange,
): State | undefined {
  const shown = objectOf(answer);
  if (written.creates) return shown && { ...state, ...Object.fromEntries([drawingById(shown)]) };
  const now = documented(written, shown ?? {});
  const next: JsonObject = {};
  for (const [name, value] of Object.entries(state)) {
    const isSent = Object.hasOwn(sent, name);
    const isShown = !isSent || isDeepStrictEqual(now[name], sent[name]);
    const current = isSent || written.owned.has(name) ? (isShown ? now[name] : undefined) : value;
    if (current !== undefined) next[name] = current;
  }
  return next;
}

/** A field of a resource with the value that an answer shows. */
export interface Place {
  readonly field: string;
  readonly value: Json;
}

/** The field that a pointer into an answer leads to, or into; undefined where there is none. */
export function placeOf(exchange: Exchange, pointer = ''): Place | undefined {
  const shown = valueIn(exchange);
  const [first = '', second = ''] = pointer.split('/').slice(1);
  const [resource, field] = Array.isArray(shown) ? [shown[Number(first)], second] : [shown, first];
  const value = isObject(resource) && Object.hasOwn(resource, field) ? resource[field] : undefined;
  return value === undefined ? undefined : { field, value };
}

/** Whether the body of a request has the field with this very value. */
export const hasSent = (exchange: Exchange, { field, value }: Place): boolean =>
  isDeepStrictEqual(sentIn(exchange)?.[field], value);

/** The JSON object that a request carries, or undefined when it is anything else. */
export function sentIn({ request: { body } }: Exchange): JsonObject | undefined {
  const sent = typeof body === 'string' ? jsonIn(body) : undefined;
  return isObject(sent) ? sent : undefined;
}
