import { judgeSelected } from '../cli/engine/engine.js';
import type { Exchange } from '../harness/http/exchange.js';
import type { Finished, Judged, Settings } from '../harness/settings.js';
import type { ProvisionSettings } from '../harness/worlds/index.js';
import { requirements } from '../suites/index.js';

export interface Driven extends Pick<Finished, 'findings' | 'leftovers' | 'inventory' | 'notices'> {
  readonly verdicts: ReadonlyMap<string, Judged>;
  readonly exchanges: readonly Exchange[];
}

export interface DriveOptions {
  readonly only: RegExp;
  readonly runs?: number;
  readonly seed?: number;
  readonly concurrency?: number;
  readonly timeoutMs?: number;
  readonly hazards?: boolean;
  readonly share?: number;
  readonly provision?: ProvisionSettings;
  /** Ends the run when this many requests were sent, as a signal would. */
  readonly stopAfter?: number;
}

/** Judges a server in process: what the command line does, for tests. */
export async function drive(baseUrl: string, options: DriveOptions): Promise<Driven> {
  const { only, stopAfter, concurrency = 8, ...given } = options;
  const rank = ({ turn }: (typeof requirements)[number]) => Number(turn === 'last');
  const selected = requirements.filter(({ id }) => only.test(id)).sort((a, b) => rank(a) - rank(b));
  const settings: Settings = {
    baseUrl,
    headers: [],
    concurrency,
    timeoutMs: 5000,
    seed: 1,
    runs: 20,
    hazards: false,
    provision: { by: 'rest', bodies: {} },
    selected: selected.map(({ id }) => id),
    ...given,
  };
  const exchanges: Exchange[] = [];
  const halt = new AbortController();
  const onExchange = (exchange: Exchange) => {
    if (exchanges.push(exchange) === stopAfter) halt.abort({ message: 'the test has seen enough' });
  };
  const how = { lanes: 2 * concurrency, halt: halt.signal, onExchange };
  const { judged, finished } = await judgeSelected(settings, how);
  return { verdicts: judged, exchanges, ...finished };
}

/** The ids of the requirements with a verdict. */
export function having({ verdicts }: Driven, verdict: Judged['verdict']): string[] {
  return [...verdicts].filter(([, each]) => each.verdict === verdict).map(([id]) => id);
}
