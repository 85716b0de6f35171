import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Largest request body that is kept, in bytes. */
export const bodyLimit = 32 * 1024 * 1024;

/** Deepest nesting of arrays and objects that is taken: JSON.stringify recurses and must not overflow. */
const depthLimit = 512;

/**
 * Reads the request to its end, also past the limit: a client that still sends would lose the answer.
 * @param done gets the pieces in which it came, undefined for a body over the limit; is never called for a request
 * that is cut off, since what arrived of it must not take effect
 */
export function receive(incoming: IncomingMessage, done: (pieces: Buffer[] | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > bodyLimit) chunks.length = 0;
    else chunks.push(chunk);
  });
  incoming.on('end', () => {
    done(size > bodyLimit ? undefined : chunks);
  });
}

/** @throws SyntaxError when the bytes are no JSON text in UTF-8, or nested too deep. */
export function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  const value: unknown = JSON.parse(bytes.toString());
  // Each level costs two bytes, so a short body cannot be too deep.
  if (bytes.length > 2 * depthLimit && deeper(value, depthLimit))
    throw new SyntaxError(`nested more than ${depthLimit} levels deep`);
  return value;
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => deeper(item, levels - 1));
}
