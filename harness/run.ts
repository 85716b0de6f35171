/** What a check works with: the target, fixtures, the seed, and procedures that are carried out once. */
import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { type FixtureKind, type OperationId, operations } from '../schemas/index.js';
import { Answers } from './answers.js';
import { Sightings } from './explain/sighting.js';
import type { HttpClient } from './http/client.js';
import type { SendOptions } from './http/connections/sending.js';
import type { Exchange } from './http/exchange.js';
import { type Ids, type Payload, requestOf } from './http/request.js';
import { type Fixture, Fixtures, Unavailable, type Use } from './worlds/index.js';
import type { Provisioner } from './worlds/provisioner.js';

/** How a run goes about it. */
export interface Manner {
  readonly seed: number;
  /** Generated cases a property. */
  readonly runs: number;
  /** Whether it would not do in its time: then only one generated case a property is sent. */
  readonly isShortOfTime?: () => boolean;
  /** Whether hazardous values may be sent (design: do no harm). */
  readonly hazards: boolean;
  /** How many units share a world, when not as many as may: 1 gives each a world of its own. */
  readonly share?: number;
}

export interface RunOptions extends Manner {
  readonly target: HttpClient;
  readonly provisioner: Provisioner;
  /** Series of writes that go on at once; each holds one fixture. */
  readonly lanes: number;
  /** Ids of the requirements that are judged; all of them, unless told. */
  readonly selected?: readonly string[];
}

/** Generated cases a property where the time is short. */
const fewestRuns = 1;

export class Run {
  readonly answers = new Answers();
  readonly sightings = new Sightings();
  readonly target: HttpClient;
  readonly fixtures: Fixtures;
  readonly seed: number;
  readonly hazards: boolean;
  readonly share: number;
  /** Whether generated cases were left out, for want of time. */
  isShortened = false;
  readonly #selected: ReadonlySet<string> | undefined;
  readonly #operations: ReadonlySet<OperationId> | undefined;
  readonly #once = new Map<string, Promise<unknown>>();
  /** Carries out a series of writes when its turn comes: a target never holds more fixtures than it has lanes. */
  readonly lane: <T>(series: () => Promise<T>) => Promise<T>;
  /** Runs `work` with a fixture of its own. */
  readonly with: Fixtures['with'];

  constructor(private readonly options: RunOptions) {
    this.target = options.target;
    this.fixtures = new Fixtures(options.provisioner, options.target, options.share !== 1);
    this.seed = options.seed;
    this.hazards = options.hazards;
    this.share = options.share ?? Number.POSITIVE_INFINITY;
    this.#selected = options.selected && new Set(options.selected);
    this.#operations = options.selected && operationsOf(options.selected);
    this.lane = pLimit(options.lanes);
    this.with = (...wanted) => this.fixtures.with(...wanted);
  }

  /** Generated cases of the next property. */
  get runs(): number {
    const { runs, isShortOfTime } = this.options;
    if (runs <= fewestRuns || !isShortOfTime?.()) return runs;
    this.isShortened = true;
    return fewestRuns;
  }

  /** Whether a requirement is judged in this run: what only others need is not sent. */
  judges(id: string): boolean {
    return this.#selected?.has(id) ?? true;
  }

  /** Whether any requirement of an operation is judged in this run. */
  judgesSome(operation: OperationId): boolean {
    return this.#operations?.has(operation) ?? true;
  }

  /**
   * Carries a procedure out the first time it is asked for; several requirements read its result. One that failed
   * because the target was away for a moment is carried out anew for the next that asks.
   */
  once<T>(key: string, procedure: () => Promise<T>): Promise<T> {
    let result = this.#once.get(key) as Promise<T> | undefined;
    if (!result) {
      result = this.target.histories.begin(procedure);
      this.#once.set(key, result);
      result.catch((error: unknown) => {
        if (!(error instanceof Unavailable) || error.passing) this.#once.delete(key);
      });
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

  send(id: OperationId, ids: Ids, payload?: Payload, options: SendOptions | string = {}): Promise<Exchange> {
    return this.target.send(
      requestOf(id, ids, payload),
      typeof options === 'string' ? { purpose: options } : options,
    );
  }

  /** Runs `work` with two fixtures of its own, in different projects; where it is carried out anew, with two others. */
  withTwo<T>(kind: FixtureKind, use: Use, work: (one: Fixture, other: Fixture) => Promise<T>): Promise<T> {
    return this.with(kind, use, async (one) => {
      // What others have left in it would decide what is written to the one.
      const other = await this.fixtures.take(kind, use, one.project_id, 'its project');
      return this.fixtures.lend(other, use, (each) => work(one, each));
    });
  }
}

/** The operations that requirements with these ids are of. */
function operationsOf(requirements: readonly string[]): Set<OperationId> {
  const isOf = (operation: OperationId) => requirements.some((id) => id.startsWith(`${operation}.`));
  return new Set(operations.map(({ id }) => id).filter(isOf));
}
