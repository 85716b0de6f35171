/** Reads a HAR file of any length, entry by entry, and keeps the requests that belong to the interface. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { operationOf } from '../../harness/http/request.js';
import {
  EntrySplitter,
  exchangeOf,
  type RecordedBody,
  type RecordedExchange,
} from '../../harness/traffic/index.js';
import { jsonIn } from '../../schemas/json-text.js';
import { CliError, systemReason } from '../cli-error.js';

export interface Recording {
  readonly exchanges: readonly RecordedExchange[];
  /** Notices about parts of the file that could not be used. */
  readonly notices: readonly string[];
}

const mebi = 1024 * 1024;
/** How many bytes all kept requests and answers may have. */
const maxKeptBytes = 96 * mebi;
/** Longer bodies are not kept: the interface has none. */
const maxBodyBytes = mebi;
/** Bytes of memory that an exchange takes besides its bodies. */
const overheadBytes = 2048;

/** @throws CliError `cannot-read`, `not-a-har` or `recording-too-long`. */
export async function readHar(file: string, name = file): Promise<Recording> {
  const splitter = new EntrySplitter();
  const kept = new Kept(name);
  try {
    for await (const text of textOf(file)) for (const entry of splitter.push(text)) kept.add(entry);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError('cannot-read', `${name}: ${systemReason(error)}`, { cause: error });
  }
  if (splitter.entries === 0)
    throw new CliError('not-a-har', `${name} is no HAR: it has no "log" with "entries"`);
  const { unusable } = kept;
  const notices = [
    ...(splitter.state === 'open'
      ? [`${name} ends in the middle, after ${splitter.entries} entries: these were judged.`]
      : []),
    ...(unusable > 0
      ? [`${unusable} of ${splitter.entries} entries are none that a server answered, or cannot be read.`]
      : []),
    ...(splitter.tooLong > 0
      ? [`${splitter.tooLong} entries are longer than 16 MiB and were left out.`]
      : []),
  ];
  return { exchanges: kept.exchanges, notices };
}

class Kept {
  readonly exchanges: RecordedExchange[] = [];
  unusable = 0;
  #bytes = 0;
  /** A HAR that this suite wrote can have the same exchange several times, once for each failure. */
  readonly #known = new Set<string>();

  constructor(private readonly name: string) {}

  add(entry: Buffer): void {
    const exchange = exchangeOf(jsonIn(entry.toString()));
    if (!exchange) {
      this.unusable++;
      return;
    }
    const { url } = exchange;
    const key = keyOf(exchange);
    if (!/\/v2(\/|$)/.test(url) || this.#known.has(key)) return;
    this.#known.add(key);
    const slim = slimmed(exchange);
    this.#bytes += overheadBytes + (slim.body?.bytes.length ?? 0) + (slim.answer?.body?.bytes.length ?? 0);
    if (this.#bytes > maxKeptBytes)
      throw new CliError(
        'recording-too-long',
        `${this.name} has more than ${maxKeptBytes / mebi} MiB of requests and answers below /v2`,
      );
    this.exchanges.push(slim);
  }
}

/** Equal for the same exchange: what went on in the same millisecond differs in what was sent, or answered. */
function keyOf({ method, url, startedAt, durationMs, body, answer }: RecordedExchange): string {
  const bytes = createHash('sha256');
  for (const each of [body, answer?.body]) bytes.update(each?.bytes ?? '').update('\0');
  return [startedAt, durationMs, method, url, answer?.status, bytes.digest('base64')].join(' ');
}

/** An exchange without the bodies that are not judged. */
function slimmed(exchange: RecordedExchange): RecordedExchange {
  const { body, answer, ...rest } = exchange;
  const path = rest.url.slice(rest.url.lastIndexOf('/v2')).replace(/[?#].*/s, '');
  const isRead = rest.method === 'GET' && !operationOf({ method: rest.method, path });
  const slim = (each: RecordedBody): RecordedBody =>
    isRead || each.bytes.length > maxBodyBytes ? { bytes: Buffer.alloc(0), isWhole: false } : each;
  return {
    ...rest,
    ...(body && { body: slim(body) }),
    ...(answer && { answer: { ...answer, ...(answer.body && { body: slim(answer.body) }) } }),
  };
}

/** The text of a file in UTF-8, converted from UTF-16 if necessary. */
async function* textOf(file: string): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of createReadStream(file, { highWaterMark: mebi }) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[chunk.toString('hex', 0, 2)];
      decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
    }
    isFirst = false;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}
