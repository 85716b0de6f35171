/** Errors of the HTTP client as what the report tells: the kind of failure, and a sentence. */
import type { FailureKind, TransportFailure } from './exchange.js';

export function failed(kind: FailureKind, message: string): { readonly failure: TransportFailure } {
  return { failure: { kind, message } };
}

export function codeOf(error: Error): string {
  return String((error as NodeJS.ErrnoException).code ?? '');
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

/** What the client tells of a socket error by its message only. */
const byMessage: Readonly<Record<string, string>> = {
  'bad response': 'an answer that was not asked for (100 Continue, or one more than requests)',
  'bad upgrade': 'the protocol was switched without being asked to',
};

/** @param status Status of the answer whose head had come, or 0. */
export function transportFailure(error: Error, status: number): TransportFailure {
  const code = codeOf(error);
  const head = status ? ` (after the head of a ${status})` : '';
  const unasked = byMessage[error.message];
  if (unasked !== undefined) return { kind: 'protocol', message: unasked + head };
  const known = byCode[code];
  if (known) return { kind: known[0], message: known[1] + head };
  if (error.name === 'HTTPParserError') {
    const reason = /\((.+)\)$/.exec(error.message)?.[1] ?? code;
    return { kind: 'protocol', message: `not valid HTTP (${reason})${head}` };
  }
  if (/CERT|TLS|SSL|UNABLE_TO_/.test(code))
    return { kind: 'tls', message: `the TLS handshake failed (${code})` };
  return { kind: 'protocol', message: `${error.message || error.name}${head}` };
}
