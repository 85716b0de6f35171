import pLimit from 'p-limit';
import { EvidenceWriter } from '../harness/evidence.js';
import type { Exchange } from '../harness/exchange.js';
import { provisionerFor } from '../harness/fixtures/provision.js';
import { judged } from '../harness/judged.js';
import { Redactor } from '../harness/redact.js';
import { Run } from '../harness/run.js';
import type { Judged } from '../harness/settings.js';
import { Target } from '../harness/target.js';
import { requirements } from '../suites/index.js';

export interface Driven {
  readonly verdicts: ReadonlyMap<string, Judged>;
  readonly exchanges: readonly Exchange[];
}

/** Judges a server in process, without Vitest's worker between: what the command line does, for tests. */
export async function drive(
  baseUrl: string,
  options: { only: RegExp; runs?: number; seed?: number; concurrency?: number; hazards?: boolean },
): Promise<Driven> {
  const concurrency = options.concurrency ?? 8;
  const target = new Target({ baseUrl, concurrency, timeoutMs: 5000 });
  const exchanges: Exchange[] = [];
  target.onExchange = (exchange) => exchanges.push(exchange);
  const run = new Run({
    target,
    provisioner: provisionerFor({ by: 'rest', bodies: {} }, target),
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
  return { verdicts, exchanges };
}

/** The ids of the requirements with a verdict. */
export function having({ verdicts }: Driven, verdict: Judged['verdict']): string[] {
  return [...verdicts].filter(([, each]) => each.verdict === verdict).map(([id]) => id);
}
