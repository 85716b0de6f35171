import { shellWord } from '../../report/shell-word.js';
import { betweenPiecesMs, inPieces, isChunked, isInPieces } from '../../schemas/pieces.js';
import type { Headers } from '../http/exchange.js';

/** Headers that curl sends as they have to be. */
const ownHeaders = new Set(['host', 'content-length', 'accept-encoding']);

/** A command line for POSIX shells that sends the request again. */
export function curl(method: string, url: string, headers: Headers, body?: Buffer): string {
  const words = ['curl', '-sS', '-i', '--path-as-is', '-X', method, shellWord(url)];
  for (const [name, value] of headers.filter(([name]) => !ownHeaders.has(name.toLowerCase())))
    words.push('-H', shellWord(`${name}: ${value}`));
  // Sent as a header alone, curl would not undo the coding of the answer.
  if (headers.some(([name]) => name.toLowerCase() === 'accept-encoding')) words.push('--compressed');
  if (!body) return words.join(' ');
  if (isInPieces(headers)) {
    if (!isChunked(headers))
      words.push('-H', `'Content-Length: ${body.length}'`, '-H', "'Transfer-Encoding:'");
    const [first, second] = inPieces(body).map((piece) => `printf ${shellWord(octal(piece))};`);
    return `{ ${first} sleep ${betweenPiecesMs / 1000}; ${second} } | ${[...words, '-H', "'Expect:'", '-T', '-'].join(' ')}`;
  }
  const text = body.toString('utf8');
  if (isPlain(text) && Buffer.from(text).equals(body))
    return [...words, '--data-raw', shellWord(text)].join(' ');
  return `printf ${shellWord(octal(body))} | ${[...words, '--data-binary', '@-'].join(' ')}`;
}

/** Text that a terminal and a shell take as it is. */
const isPlain = (text: string) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text) && !text.startsWith('@');

/** The argument of printf that gives these bytes. */
function octal(bytes: Buffer): string {
  const escaped = (byte: string) =>
    byte === '%' ? '%%' : `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  return bytes.toString('latin1').replace(/[^ -~]|[%\\]/g, escaped);
}
