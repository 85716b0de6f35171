/** Plays recorded exchanges again, in a world that they make anew. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Body, Evidence, Replacements, Exchange as Reported } from '../../schemas/generated/report.js';
import { groupsAtOnce, instantIn } from '../../schemas/instant.js';
import { isOfFixture } from '../../schemas/purpose.js';
import { seen, succeeded } from '../expect.js';
import { RunAborted } from '../http/breaker.js';
import { HttpClient, type HttpClientOptions } from '../http/client.js';
import { type Exchange, type Headers, type Request, status } from '../http/exchange.js';
import { withLength } from '../http/request.js';
import { Cleanup, type Made } from '../worlds/cleanup.js';
import type { Leftover } from '../worlds/index.js';
import {
  decidingAgain,
  isCreationOfProject,
  makesItsWorld,
  names,
  type Renew,
  showsAgain,
  valueAt,
  withStart,
} from './recording.js';
import { placeholder } from './redact.js';

/** A pause in the recording that was made on purpose, in milliseconds; it is kept up to the longest. */
const pauseMs = { least: 150, longest: 1000 };

export interface Replayed {
  readonly exchanges: readonly Exchange[];
  /** From recorded texts to those of this time. */
  readonly renew: Renew;
}

/** So many digits of a number, at random unless said. */
const digits = (count: number, of = randomInt(0, 10 ** count)) =>
  String(of % 10 ** count).padStart(count, '0');

export class Replayer {
  readonly #prefix = `conformance-${digits(5)}`;
  readonly #cleanup: Cleanup;
  #played = 0;

  constructor(private readonly target: HttpClient) {
    this.#cleanup = new Cleanup(target, this.#prefix);
  }

  /** Undefined when the world could not be made, or an id did not come. What was made is removed. */
  async play(recorded: readonly Exchange[], replacements: Replacements): Promise<Replayed | undefined> {
    const made: Made[] = [];
    try {
      return await this.#play(recorded, replacements, made);
    } finally {
      for (const each of made) await this.#cleanup.remove(each);
    }
  }

  async close(): Promise<readonly Leftover[]> {
    return (await this.#cleanup.finish()).leftovers;
  }

  async #play(
    recorded: readonly Exchange[],
    { fresh, answered }: Replacements,
    made: Made[],
  ): Promise<Replayed | undefined> {
    const values = new Map(fresh.map((prefix) => [prefix, digits(8)]));
    // Several may be played at once, and some servers want a name for one project only.
    const prefix = `${this.#prefix}${digits(3, ++this.#played)}-`;
    const renew = (text: string) => replaced(text.replace(names, prefix), values);
    const exchanges: Exchange[] = [];
    for (const group of together(recorded)) {
      await pause(recorded[exchanges.length - 1], group[0]);
      const sent = await Promise.all(group.map((each) => this.#send(each, renew, made)));
      if (group.some((each, index) => isMaking(each) && !succeeded(sent[index] as Exchange)))
        return undefined;
      exchanges.push(...sent);
      for (const { value, exchange, pointer } of answered) {
        const from = exchanges[exchange];
        if (!from || values.has(value)) continue;
        const now = valueAt(from, pointer);
        if (typeof now !== 'string') return undefined;
        values.set(value, now);
      }
    }
    return { exchanges, renew };
  }

  async #send(recorded: Exchange, renew: Renew, made: Made[]): Promise<Exchange> {
    const request = renewed(recorded.request, renew);
    const project = isCreationOfProject(recorded) ? madeBy(request) : undefined;
    const onSending = () => {
      if (!project || made.includes(project)) return;
      made.push(project);
      this.#cleanup.expect(project);
    };
    const exchange = await this.target.send(request, { purpose: recorded.purpose, onSending });
    const id = valueAt(exchange, '/project_id');
    if (project && typeof id === 'string') project.project_id = id;
    if (project && succeeded(exchange)) await this.#cleanup.arrived(project);
    return exchange;
  }
}

const isMaking = (exchange: Exchange) => isOfFixture(exchange) && succeeded(exchange);

function renewed({ path, body, headers, ...rest }: Request, renew: Renew): Request {
  const request = { ...rest, headers, path: renew(path) };
  if (body === undefined) return request;
  const sent = typeof body === 'string' ? renew(body) : body;
  return { ...request, headers: withLength(headers, sent), body: sent };
}

function madeBy({ path, body }: Request): Made {
  const family = path.includes('/compute/') ? 'compute/projects' : 'projects';
  const { project_id = '' } = JSON.parse(String(body ?? '{}')) as { project_id?: string };
  return { family, kind: family === 'projects' ? 'project' : 'compute-project', project_id, beside: [] };
}

function replaced(text: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0) return text;
  const pattern = new RegExp([...values.keys()].join('|'), 'gi');
  return text.replace(pattern, (found) => values.get(found) ?? values.get(found.toLowerCase()) ?? found);
}

/** Exchanges that were under way at the same time go at the same time again. */
const together = (recorded: readonly Exchange[]): Exchange[][] =>
  groupsAtOnce(recorded.map(withStart)).map((group) => group.flatMap((index) => recorded[index] ?? []));

async function pause(before: Exchange | undefined, next: Exchange | undefined): Promise<void> {
  if (!before || !next) return;
  const ms = next.startedAt - before.startedAt - before.durationMs;
  if (ms > pauseMs.least) await sleep(Math.min(ms, pauseMs.longest));
}

export interface PlayedAgain {
  /** Undefined where that cannot be told. */
  readonly shows: boolean | undefined;
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
    const now = replayed?.exchanges[decidingAgain(check, recorded, replayed.exchanges, deciding)];
    const leftovers = await replayer.close();
    const { requests } = target;
    if (!replayed || !now)
      return { shows: undefined, seen: 'its world could not be made', requests, leftovers };
    const isGone = !makesItsWorld(recorded) && status(now) === notFound && !check.codes.includes(notFound);
    const shows = isGone
      ? undefined
      : showsAgain(check, recorded, replayed.exchanges, deciding, replayed.renew);
    return { shows, seen: isGone ? 'what they read is gone' : seen(now), requests, leftovers };
  } catch (error) {
    // The target went away before the last request.
    if (!(error instanceof RunAborted)) throw error;
    return { shows: undefined, seen: error.message, requests: target.requests, leftovers: [] };
  } finally {
    await target.close();
  }
}

const notFound = 404;

const isCut = (body: Body | undefined) => body?.truncated === true && body.packed === undefined;

function exchangeIn({ request, answer, startedAt, ...rest }: Reported, baseUrl: string): Exchange {
  return {
    ...rest,
    request: requestIn(request, baseUrl),
    startedAt: instantIn(startedAt),
    ...(answer && { answer: { ...answer, body: bytesOf(answer.body) } }),
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
