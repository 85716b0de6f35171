/** One request over one connection: what came of it within its bounds. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { betweenPiecesMs, inPieces, isInPieces } from '../../schemas/pieces.js';
import type { Connection } from './connection.js';
import {
  type Answer,
  codeOf,
  curtailed,
  type FailureKind,
  failed,
  type Headers,
  header,
  type Request,
  type TransportFailure,
} from './exchange.js';
import { type MemoryBudget, ordinaryBytes } from './limits.js';
import { BodyBuffer, decoded, isCoded, responseHeaders } from './response.js';

export interface Bounds {
  /** Of the whole exchange, connecting included, in milliseconds. */
  readonly waitMs: number;
  /** Of the body in bytes, after decompression. */
  readonly maxBytes: number;
  /** What all long answers of the run may take together. */
  readonly memory: MemoryBudget;
  /** Ends the exchange early: is called with what to do then, and gives what takes that back. */
  readonly stops?: Set<() => void> | undefined;
}

export type Outcome = { readonly answer: Answer } | { readonly failure: TransportFailure };

/** More interim answers than this are a flood. */
const maxInterim = 100;
/** A body in more pieces than this is sent to keep the receiver busy: each takes as long as thousands of bytes. */
const maxPieces = 100_000;

/**
 * Sends a request and waits for the whole answer. Rejects only for a request that cannot be sent at all, which
 * is a defect of the suite.
 * @param request Its path with the prefix of the base URL, its headers with those of every request.
 */
export function attempt(
  connection: Connection,
  origin: string,
  request: Request,
  bounds: Bounds,
): Promise<{ readonly outcome: Outcome; readonly head: boolean }> {
  const { waitMs, maxBytes, memory, stops } = bounds;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let reason = '';
    let headers: Headers = [];
    let interim = 0;
    let pieces = 0;
    let settled = false;
    const body = new BodyBuffer(maxBytes);

    const end = () => {
      settled = true;
      clearTimeout(timer);
      stops?.delete(onStop);
    };
    const settle = (outcome: Outcome) => {
      if (settled) return;
      end();
      if ('failure' in outcome) memory.release(body.length);
      resolve({ outcome, head: status > 0 });
    };
    const fail = (kind: FailureKind, message: string) => {
      settle(failed(kind, message));
      controller?.abort(new Error(message));
    };
    const timer = setTimeout(() => fail('timeout', `no whole answer within ${waitMs} ms`), waitMs);
    const onStop = () => fail('timeout', stoppedRun);
    stops?.add(onStop);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (c) => {
        controller = c;
        connection.begin(() => fail('protocol', 'the head of the answer has no end'));
        if (settled) c.abort(new Error('too late'));
      },
      onResponseStart: (c, code, _headers, message) => {
        if (code < 200) {
          if (++interim > maxInterim) fail('protocol', `more than ${maxInterim} interim answers (1xx)`);
          return;
        }
        connection.headEnded();
        status = code;
        reason = message ?? '';
        headers = responseHeaders(c.rawHeaders);
        body.expect(Number(header({ headers }, 'content-length')));
      },
      onResponseData: (_c, chunk) => {
        if (settled) return;
        const length = body.length + chunk.length;
        if (length > maxBytes) fail('too-large', `the answer is longer than ${maxBytes} bytes`);
        else if (++pieces > maxPieces) fail('too-large', `the answer comes in more than ${maxPieces} pieces`);
        else if (!memory.grow(body.length, length)) fail('too-large', bodyBudgetExceeded);
        else body.add(chunk);
      },
      onResponseEnd: () => {
        if (!settled) settle(whole({ status, reason, headers, body: body.take() }, bounds));
      },
      onResponseError: (_c, error) => {
        const code = codeOf(error);
        if (code === 'UND_ERR_INVALID_ARG' && !settled) {
          end();
          reject(error);
        }
        // A 204 with a Content-Length is an answer to judge, not a broken connection.
        else if (status === 204 && code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
          settle({ answer: { status, reason, headers, body: Buffer.alloc(0) } });
        else settle({ failure: transportFailure(error, status) });
      },
    };
    connection.dispatcher.dispatch(
      {
        origin,
        path: request.path,
        method: request.method as Dispatcher.HttpMethod,
        headers: request.headers.filter(([name]) => name !== chunking).flat(),
        // What a reading or a deletion has for a body does not end the connection.
        reset: false,
        body: isInPieces(request.headers) ? Readable.from(parted(request)) : (request.body ?? null),
      },
      handler,
    );
  });
}

/** The client writes this header itself, for a body whose length it does not know. */
const chunking = 'transfer-encoding';

/** The body in two pieces, with a pause between them. */
async function* parted({ body = '' }: Request) {
  const [first, second] = inPieces(Buffer.from(body));
  yield first;
  await pause(betweenPiecesMs);
  yield second;
}

export const stoppedRun = 'the run was stopped';

/** Not the fault of one answer, and no failure of its check. */
export const bodyBudgetExceeded = 'the long answers that are being judged are too long together';

/** The body is decoded, and counted for as long as somebody keeps it. */
function whole(answer: Answer, { maxBytes, memory }: Bounds): Outcome {
  const most = isCoded(answer.headers) ? Math.min(maxBytes, memory.longest()) : maxBytes;
  const body = decoded(answer.headers, answer.body, most);
  if (!Buffer.isBuffer(body)) return body;
  const kept = curtailed({ ...answer, body }, ordinaryBytes);
  if (kept.body !== answer.body) {
    memory.release(answer.body.length);
    memory.grow(0, kept.body.length);
  }
  memory.hold(kept.body);
  return { answer: kept };
}

const byCode: Readonly<Record<string, readonly [FailureKind, string]>> = {
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['refused', 'the host cannot be reached'],
  ENETUNREACH: ['refused', 'the network cannot be reached'],
  ENOTFOUND: ['dns', 'the host name is not known'],
  EAI_AGAIN: ['dns', 'the host name could not be looked up'],
  ETIMEDOUT: ['timeout', 'no connection in time'],
  ECONNRESET: ['dropped', 'the connection was reset'],
  EPIPE: ['dropped', 'the connection was closed while the request was sent'],
  UND_ERR_SOCKET: ['dropped', 'the connection was closed before the answer was complete'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'no connection in time'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['protocol', 'the body is not as long as Content-Length says'],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', 'the head of the answer is longer than 64 KiB'],
};

/** Errors of the HTTP client that have no code, only a message. */
const byMessage: Readonly<Record<string, string>> = {
  'bad response': 'an answer that was not asked for',
  'bad upgrade': 'the protocol was switched without being asked to',
};

/** @param status Status of the answer whose head had come, or 0. */
export function transportFailure(error: Error, status: number): TransportFailure {
  const code = codeOf(error);
  const head = status ? ` (after the head of a ${status})` : '';
  const unasked = byMessage[error.message];
  if (unasked !== undefined) return { kind: 'protocol', message: unasked + head };
  const known = byCode[code];
  if (known)
    return { kind: known[0], message: known[1] + head, ...(code === 'ECONNRESET' && { isReset: true }) };
  if (error.name === 'HTTPParserError') {
    const reason = /\((.+)\)$/.exec(error.message)?.[1] ?? code;
    return { kind: 'protocol', message: `not valid HTTP (${reason})${head}` };
  }
  if (/CERT|TLS|SSL|UNABLE_TO_/.test(code))
    return { kind: 'tls', message: `the TLS handshake failed (${code})` };
  return { kind: 'protocol', message: `${error.message || error.name}${head}` };
}
