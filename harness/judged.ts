import { TargetGone } from './breaker.js';
import type { EvidenceWriter } from './evidence.js';
import { Unavailable } from './fixtures/index.js';
import { inconclusive, notExercised, type Outcome } from './outcome.js';
import type { Requirement } from './requirement.js';
import type { Run } from './run.js';
import type { Judged } from './settings.js';

/** Carries a check out and says what it came to; whatever happens, every requirement gets a verdict. */
export async function judged(requirement: Requirement, run: Run, writer: EvidenceWriter): Promise<Judged> {
  const started = performance.now();
  const outcome = await requirement.check(run).catch(outcomeOf);
  return { ...told(outcome, writer), durationMs: Math.round(performance.now() - started) };
}

type Told = Omit<Judged, 'durationMs'>;

function outcomeOf(error: unknown): Outcome | Error {
  if (error instanceof Unavailable) return notExercised(error.message, error.remedy);
  if (error instanceof TargetGone) return inconclusive(error.message);
  return error instanceof Error ? error : new Error(String(error));
}

function told(outcome: Outcome | Error, writer: EvidenceWriter): Told {
  if (outcome instanceof Error)
    return { verdict: 'suite-error', reason: `the check itself failed: ${outcome.stack ?? outcome.message}` };
  const { verdict } = outcome;
  switch (verdict) {
    case 'passed':
      return { verdict, ...(outcome.observation !== undefined && { observation: outcome.observation }) };
    case 'failed': {
      const evidence = outcome.failures.map((failure) => writer.evidence(failure));
      const first = evidence[0];
      return { verdict, reason: `expected ${first?.expected}, got ${first?.seen}`, evidence };
    }
    case 'inconclusive': {
      const exchanges = (outcome.exchanges ?? []).slice(-4).map((exchange) => writer.exchange(exchange));
      const evidence = {
        expected: 'an answer that can be judged',
        seen: outcome.reason,
        symptom: { operation: '', input: '', outcome: 'inconclusive' },
        violations: [],
        exchanges,
        deciding: exchanges.length - 1,
      };
      return { verdict, reason: outcome.reason, ...(exchanges.length > 0 && { evidence: [evidence] }) };
    }
    case 'not-exercised':
      return {
        verdict,
        reason: outcome.reason,
        ...(outcome.remedy !== undefined && { remedy: outcome.remedy }),
      };
  }
}
