/** Servers whose bodies are too much to hold, to unpack, to parse or to compare. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Behaviour, jsonType, message, type Proper, told } from '../behaviour.js';

const mebi = 1024 * 1024;

/** The right answer with something put into its JSON object, or into each object of its list. */
function stuffed(proper: Proper, extra: string): Buffer {
  const { status, body } = proper;
  if (body.length === 0) return told(proper);
  const value: unknown = JSON.parse(body.toString());
  const stuff = (each: unknown) => {
    const text = JSON.stringify(each);
    return text === '{}' ? `{${extra}}` : `${text.slice(0, -1)},${extra}}`;
  };
  const text = Array.isArray(value) ? `[${value.map(stuff).join(',')}]` : stuff(value);
  return message(status, jsonType, text);
}

const stuffing = (
  name: string,
  does: string,
  extra: () => string,
  more: Partial<Behaviour> = {},
): Behaviour => {
  let made: string | undefined;
  return {
    name,
    does,
    answer: async (socket, _request, proper) => {
      made ??= extra();
      socket.write(stuffed(await proper(), made));
    },
    ...more,
  };
};

const flat = (name: string, does: string, make: () => Buffer): Behaviour => {
  let made: Buffer | undefined;
  return {
    name,
    does,
    answer: (socket) => {
      made ??= make();
      socket.write(made);
    },
  };
};

const packed = (coding: string, bytes: Buffer) =>
  message(200, { ...jsonType, 'content-encoding': coding }, bytes);

export const bodies: readonly Behaviour[] = [
  flat('gzip-bomb', 'sends 512 MiB in a few hundred KiB of gzip', () =>
    packed('gzip', gzipSync(Buffer.alloc(512 * mebi, 0x20), { level: 9 })),
  ),
  flat('nested-bomb', 'sends gzip within gzip within gzip', () =>
    packed('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(Buffer.alloc(256 * mebi, 0x20), { level: 9 })))),
  ),
  flat('brotli-bomb', 'sends 64 MiB in a few bytes of Brotli', () =>
    packed('br', brotliCompressSync(Buffer.alloc(64 * mebi, 0x20))),
  ),
  flat('many-codings', 'names a thousand content codings', () =>
    packed('gzip, '.repeat(1000), gzipSync('{}')),
  ),
  flat('false-gzip', 'says gzip and sends none', () => packed('gzip', Buffer.from('{}'))),
  flat('deep-arrays', 'sends 200,000 levels of arrays', () =>
    message(200, jsonType, '['.repeat(200_000) + ']'.repeat(200_000)),
  ),
  flat('deep-objects', 'sends 200,000 levels of objects', () =>
    message(200, jsonType, `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`),
  ),
  flat('wide-list', 'sends a list of two million empty objects', () =>
    message(200, jsonType, `[${'{},'.repeat(2_000_000)}{}]`),
  ),
  stuffing(
    'deep-field',
    'adds a field with 200,000 levels to each right answer',
    () => `"extra":${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  ),
  stuffing('long-list', 'answers Nodes with 200,000 wrong ports', () => `"ports":[${'1,'.repeat(200_000)}1]`),
  stuffing(
    'seven-mebibytes',
    'adds a text of 7 MiB to each right answer',
    () => `"extra":"${'x'.repeat(7 * mebi)}"`,
  ),
  stuffing(
    'one-mebibyte',
    'adds a text of 1 MiB to each right answer',
    () => `"extra":"${'x'.repeat(mebi)}"`,
  ),
  stuffing(
    'sixty-kibibytes',
    'adds a text of 60 KiB to each right answer',
    () => `"extra":"${'x'.repeat(60 * 1024)}"`,
    { harmless: true },
  ),
  stuffing(
    'wrong-and-long',
    'makes wrong fields and a text of 100 KiB part of each answer',
    () =>
      `"name":17,"rotation":"no","auto_open":3,"z":"no","x":"no","y":[],"svg":{},"extra":"${'x'.repeat(100 * 1024)}"`,
  ),
  {
    name: 'one-byte-chunks',
    does: 'sends each right answer in chunks of one byte, padded to a megabyte',
    answer: async (socket, _request, proper) => {
      const answer = await proper();
      const { status, type, body } = answer;
      if (body.length === 0) return socket.write(told(answer));
      const head = `HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
      const padded = Buffer.concat([body, Buffer.alloc(mebi, 0x20)]).toString('latin1');
      socket.write(`${head}${[...padded].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`, 'latin1');
    },
  },
];
