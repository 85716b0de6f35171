/** What somebody has recorded: one request with its answer, as a HAR or a test of one's own holds it. */
import type { Exchange, Headers, TransportFailure } from '../../http/exchange.js';

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
  /** Missing where nothing was sent. */
  readonly body?: RecordedBody;
  /** Milliseconds since the epoch; parts of a millisecond tell which of two came first. */
  readonly startedAt: number;
  /** Milliseconds from sending to the end of the answer; Infinity where nobody knows. */
  readonly durationMs: number;
  /** Missing where there was none. */
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
