/** Functions to judge recorded traffic from a program, such as at the end of a server's own tests. */
import path from 'node:path';
import type { RecordedExchange } from '../../harness/traffic/index.js';
import type { Report } from '../../schemas/generated/report.js';
import type { TrafficOptions } from './judge-traffic.js';

type Pairs = Iterable<readonly [name: string, value: string]>;
type Body = string | Uint8Array;

/** One request and its answer, as a program records them. */
export interface TrafficExchange {
  readonly method: string;
  /** The whole URL, with scheme and host. */
  readonly url: string;
  /** Pairs, or the `Headers` of fetch. */
  readonly headers: Pairs;
  /** Missing when the request had no body. */
  readonly body?: Body | undefined;
  /** Milliseconds since the epoch. With fractions, as from `performance`, the order of requests is known better. */
  readonly startedAt: number;
  /** Milliseconds from sending to the end of the answer. */
  readonly durationMs: number;
  /** Missing when there was no answer. */
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
