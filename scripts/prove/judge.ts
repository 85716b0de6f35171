/** Carries requirements out against a server of our own, in process. */
import { EvidenceWriter } from '../../harness/evidence.js';
import { provisionerFor } from '../../harness/fixtures/provision.js';
import { judged } from '../../harness/judged.js';
import { Redactor } from '../../harness/redact.js';
import type { Requirement } from '../../harness/requirement.js';
import { Run } from '../../harness/run.js';
import type { Judged } from '../../harness/settings.js';
import { Target } from '../../harness/target.js';
import { type ReferenceOptions, serveReference } from '../../reference-impl/index.js';

export interface JudgeOptions {
  readonly seed: number;
  /** Generated cases a property. */
  readonly runs: number;
  readonly timeoutMs: number;
}

export type Verdicts = ReadonlyMap<string, Judged>;

/** What each requirement comes to on the target at a URL. */
export async function judge(
  url: string,
  requirements: readonly Requirement[],
  { seed, runs, timeoutMs }: JudgeOptions,
): Promise<Verdicts> {
  const concurrency = 8;
  const target = new Target({ baseUrl: url, concurrency, timeoutMs });
  const provisioner = provisionerFor({ by: 'rest', bodies: {} }, target);
  const run = new Run({ target, provisioner, seed, runs, lanes: 2 * concurrency, hazards: false });
  const writer = new EvidenceWriter(url, [], new Redactor([]));
  try {
    return new Map(
      await Promise.all(
        requirements.map(async (each) => [each.id, await judged(each, run, writer)] as const),
      ),
    );
  } finally {
    await run.fixtures.close();
    await target.close();
  }
}

/** The same on a reference implementation that is started for it. */
export async function judgeReference(
  server: ReferenceOptions,
  requirements: readonly Requirement[],
  options: JudgeOptions,
): Promise<Verdicts> {
  const { url, close } = await serveReference(server);
  try {
    return await judge(url, requirements, options);
  } finally {
    await close();
  }
}
