/** Plays the evidence of a report again on a target. */
import { gunzipSync } from 'node:zlib';
import type { Body, Evidence, Exchange as Reported } from '../../schemas/generated/report.js';
import { seen } from '../expect.js';
import { HttpClient, type HttpClientOptions } from '../http/client.js';
import type { Answer, Exchange, Headers, Request } from '../http/exchange.js';
import type { Leftover } from '../worlds/index.js';
import { makesItsWorld, showsAgain } from './recording.js';
import { placeholder } from './redact.js';
import { Replayer } from './replay.js';

export interface PlayedAgain {
  /** Undefined where that cannot be told. */
  readonly shows: boolean | undefined;
  /** What was answered, in a few words. */
  readonly seen: string;
  readonly requests: number;
  readonly leftovers: readonly Leftover[];
}

/** Undefined when it is not whole, or works in a world that it does not make. */
export async function playAgain(
  { exchanges, deciding, check, replacements }: Evidence,
  baseUrl: string,
  options: HttpClientOptions,
): Promise<PlayedAgain | undefined> {
  const recorded = exchanges.map((each) => exchangeIn(each, baseUrl.replace(/\/+$/, '')));
  const isHarmless = recorded.every(({ request }) => request.method === 'GET') || makesItsWorld(recorded);
  const isWhole =
    exchanges.every(({ request }) => !isCut(request.body)) && !isCut(exchanges[deciding]?.answer?.body);
  if (!check || !replacements || !isHarmless || !isWhole) return undefined;
  const target = new HttpClient(options);
  const replayer = new Replayer(target);
  try {
    const replayed = await replayer.play(recorded, replacements);
    const [then, now] = [recorded[deciding], replayed?.exchanges[deciding]];
    const leftovers = await replayer.close();
    const { requests } = target;
    if (!replayed || !then || !now)
      return { shows: undefined, seen: 'its world could not be made', requests, leftovers };
    const shows = showsAgain(check, then, replayed.exchanges, now, replayed.renew);
    return { shows, seen: seen(now), requests, leftovers };
  } finally {
    await target.close();
  }
}

const isCut = (body: Body | undefined) => body?.truncated === true && body.packed === undefined;

function exchangeIn({ request, answer, startedAt, ...rest }: Reported, baseUrl: string): Exchange {
  return {
    ...rest,
    request: requestIn(request, baseUrl),
    startedAt: Date.parse(startedAt),
    ...(answer && {
      answer: { ...answer, headers: answer.headers, body: bytesOf(answer.body) } satisfies Answer,
    }),
  };
}

function requestIn({ method, url, headers, body }: Reported['request'], baseUrl: string): Request {
  return {
    method,
    path: url.slice(baseUrl.length),
    headers: withoutSecrets(headers),
    ...(body && { body: body.text !== undefined && !body.packed ? body.text : bytesOf(body) }),
  };
}

/** What the user has given is sent all the same. */
const withoutSecrets = (headers: Headers): Headers =>
  headers.filter(([name, value]) => value !== placeholder(name));

function bytesOf(body: Body | undefined): Buffer {
  if (body?.packed !== undefined) return gunzipSync(Buffer.from(body.packed, 'base64'));
  return body?.base64 === undefined ? Buffer.from(body?.text ?? '') : Buffer.from(body.base64, 'base64');
}
