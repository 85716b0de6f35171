import { type IdName, type OperationId, operation, operations } from '../../schemas/index.js';
import type { Headers, Request } from './exchange.js';

export type Ids = { readonly [name in IdName]?: string | undefined };

/** What a request carries: headers alone, a JSON value, or bytes that are sent as they are. */
export type Payload =
  | { readonly headers: Headers }
  | { readonly json: unknown }
  | {
      readonly raw: string | Buffer;
      readonly contentType?: string;
      readonly typeName?: string;
      readonly headers?: Headers;
    };

/** The body comes in chunks, without its length (RFC 9112, 7.1). */
export const inChunks: Headers = [['transfer-encoding', 'chunked']];
/** The body comes in two pieces; its length is filled in. */
export const inTwo: Headers = [['content-length', '']];
/** Some clients declare a type whether or not there is a body. */
export const typeAlone: Payload = { raw: '' };
/** What many clients send who take other things too, but would rather have JSON, whichever is named first. */
export const acceptSeveral: Payload = {
  headers: [['accept', 'text/html;q=0.9, application/json, */*;q=0.8']],
};
export const acceptGzip: Payload = { headers: [['accept-encoding', 'gzip']] };
/** The request is the last one of its connection (RFC 9112, 9.6). */
export const closing: Headers = [['connection', 'close']];
/** Nothing has this ETag (RFC 9110, 13.1.2). */
export const unknownTag: Headers = [['if-none-match', '"conformance"']];

const accept: Headers = [['accept', 'application/json']];
const declared = (contentType = 'application/json', typeName = 'content-type'): Headers => [
  ...accept,
  [typeName, contentType],
];

/** The request of an operation. Ids are put into the path as they are: odd ones are tested on purpose. */
export function requestOf(id: OperationId, ids: Ids, payload?: Payload): Request {
  const { method, path } = operation(id);
  return build(
    method,
    path.replace(/\{(\w+)\}/g, (_, name: IdName) => ids[name] ?? ''),
    payload,
  );
}

/** A request of any method and path below the base URL. */
export function build(method: string, path: string, payload?: Payload): Request {
  if (!payload) return { method, path, headers: accept };
  if ('json' in payload) return { method, path, headers: declared(), body: JSON.stringify(payload.json) };
  if (!('raw' in payload)) {
    const isOwn = payload.headers.some(([name]) => name === 'accept');
    return { method, path, headers: [...(isOwn ? [] : accept), ...payload.headers] };
  }
  const { raw, contentType, typeName, headers = [] } = payload;
  const all = withLength([...declared(contentType, typeName), ...headers], raw);
  return { method, path, headers: all, body: raw };
}

/** The same headers, with the length of this body where they tell one. */
export const withLength = (headers: Headers, body: string | Buffer): Headers =>
  headers.map(([name, value]) => [name, name === 'content-length' ? `${Buffer.byteLength(body)}` : value]);

const patterns = operations.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation that a request is one of, whatever its ids. */
export function operationOf({ method, path }: Pick<Request, 'method' | 'path'>): OperationId | undefined {
  return patterns.find((each) => each.method === method && each.pattern.test(path))?.id;
}

/** A request in a line: what was sent tells more than where to. */
export const formatRequest = ({ method, path, body = '' }: Request): string =>
  `${method} ${path} ${String(body).slice(0, 100)}`.trim();
