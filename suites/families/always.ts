/** What holds for every answer of a run, also for those that another check asked for by the way (section 2). */
import { outcomeOf, status, succeeded, symptomOf } from '../../harness/expect.js';
import type { Sighting } from '../../harness/explain/sighting.js';
import { Judge } from '../../harness/judge.js';
import { failedOr, inconclusive, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, given } from '../words.js';

/** Answers that show a resource; those to writes are judged with what was written. */
export function always(id: OperationId): Requirement {
  // The body of getting a project is not shown (4.3).
  const isShown = id !== 'projects.get';
  const shape = isShown ? 'in the documented shape' : 'with JSON whose documented fields have their types';
  const row = family(id, 'answer')[isShown ? 'must' : 'should'](
    'answer.always',
    `${doing[id]} answers ${shape} every time, whatever was asked before${given(id)}.`,
    async (run) => {
      const { exchanges, before } = await sample(run, id);
      const none = `${doing[id]} did not succeed, so there is no answer to look at`;
      const otherwise = exchanges.some(succeeded) ? passed : inconclusive(none, [...before, ...exchanges]);
      return judgedAlways(run, id, otherwise);
    },
  );
  return { ...row, isLast: true };
}

/** Failed by what is wrong with any answer of the run: as it was told of one of them already, or else by itself. */
export function judgedAlways(
  run: Pick<Run, 'answers'> & ConstructorParameters<typeof Judge>[1],
  id: OperationId,
  otherwise: Outcome,
): Outcome {
  const ways = run.answers.wrong(id).map((alike) => ({
    alike,
    known: alike.map(({ exchange }) => run.sightings.shownBy(exchange)).find(Boolean),
  }));
  const judge = new Judge(id, run);
  for (const { alike, known } of ways) {
    const [first] = alike;
    if (known || !first) continue;
    const outcome = symptomOf(first.mismatch, first.exchange);
    for (const { exchange, mismatch } of alike) judge.miss(mismatch, 'a plain request', [exchange], outcome);
  }
  return failedByKnown(
    ways.map(({ known }) => known),
    judge.outcome(otherwise),
  );
}

/** Failed by what other checks have noted already and by what this one adds. */
function failedByKnown(known: readonly (Sighting | undefined)[], own: Outcome): Outcome {
  const told = known.flatMap((sighting) => (sighting?.failure ? [{ ...sighting.failure, sighting }] : []));
  return failedOr([...told, ...(own.verdict === 'failed' ? own.failures : [])], own);
}

/** A code that only a history brings about, such as 409 to the update of a project whose node was started. */
export function codesAlways(id: OperationId): Requirement {
  const { success, listed } = operation(id);
  const isListed = status(...success, ...listed);
  const row = family(id, 'answer').should(
    'codes.always',
    `${doing[id]} answers a plain request with a listed code every time, whatever was asked before.`,
    async (run) => {
      const { exchanges, before } = await sample(run, id);
      const judge = new Judge(id, run, true);
      const known = run.unlistedCodes.of(id).map((exchange) => {
        const sighting = run.sightings.alike(exchange);
        const miss = isListed(exchange);
        if (!sighting && miss) judge.miss(miss, 'a plain request', [exchange], outcomeOf(exchange), 'valid');
        return sighting;
      });
      const none = `${doing[id]} did not succeed, so the codes of others say nothing`;
      const otherwise = exchanges.some(succeeded) ? passed : inconclusive(none, [...before, ...exchanges]);
      return failedByKnown(known, judge.outcome(otherwise));
    },
  );
  return { ...row, isLast: true };
}
