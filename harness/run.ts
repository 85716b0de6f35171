/** What a check works with: the target, fixtures, the seed, and procedures that are carried out once. */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { FixtureKind, OperationId } from '../schemas/index.js';
import type { Exchange } from './exchange.js';
import { type Fixture, Fixtures, type Provisioner, type Use } from './fixtures/index.js';
import { type Ids, type Payload, requestOf } from './request.js';
import type { SendOptions, Target } from './target.js';

export interface RunOptions {
  readonly target: Target;
  readonly provisioner: Provisioner;
  readonly seed: number;
  /** Generated cases a property. */
  readonly runs: number;
  /** Series of writes that go on at once; each holds one fixture. */
  readonly lanes: number;
  /** Whether hazardous values may be sent (design: do no harm). */
  readonly hazards: boolean;
}

export class Run {
  readonly target: Target;
  readonly fixtures: Fixtures;
  readonly seed: number;
  readonly runs: number;
  readonly hazards: boolean;
  readonly #once = new Map<string, Promise<unknown>>();
  /** Carries out a series of writes when its turn comes: a target never holds more fixtures than it has lanes. */
  readonly lane: <T>(series: () => Promise<T>) => Promise<T>;

  constructor(options: RunOptions) {
    this.target = options.target;
    this.fixtures = new Fixtures(options.provisioner, options.target);
    this.seed = options.seed;
    this.runs = options.runs;
    this.hazards = options.hazards;
    this.lane = pLimit(options.lanes);
  }

  /** Carries a procedure out the first time it is asked for; several requirements read its result. */
  once<T>(key: string, procedure: () => Promise<T>): Promise<T> {
    let result = this.#once.get(key) as Promise<T> | undefined;
    if (!result) {
      result = procedure();
      this.#once.set(key, result);
    }
    return result;
  }

  /** A seed of its own for each generated thing: the same whatever is selected and however much runs at once. */
  seedOf(...names: readonly (string | number)[]): number {
    return createHash('sha256')
      .update([this.seed, ...names].join('\n'))
      .digest()
      .readInt32BE(0);
  }

  /** Sends one request of an operation. */
  send(id: OperationId, ids: Ids, payload?: Payload, options: SendOptions | string = {}): Promise<Exchange> {
    return this.target.send(
      requestOf(id, ids, payload),
      typeof options === 'string' ? { purpose: options } : options,
    );
  }

  /**
   * Runs `work` with a fixture of its own.
   * @param apartFrom A project that the fixture must not be in, nor be.
   */
  with<T>(
    kind: FixtureKind,
    use: Use,
    work: (fixture: Fixture) => Promise<T>,
    apartFrom?: string,
  ): Promise<T> {
    return this.fixtures.with(kind, use, work, apartFrom);
  }
}
