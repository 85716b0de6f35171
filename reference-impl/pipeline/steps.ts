import { kinds } from '../kinds.js';
import { type Answer, refuse } from './answer.js';
import { bodyLimit, parse } from './body.js';
import type { Exchange } from './exchange.js';

/** Finds what the path names: 404 when it does not exist (section 7), whatever the id looks like. */
export function locate(exchange: Exchange): Answer | undefined {
  const { route, store } = exchange;
  if (!route.kind) return;
  const collection = store.collection(route.kind, exchange.projectId);
  if (!collection) return unknown(kinds[route.kind].parent, exchange.projectId);
  exchange.collection = collection;
  if (!route.item) return;
  const entry = collection.get(exchange.id);
  if (!entry) return unknown(route.kind, exchange.id);
  exchange.entry = entry;
}

/** Reads the body as JSON, whatever its Content-Type. No body at all is no JSON either: 400. */
export function decode(exchange: Exchange): Answer | undefined {
  if (!exchange.route.input) return;
  if (!exchange.bytes) return refuse(413, `The body is larger than ${bodyLimit} bytes`);
  try {
    exchange.input = parse(exchange.bytes);
  } catch (error) {
    return refuse(400, `The body is not JSON: ${(error as Error).message}`);
  }
}

/** Holds the body against the route's schema: 400 when it does not fit. */
export function validate({ route, input }: Exchange): Answer | undefined {
  if (!route.input || route.input.valid(input)) return;
  const [problem] = route.input.valid.errors ?? [];
  return refuse(400, `Invalid request: body${problem?.instancePath} ${problem?.message}`);
}

export function act(exchange: Exchange): Answer {
  return exchange.route.act(exchange);
}

/** Hands the answer to Node, which adds the Content-Length where it belongs and the answer names none. */
export function wire({ outgoing }: Exchange, { status, headers, body, raw }: Answer): void {
  outgoing.statusCode = status;
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
  outgoing.end(raw ?? (body === undefined ? '' : JSON.stringify(body)));
}

function unknown(kind = '', id = ''): Answer {
  return refuse(404, `There is no ${kind} ${id}`);
}
