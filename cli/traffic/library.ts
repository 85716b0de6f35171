/** Recorded traffic judged from a program: a server's own tests can end with it. */
import path from 'node:path';
import type { RecordedExchange } from '../../harness/traffic/index.js';
import type { Report } from '../../schemas/generated/report.js';
import type { TrafficOptions } from './judge-traffic.js';

type Pairs = Iterable<readonly [name: string, value: string]>;
type Body = string | Uint8Array;

/** One request with its answer, as a program that sent it knows them. */
export interface TrafficExchange {
  readonly method: string;
  /** Whole, with scheme and host. */
  readonly url: string;
  /** Pairs, or the `Headers` of fetch. */
  readonly headers: Pairs;
  /** Missing where nothing was sent. */
  readonly body?: Body | undefined;
  /** Milliseconds since the epoch. Parts of a millisecond, as `performance` has them, tell what came first. */
  readonly startedAt: number;
  /** Milliseconds from sending to the end of the answer. */
  readonly durationMs: number;
  /** Missing where there was none. */
  readonly answer?: { readonly status: number; readonly headers: Pairs; readonly body: Body } | undefined;
}

export interface JudgeOptions extends TrafficOptions {
  /** What the report calls the recording. */
  readonly name?: string;
}

/**
 * Judges recorded exchanges and resolves with the report, whatever its verdict. Nothing is sent, printed or written.
 * @throws CliError when there is no request of the interface, or requests to several servers and no `base`.
 */
export async function judgeTraffic(
  exchanges: readonly TrafficExchange[],
  { name = 'recorded exchanges', ...options }: JudgeOptions = {},
): Promise<Report> {
  const { reportOn } = await import('./judge-traffic.js');
  return reportOn(exchanges.map(recorded), options, { name, notices: [] });
}

/**
 * Judges a HAR file, as `netemu-conformance judge` does.
 * @throws CliError also for a file that is no HAR.
 */
export async function judgeHar(
  file: string,
  { name = path.basename(file), ...options }: JudgeOptions = {},
): Promise<Report> {
  const { readHar } = await import('./read-har.js');
  const { reportOn } = await import('./judge-traffic.js');
  const { exchanges, notices } = await readHar(path.resolve(file), name);
  return reportOn(exchanges, options, { name, notices });
}

function recorded({ method, headers, body, answer, ...rest }: TrafficExchange): RecordedExchange {
  const { url, startedAt, durationMs } = rest;
  const whole = (each: Body) => ({ bytes: Buffer.from(each), isWhole: true });
  return {
    method: method.toUpperCase(),
    url,
    startedAt,
    durationMs,
    headers: [...headers],
    ...(body !== undefined && { body: whole(body) }),
    ...(answer && {
      answer: { status: answer.status, headers: [...answer.headers], body: whole(answer.body) },
    }),
  };
}
