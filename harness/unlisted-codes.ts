/** Plain requests of a whole run that were answered with a code that their operation does not list (section 7). */
import { type Operation, type OperationId, operation, resolve, shapes } from '../schemas/index.js';
import { hasUuids } from './answers.js';
import type { Exchange } from './http/exchange.js';
import { operationOf } from './http/request.js';
import { sentIn } from './model/sent.js';
import { violations } from './values/shapes.js';

/** So many are kept of each operation. */
const mostKept = 20;

/**
 * Codes that say nothing of the request and its resource, but of access, size, load, or what is between client and
 * server.
 */
const ofOthers: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 407, 408, 411, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431, 451, 501, 502, 503,
  504, 505, 507, 508, 511,
]);

export class UnlistedCodes {
  readonly #seen = new Map<OperationId, Exchange[]>();

  /** Takes note of an exchange of the run; `kept` is what is remembered of it. */
  add(exchange: Exchange, kept: Exchange): void {
    const { answer, request, overloaded } = exchange;
    const id = answer && !overloaded && !ofOthers.has(answer.status) ? operationOf(request) : undefined;
    if (!answer || !id || isListed(operation(id), answer.status) || !isPlain(operation(id), exchange)) return;
    const alike = this.#seen.get(id) ?? [];
    this.#seen.set(id, alike);
    if (alike.length < mostKept) alike.push(kept);
  }

  of(id: OperationId): readonly Exchange[] {
    return this.#seen.get(id) ?? [];
  }
}

function isListed({ id, listed, success }: Operation, code: number): boolean {
  // Drawings list no 404, and what they answer where there is no project is not shown.
  return success.includes(code) || listed.includes(code) || (code === 404 && id.startsWith('drawings.'));
}

/** Whether a request is one that the document shows: ids that are UUIDs, no other headers, documented fields alone. */
function isPlain({ id, body, takesBody }: Operation, exchange: Exchange): boolean {
  const { headers, body: raw } = exchange.request;
  const isUsual = headers.every(([name, value]) => value === 'application/json' && /accept|type/.test(name));
  if (!isUsual || !hasUuids(id, exchange)) return false;
  if (!takesBody || raw === undefined) return !takesBody && raw === undefined;
  const sent = sentIn(exchange);
  if (!sent) return false;
  const { properties = {} } = body ? resolve(shapes[body]) : {};
  const isDocumented = Object.keys(sent).every((name) => Object.hasOwn(properties, name));
  return isDocumented && (!body || violations(body, sent).length === 0);
}
