/** Time between the two pieces of a body that is sent in chunks: without one they may come as one. */
export const betweenPiecesMs = 50;

/** A body in two pieces: cut within a letter of several bytes, else in the middle. */
export function inPieces(body: Buffer): readonly [first: Buffer, second: Buffer] {
  const letter = body.findIndex((byte) => byte >= 0x80);
  const cut = letter < 0 ? Math.ceil(body.length / 2) : letter + 1;
  return [body.subarray(0, cut), body.subarray(cut)];
}

/** Whether a body is sent in chunks, without its length (RFC 9112, 7.1). */
export const isChunked = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
