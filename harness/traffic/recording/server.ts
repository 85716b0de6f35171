/** Which server a recording is of, and what of the recording went to it. */
import { STATUS_CODES } from 'node:http';
import type { Exchange, Headers, TransportFailure } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';

interface Address {
  readonly origin: string;
  /** As it was sent: nothing is normalised. */
  readonly path: string;
  readonly query: string;
}

const address = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]+)([^?#]*)(\?[^#]*)?/i;

function addressOf(url: string): Address | undefined {
  const [, scheme, host, path, query = ''] = address.exec(url) ?? [];
  if (scheme === undefined || host === undefined || path === undefined) return undefined;
  return { origin: (scheme + host).toLowerCase(), path, query };
}

/** Base URLs under which requests of the interface were answered, those with the most first. */
export function serversIn(recorded: readonly RecordedExchange[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { method, url } of recorded) {
    const at = addressOf(url);
    // The last one: a prefix may have the version of something else in it.
    const from = at?.path.lastIndexOf('/v2/') ?? -1;
    if (!at || from < 0 || !operationOf({ method, path: at.path.slice(from) })) continue;
    const base = at.origin + at.path.slice(0, from);
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([base]) => base);
}

/** What went to the server at a base URL, with paths below it, in the order in which it was sent. */
export function trafficOf(recorded: readonly RecordedExchange[], baseUrl: string): Traffic[] {
  const base = addressOf(baseUrl.replace(/\/+$/, ''));
  if (!base) return [];
  return recorded
    .flatMap((each) => {
      const at = addressOf(each.url);
      if (at?.origin !== base.origin || !at.path.startsWith(`${base.path}/`)) return [];
      return [traffic(each, at.path.slice(base.path.length), at.query)];
    })
    .sort((a, b) => a.start - b.start);
}

/** The client may have given up as well. */
const unknownFailure = { kind: 'timeout', message: 'the recording has no answer' } as const;

function traffic(recorded: RecordedExchange, path: string, query: string): Traffic {
  const { method, headers, body, startedAt, durationMs, answer, failure = unknownFailure } = recorded;
  const exchange: Exchange = {
    request: { method, path, headers, ...(body && { body: body.bytes }) },
    purpose: 'recorded',
    startedAt,
    durationMs: Number.isFinite(durationMs) ? durationMs : 0,
    ...(answer && {
      answer: {
        status: answer.status,
        reason: STATUS_CODES[answer.status] ?? '',
        headers: answer.headers,
        body: answer.body?.bytes ?? Buffer.alloc(0),
      },
    }),
    ...(!answer && { failure }),
  };
  const sent = body ? kept(body) : 'nothing';
  // No body was kept of an answer: it may have had one.
  const got = answer?.body ? kept(answer.body) : 'in part';
  return { exchange, query, sent, got, start: startedAt, end: startedAt + durationMs };
}

const kept = ({ bytes, isWhole }: RecordedBody) =>
  !isWhole ? 'in part' : bytes.length === 0 ? 'nothing' : 'whole';

/** A body as it went over the wire, as far as the recorder kept it. */
export interface RecordedBody {
  readonly bytes: Buffer;
  /** Whether these are all the bytes. Recorders leave out what is long, and some do not say so. */
  readonly isWhole: boolean;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Missing where the recorder did not keep it. */
  readonly body?: RecordedBody;
}

export interface RecordedExchange {
  readonly method: string;
  /** Whole, with scheme and host. */
  readonly url: string;
  readonly headers: Headers;
  readonly body?: RecordedBody;
  /** Milliseconds since the epoch; parts of a millisecond tell which of two came first. */
  readonly startedAt: number;
  /** Milliseconds from sending to the end of the answer; Infinity where nobody knows. */
  readonly durationMs: number;
  readonly answer?: RecordedAnswer;
  /** Why there was none, where the recorder says so: else the client may have given up, or the server. */
  readonly failure?: TransportFailure;
}

/** What one exchange of the server that is judged is, with what the recorder left out. */
export interface Traffic {
  readonly exchange: Exchange;
  /** The part of the URL from its question mark on; empty where there is none. */
  readonly query: string;
  readonly sent: 'nothing' | 'whole' | 'in part';
  readonly got: 'nothing' | 'whole' | 'in part';
  readonly start: number;
  readonly end: number;
}
