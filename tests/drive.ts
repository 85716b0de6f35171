import pLimit from 'p-limit';
import { EvidenceWriter } from '../harness/evidence.js';
import type { Exchange } from '../harness/exchange.js';
import type { Differences, Leftover } from '../harness/fixtures/index.js';
import { type ProvisionSettings, provisionerFor } from '../harness/fixtures/provision.js';
import { judged } from '../harness/judged.js';
import { Redactor } from '../harness/redact.js';
import { Run } from '../harness/run.js';
import type { Judged } from '../harness/settings.js';
import { Target } from '../harness/target.js';
import { requirements } from '../suites/index.js';

export interface Driven {
  readonly verdicts: ReadonlyMap<string, Judged>;
  readonly exchanges: readonly Exchange[];
  readonly leftovers: readonly Leftover[];
  readonly inventory: Differences | undefined;
}

export interface DriveOptions {
  readonly only: RegExp;
  readonly runs?: number;
  readonly seed?: number;
  readonly concurrency?: number;
  readonly hazards?: boolean;
  readonly provision?: ProvisionSettings;
  /** Ends the run when this many requests were sent, as a signal would. */
  readonly stopAfter?: number;
}

/** Judges a server in process, without Vitest's worker between: what the command line does, for tests. */
export async function drive(baseUrl: string, options: DriveOptions): Promise<Driven> {
  const concurrency = options.concurrency ?? 8;
  const target = new Target({ baseUrl, concurrency, timeoutMs: 5000 });
  const exchanges: Exchange[] = [];
  target.onExchange = (exchange) => {
    exchanges.push(exchange);
    if (exchanges.length === options.stopAfter) target.stop('the test has seen enough');
  };
  const run = new Run({
    target,
    provisioner: provisionerFor(options.provision ?? { by: 'rest', bodies: {} }, target),
    seed: options.seed ?? 1,
    runs: options.runs ?? 20,
    lanes: 2 * concurrency,
    hazards: options.hazards ?? false,
  });
  const writer = new EvidenceWriter(baseUrl, [], new Redactor([]));
  const verdicts = new Map<string, Judged>();
  const limit = pLimit(2 * concurrency);
  const selected = requirements.filter(({ id }) => options.only.test(id));
  await Promise.all(
    selected.map((each) => limit(async () => verdicts.set(each.id, await judged(each, run, writer)))),
  );
  await run.fixtures.close();
  await target.close();
  const { leftovers, inventory } = run.fixtures;
  return { verdicts, exchanges, leftovers, inventory };
}

/** The ids of the requirements with a verdict. */
export function having({ verdicts }: Driven, verdict: Judged['verdict']): string[] {
  return [...verdicts].filter(([, each]) => each.verdict === verdict).map(([id]) => id);
}
