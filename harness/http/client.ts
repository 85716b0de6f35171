/** The only way to the target: bounds, waiting, the breaker. */
import pLimit, { type LimitFunction } from 'p-limit';
import pThrottle from 'p-throttle';
import { Histories } from '../history.js';
import { AdaptiveTimeout, type Turn } from './adaptive-timeout.js';
import { bodyBudgetExceeded } from './attempt.js';
import { Breaker, Falls, RunAborted } from './breaker.js';
import type { FollowedAnswers } from './connections/followed.js';
import { PassingCrashes } from './connections/passing.js';
import type { SendOptions } from './connections/sending.js';
import type { Exchange, Request } from './exchange.js';
import { isLong, MemoryBudget, TrafficLimit } from './limits.js';
import { Overload } from './overload.js';
import { Sender, type SenderOptions, unsent } from './sender.js';

export interface HttpClientOptions extends Pick<SenderOptions, 'baseUrl' | 'headers' | 'tls'> {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Requests a second at most. */
  readonly rate?: number;
  /** Requests at most, clean-up apart. */
  readonly budget?: number;
  /** Whether a restart of the target ends the run: nobody waits for it to come back. */
  readonly restarts?: boolean;
  /** Time-out of one whole exchange in milliseconds. */
  readonly timeoutMs: number;
  /** Longest answer in bytes, after decompression. */
  readonly maxAnswerBytes?: number;
}

const defaultMaxAnswer = 8 * 1024 * 1024;

export class HttpClient {
  readonly #maxAnswerBytes: number;
  readonly #sender: Sender;
  readonly #limit: LimitFunction;
  readonly #throttled: (() => Promise<void>) | undefined;
  readonly #breaker: Breaker;
  readonly #timeout: AdaptiveTimeout;
  readonly #memory = new MemoryBudget();
  readonly #traffic = new TrafficLimit();
  readonly #overload = new Overload();
  readonly #passing = new PassingCrashes();
  readonly #falls: Falls;
  /** Ids of projects where a write was answered 5xx or not at all, and may be half done, or answers have become long. */
  readonly spoiledIn = new Set<string>();
  readonly #notices = new Set<string>();
  /** How often each code was answered. */
  readonly codes = new Map<number, number>();
  /** What each check has sent, for evidence. */
  readonly histories = new Histories();
  #stopped: string | undefined;
  /** Whether something was not sent because the budget was spent. */
  spent = false;
  /** Every exchange, for those who ask; the run keeps none. */
  onExchange: ((exchange: Exchange) => void) | undefined;
  /** Each exchange that counts for the run, with what is remembered of it: a long answer is not to be kept whole. */
  onNoted: ((exchange: Exchange, kept: Exchange) => void) | undefined;

  constructor(private readonly options: HttpClientOptions) {
    this.#maxAnswerBytes = options.maxAnswerBytes ?? defaultMaxAnswer;
    this.#sender = new Sender({ ...options, maxAnswerBytes: this.#maxAnswerBytes, memory: this.#memory });
    this.#limit = pLimit(options.concurrency);
    this.#throttled = options.rate
      ? pThrottle({ limit: options.rate, interval: 1000, strict: true })(() => Promise.resolve())
      : undefined;
    this.#timeout = new AdaptiveTimeout(options.timeoutMs);
    this.#breaker = new Breaker(() => this.#isThere(), options.restarts ? [0] : undefined);
    this.#falls = new Falls(this.#breaker);
  }

  /** Sends one request and waits for the whole answer. Rejects with {@link RunAborted} once the run has ended. */
  async send(request: Request, options: SendOptions = {}): Promise<Exchange> {
    const sending = this.#timeout.inTurn(request, (turn) =>
      this.#limit(async () => {
        let came = await this.#watched(request, options, turn);
        // What was refused never reached the target, which is there again by now.
        if (came.failure?.kind === 'refused' && !options.evenWhenStopped)
          came = await this.#watched(request, options, turn);
        this.onExchange?.(came);
        return came;
      }),
    );
    const exchange = await sending.catch((error: unknown) => {
      const last = this.broken === undefined ? undefined : this.histories.last;
      if (!(error instanceof RunAborted) || last?.failure?.kind !== 'dropped') throw error;
      throw new RunAborted(error.message, last);
    });
    if (!options.evenWhenStopped) this.#note(exchange);
    return exchange;
  }

  #note(exchange: Exchange): void {
    this.histories.add(exchange);
    this.onNoted?.(exchange, this.histories.kept(exchange));
    const [{ status } = {}, { method, path }] = [exchange.answer, exchange.request];
    const [, project] = /\/projects\/([^/]+)/.exec(path) ?? [];
    if (project && ((method !== 'GET' && (status ?? 500) >= 500) || isLong(exchange)))
      this.spoiledIn.add(project.toLowerCase());
    if (status !== undefined) this.codes.set(status, (this.codes.get(status) ?? 0) + 1);
  }

  /** To be called when nobody looks at the exchange any more, if that is known: its room is free again. */
  done({ answer }: Exchange): void {
    if (answer) this.#memory.letGo(answer.body);
  }

  /** Ends the run: what is under way is aborted, what follows is rejected. */
  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#timeout.stop();
    this.#sender.stop();
  }

  async close(): Promise<void> {
    this.#sender.close();
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#sender.requests;
  }

  /** See {@link Falls}. */
  get falls(): readonly number[] {
    return this.#falls.times;
  }

  /** What became of requests behind others on the same connection. */
  get followed(): FollowedAnswers {
    return this.#sender.followed;
  }

  /** Times that writes may have been carried out twice, or that what was made may be lost. */
  get upsets(): number {
    return this.#sender.writesSentTwice + this.falls.length;
  }

  /** What a reader of the report is to know of how the target was asked, a sentence each. */
  get notices(): readonly string[] {
    return [...this.#notices, ...this.#overload.notices, ...this.#sender.notices];
  }

  /** Why the run has ended, when it has. */
  get gone(): string | undefined {
    return this.#stopped ?? this.#breaker.open;
  }

  /** Why the target ended the run, when it did. */
  get broken(): string | undefined {
    return this.#breaker.open;
  }

  /** Time-out of one exchange in milliseconds. */
  get timeoutMs(): number {
    return this.options.timeoutMs;
  }

  #check({ evenWhenStopped }: SendOptions): void {
    const reason = evenWhenStopped ? undefined : this.gone;
    if (reason !== undefined) throw new RunAborted(reason);
  }

  /** What is under way when the budget is spent is still judged. */
  #spend({ evenWhenStopped }: SendOptions): void {
    const { budget = Number.POSITIVE_INFINITY } = this.options;
    if (evenWhenStopped || this.requests < budget) return;
    this.spent = true;
    throw new RunAborted(`not sent: the budget of ${budget} requests was spent`);
  }

  /** Ends the run when the exchange shows that there is nobody to talk to any more. */
  async #watched(request: Request, options: SendOptions, turn: Turn): Promise<Exchange> {
    const { exchange, sent } = await this.#patient(request, options, turn);
    if (options.evenWhenStopped) return exchange;
    // What was under way when the target went down is told; it may be what the target died of.
    const isLost = exchange.failure?.kind === 'dropped';
    if (!isLost) this.#check(options);
    if (!sent) return exchange;
    if (exchange.failure?.message === bodyBudgetExceeded) throw new RunAborted(bodyBudgetExceeded);
    const flooded = this.#traffic.saw(exchange, this.#maxAnswerBytes);
    if (flooded !== undefined) this.stop(flooded);
    await this.#breaker.saw(exchange);
    if (!isLost) this.#check(options);
    return exchange;
  }

  /** Leaves out what is hopeless, and sends again what the target has no time for. */
  async #patient(
    request: Request,
    options: SendOptions,
    turn: Turn,
  ): Promise<{ exchange: Exchange; sent: boolean }> {
    const { operation } = turn;
    const work = options.evenWhenStopped ? 'cleanUp' : 'judging';
    for (let times = 0; ; times++) {
      // Asked first: a stopped run does not wait for its turn at a low rate.
      this.#check(options);
      const patience = turn.begin();
      if ('unanswered' in patience)
        return { exchange: this.#unsent(request, options, patience.unanswered), sent: false };
      const { waitMs } = patience;
      const exchange = await this.#overload.beside(() => this.#sent(request, options, turn, waitMs));
      if (!options.evenWhenBusy && this.#overload.isWorthAnother(exchange, operation, work, times)) continue;
      if (options.evenWhenStopped) return { exchange, sent: true };
      const alone = () => this.#sent(request, options, turn, waitMs);
      const hasFallen = await this.#falls.has(exchange, () => this.#sender.isCutOff);
      const settled = hasFallen
        ? this.#overload.alone(() => this.#falls.settle(exchange, alone))
        : this.#overload.settle(exchange, operation, alone);
      const lone = () => this.#overload.alone(alone);
      return { exchange: await this.#passing.settle(await settled, lone), sent: true };
    }
  }

  async #sent(request: Request, options: SendOptions, turn: Turn, waitMs: number): Promise<Exchange> {
    await this.#throttled?.();
    this.#check(options);
    this.#spend(options);
    options.onSending?.();
    const exchange = await this.#sender.send(request, { ...options, waitMs });
    turn.end(exchange);
    return exchange;
  }

  /** The answer to a harmless request, or how the last one failed; undefined when the run was stopped. */
  async #isThere(): Promise<Exchange | undefined> {
    let last: Exchange | undefined;
    for (const request of probes) {
      last = await this.#sender.sendAfresh(request, { waitMs: this.timeoutMs });
      if (this.#stopped !== undefined) return undefined;
      if (last.answer || last.failure?.kind === 'too-large' || last.failure?.kind === 'refused') break;
    }
    return last;
  }

  #unsent(request: Request, { purpose = '' }: SendOptions, unanswered: number): Exchange {
    this.#notices.add('Requests of an operation that never got an answer were not all sent.');
    const message = `not sent: the ${unanswered} requests of this operation before got no answer`;
    return unsent(request, purpose, message);
  }
}

/**
 * Any HTTP answer shows that the target is alive. The first asks for an id that nobody has, which is itself under
 * test: a target that answers everything but this is told by the second.
 */
const probes = ['/v2/projects/00000000-0000-4000-8000-000000000000', '/v2/version'].map(
  (path): Request => ({ method: 'GET', path, headers: [] }),
);
