import { type IdName, type OperationId, operation } from '../schemas/index.js';
import type { Headers, Request } from './exchange.js';

export type Ids = { readonly [name in IdName]?: string };

/** What a request carries: a JSON value, or bytes that are sent as they are. */
export type Payload =
  | { readonly json: unknown }
  | { readonly raw: string | Buffer; readonly contentType?: string };

const accept: Headers = [['accept', 'application/json']];
const withBody: Headers = [...accept, ['content-type', 'application/json']];

/** The request of an operation. Ids are put into the path as they are: odd ones are tested on purpose. */
export function requestOf(id: OperationId, ids: Ids, payload?: Payload): Request {
  const { method, path } = operation(id);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: IdName) => ids[name] ?? '');
  return build(method, filled, payload);
}

/** A request of any method and path below the base URL. */
export function build(method: string, path: string, payload?: Payload): Request {
  if (!payload) return { method, path, headers: accept };
  if ('json' in payload) return { method, path, headers: withBody, body: JSON.stringify(payload.json) };
  const headers: Headers =
    payload.contentType === undefined ? withBody : [...accept, ['content-type', payload.contentType]];
  return { method, path, headers, body: payload.raw };
}
