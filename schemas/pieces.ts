/** Time between the two pieces of a body that is sent in chunks: without one they may come as one. */
export const betweenPiecesMs = 50;

/** The bytes of the first of two pieces: up to within a letter of several bytes, else half of the body. */
export function firstPiece(body: Buffer): number {
  const letter = body.findIndex((byte) => byte >= 0x80);
  return letter < 0 ? Math.ceil(body.length / 2) : letter + 1;
}

/** Whether a body is sent in chunks, without its length (RFC 9112, 7.1). */
export const isChunked = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
