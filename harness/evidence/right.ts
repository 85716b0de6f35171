/** Requests that were answered rightly, to be shown beside those that were not. */
import { type OperationId, operation } from '../../schemas/index.js';
import { jsonIn } from '../../schemas/json-text.js';
import { type Exchange, status } from '../http/exchange.js';

/** A request as a reader can send it. */
export interface RightRequest {
  readonly method: string;
  /** With the names of ids. */
  readonly path: string;
  readonly body?: string;
  readonly status: number;
}

/** Bodies that are remembered for an operation, and how long each may be. */
const maxBodies = 300;
const maxLength = 200;

export class RightRequests {
  readonly #bodies = new Map<OperationId, Map<string, number>>();

  add(id: OperationId, exchange: Exchange): void {
    const body = textOf(exchange);
    const known = this.#bodies.get(id) ?? new Map<string, number>();
    if (body.length > maxLength || known.size >= maxBodies) return;
    this.#bodies.set(id, known.set(body, status(exchange) ?? 0));
  }

  /** The one that has most in common with a request. */
  nearest(id: OperationId, wrong: Exchange | undefined): RightRequest | undefined {
    const text = wrong ? textOf(wrong) : '';
    const fields = fieldsIn(text);
    const hasOthers = (body: string) => (fieldsIn(body) === fields ? 0 : 1);
    const [best] = [...(this.#bodies.get(id) ?? [])]
      .filter(([body]) => (body === '') === (text === ''))
      .sort(
        ([a], [b]) =>
          hasOthers(a) - hasOthers(b) || isOdd(a) - isOdd(b) || distance(a, text) - distance(b, text),
      );
    if (!best) return undefined;
    const { method, path } = operation(id);
    const [body, code] = best;
    return { method, path, ...(body !== '' && { body }), status: code };
  }
}

/** Whether a body holds what nobody would send as an example. */
const isOdd = (body: string) => (/^[ -~]*$/.test(body) && !body.includes('\\u') ? 0 : 1);

const textOf = ({ request }: Exchange) => String(request.body ?? '');

/** The fields of a JSON object as one text. */
const fieldsIn = (text: string) =>
  Object.keys(Object(jsonIn(text)))
    .sort()
    .join(' ');

/** Characters between what two texts have in common at their beginnings and at their ends. */
function distance(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let front = 0;
  while (front < shorter && a[front] === b[front]) front++;
  let back = 0;
  while (back < shorter - front && a[a.length - 1 - back] === b[b.length - 1 - back]) back++;
  return a.length + b.length - 2 * (front + back);
}
