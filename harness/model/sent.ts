/** Whether an answer shows what was sent before. */
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isObject, type Json, type JsonObject, json } from '../http/exchange.js';

/** A field of a resource with the value that an answer shows. */
export interface Place {
  readonly field: string;
  readonly value: Json;
}

/** The field that a pointer into an answer leads to, or into; undefined where there is none. */
export function placeOf({ answer }: Exchange, pointer = ''): Place | undefined {
  const body = answer && json(answer);
  if (!body?.ok) return undefined;
  const [first = '', second = ''] = pointer.split('/').slice(1);
  const [resource, field] = Array.isArray(body.value)
    ? [body.value[Number(first)], second]
    : [body.value, first];
  const value = isObject(resource) && Object.hasOwn(resource, field) ? resource[field] : undefined;
  return value === undefined ? undefined : { field, value };
}

/** Whether the body of a request has the field with this very value. */
export const hasSent = (exchange: Exchange, { field, value }: Place): boolean =>
  isDeepStrictEqual(sentIn(exchange)?.[field], value);

/** The JSON object that a request carries, or undefined when it is anything else. */
export function sentIn({ request: { body } }: Exchange): JsonObject | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const sent: unknown = JSON.parse(body);
    return isObject(sent) ? sent : undefined;
  } catch {
    return undefined;
  }
}
