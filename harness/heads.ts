/** The head of an answer as it is kept: a server may send thousands of fields with each of thousands of answers. */
import type { Headers } from './exchange.js';

/** Characters and fields of a head that are kept. */
const keptOfHead = 4 * 1024;
const keptFields = 64;
/** Kept wherever they stand, since something is decided by them. */
const telling = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'location',
  'retry-after',
  'server',
]);

/** Names and values in the order sent, from alternating names and values: the first ones, and all that matter. */
export function headersOf(raw: unknown): Headers {
  const flat = (raw ?? []) as (Buffer | string)[];
  const kept: [string, string][] = [];
  let length = 0;
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const name = latin1(flat[i] as Buffer);
    const value = latin1(flat[i + 1] as Buffer);
    length += name.length + value.length;
    if ((length <= keptOfHead && kept.length < keptFields) || telling.has(name.toLowerCase()))
      kept.push([name, value]);
  }
  return kept;
}

const latin1 = (value: Buffer | string) => (typeof value === 'string' ? value : value.toString('latin1'));
