/** Time between the two pieces of a body that is sent so: without one they may come as one. */
export const betweenPiecesMs = 40;

/** A body in two pieces: cut within a letter of several bytes, else in the middle. */
export function inPieces(body: Buffer): readonly [first: Buffer, second: Buffer] {
  const letter = body.findIndex((byte) => byte >= 0x80);
  const cut = letter < 0 ? Math.ceil(body.length / 2) : letter + 1;
  return [body.subarray(0, cut), body.subarray(cut)];
}

type Headers = readonly (readonly [name: string, value: string])[];

const hasHeader = (headers: Headers, wanted: string) =>
  headers.some(([name]) => name.toLowerCase() === wanted);

/** Whether a body is sent in chunks, without its length (RFC 9112, 7.1). */
export const isChunked = (headers: Headers): boolean => hasHeader(headers, 'transfer-encoding');

/** Whether a body is sent in two pieces: in chunks, or behind a length that is written out (else the client adds it). */
export const isInPieces = (headers: Headers): boolean =>
  isChunked(headers) || hasHeader(headers, 'content-length');
