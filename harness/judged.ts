import { type OperationId, operation } from '../schemas/index.js';
import type { EvidenceWriter } from './evidence/writer.js';
import { status } from './expect.js';
import { featuresOf } from './explain/features/of-bodies.js';
import type { Sighting } from './explain/sighting.js';
import { RunAborted } from './http/breaker.js';
import { operationOf } from './http/request.js';
import { Judge } from './judge.js';
import { sentIn } from './model/state.js';
import { decidingOf, type Failure, notExercised, type Outcome } from './outcome.js';
import type { Requirement } from './requirement.js';
import type { Run } from './run.js';
import type { Judged } from './settings.js';
import { writeOperation } from './values/write-operations.js';
import { Unavailable } from './worlds/index.js';

/** Carries a check out and says what it came to; whatever happens, every requirement gets a verdict. */
export async function judged(requirement: Requirement, run: Run, writer: EvidenceWriter): Promise<Judged> {
  const started = performance.now();
  const outcome = await run.target.histories
    .begin(() => requirement.check(run))
    .catch((error: unknown) => outcomeOf(error, requirement, run));
  if (!(outcome instanceof Error) && outcome.verdict === 'failed')
    for (const each of outcome.failures) blame(each, requirement, run);
  return { ...told(outcome, writer), durationMs: Math.round(performance.now() - started) };
}

/** Notes by what a requirement fails: findings are made of that. */
export function blame(
  failure: Failure,
  { id, operation }: Pick<Requirement, 'id' | 'operation'>,
  { sightings }: Pick<Run, 'sightings'>,
): void {
  const known = failure.sighting ?? (failure.observation && sightings.of(failure.observation));
  if (known) {
    sightings.blame(known, id);
    return;
  }
  const { input, outcome } = failure.symptom;
  const written = writeOperation(operation);
  const tried = failure.observation?.case;
  const shown = decidingOf(failure);
  // A code that is wrong only because every value got it was not wrong by itself.
  const own: Sighting = {
    operation,
    ...(written && tried
      ? { aspect: 'code', expected: 'valid', features: featuresOf(written, tried, shown && sentIn(shown)) }
      : { aspect: 'state', expected: 'state', features: [`case:${input}`] }),
    outcome,
    succeeded: false,
    failure,
  };
  sightings.add(own);
  sightings.blame(own, id);
}

/** The request of an operation that may have ended its target is told, though the check could not go on. */
function diedOf({ lost }: RunAborted, id: OperationId, run: Run): Outcome | undefined {
  if (!lost || operationOf(lost.request) !== id) return undefined;
  const { success, listed } = operation(id);
  const judge = new Judge(id, run);
  judge.expect(lost, status(...new Set([...success, ...listed])), lost.purpose);
  return judge.outcome();
}

/** A verdict without the time that it took. */
type Told = Omit<Judged, 'durationMs'>;

function outcomeOf(error: unknown, { operation }: Requirement, run: Run): Outcome | Error {
  if (error instanceof Unavailable) return notExercised(error.message, error.remedy);
  if (error instanceof RunAborted)
    return diedOf(error, operation, run) ?? { verdict: 'inconclusive', reason: error.message, notRun: true };
  return error instanceof Error ? error : new Error(String(error));
}

export function told(outcome: Outcome | Error, writer: EvidenceWriter): Told {
  if (outcome instanceof Error)
    return { verdict: 'suite-error', reason: `the check itself failed: ${outcome.stack ?? outcome.message}` };
  if (outcome.verdict === 'failed') {
    const evidence = outcome.failures.map((failure) => writer.evidence(failure));
    const [first] = evidence;
    return { verdict: 'failed', reason: `expected ${first?.expected}, got ${first?.seen}`, evidence };
  }
  if (outcome.verdict !== 'inconclusive') return outcome;
  const { exchanges: all = [], ...rest } = outcome;
  const exchanges = all.slice(-4).map((exchange) => writer.exchange(exchange));
  const evidence = {
    expected: 'an answer that can be judged',
    seen: rest.reason,
    symptom: { operation: '', input: '', outcome: 'inconclusive' },
    violations: [],
    exchanges,
    deciding: exchanges.length - 1,
  };
  return { ...rest, ...(exchanges.length > 0 && { evidence: [evidence] }) };
}

/** Told where evidence was cut. */
export const cut = 'Evidence was cut: the bodies of all failures together are longer than 8 MiB.';
