/** What holds for every answer of a run, also for those that another check asked for by the way (section 2). */
import { outcomeOf, status, succeeded, symptomOf } from '../../harness/expect.js';
import { notStored } from '../../harness/explain/cause.js';
import type { Sighting } from '../../harness/explain/sighting.js';
import { Judge } from '../../harness/judge.js';
import {
  failedOr,
  inconclusive,
  listing,
  notExercised,
  notOfPath,
  type Outcome,
  passed,
} from '../../harness/outcome.js';
import type { Level, Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { family, last } from '../define.js';
import { gerund, nodeClause } from '../words.js';
import { showsId } from './state.js';
import { nil } from './unknown-ids.js';

/** @param judged What the answers come to; `otherwise` where there is nothing wrong. */
function everyTime(
  id: OperationId,
  [level, name, statement]: readonly [Level, name: string, statement: string],
  judged: (run: Run, otherwise: Outcome) => Outcome,
): Requirement {
  const row = family(id, 'answer')[level](name, statement, async (run) => {
    const { exchanges } = await sample(run, id);
    const none = inconclusive(`${gerund[id]} did not succeed, so there is no answer to check`, exchanges);
    return judged(run, exchanges.some(succeeded) ? passed : none);
  });
  return last(row);
}

/** Answers that show a resource; those to writes are judged with what was written. */
export function always(id: OperationId): Requirement {
  // The body of getting a project is not shown (4.3).
  const isShown = id !== 'projects.get';
  const shape = isShown
    ? 'in the documented shape'
    : 'with JSON whose documented fields have the documented types';
  const statement = `${gerund[id]} always answers ${shape}, whatever was sent before${nodeClause(id)}.`;
  return everyTime(id, [isShown ? 'must' : 'should', 'answer.always', statement], (run, otherwise) =>
    judgedAlways(run, id, otherwise),
  );
}

/** What is said of a value, or a drawing, that is lost: less than that something comes back in another shape. */
const saysLess: ReadonlySet<string> = new Set([...notStored, listing.without, listing.again]);

/** Failed by what is wrong with any answer of the run: as it was told of one of them already, or else by itself. */
export function judgedAlways(
  run: Pick<Run, 'answers'> & ConstructorParameters<typeof Judge>[1],
  id: OperationId,
  otherwise: Outcome,
): Outcome {
  const judge = new Judge(id, run);
  const ways = [...run.answers.of(id).wrong.values()].map((alike) => ({
    alike,
    known: alike
      .map(({ exchange }) => run.sightings.shownBy(exchange))
      .find((each) => each && !saysLess.has(each.outcome ?? '')),
  }));
  for (const { alike, known } of ways) {
    const [first] = alike;
    if (known || !first) continue;
    const outcome = symptomOf(first.mismatch, first.exchange);
    for (const { exchange, mismatch } of alike) judge.miss(mismatch, 'a plain request', [exchange], outcome);
  }
  const known = ways.map((way) => way.known);
  return failedByKnown(known, judge.outcome(otherwise));
}

/** Failed by what other checks have noted already and by what this one adds. */
function failedByKnown(known: readonly (Sighting | undefined)[], own: Outcome): Outcome {
  const told = known.flatMap((sighting) => (sighting?.failure ? [{ ...sighting.failure, sighting }] : []));
  return failedOr([...told, ...(own.verdict === 'failed' ? own.failures : [])], own);
}

/** A code that only a history brings about, such as 409 to the update of a project whose node was started. */
export function codesAlways(id: OperationId): Requirement {
  const { success, listed } = operation(id);
  const isListed = status(...new Set([...success, ...listed]));
  const statement = `${gerund[id]} always answers a plain request with a listed code, whatever was sent before.`;
  return everyTime(id, ['should', 'codes.always', statement], (run, otherwise) => {
    const [judge, ofNobody] = [new Judge(id, run, true), new Judge(id, run)];
    const known = run.answers.of(id).unlisted.map((exchange) => {
      const sighting = run.sightings.alike(exchange);
      const miss = sighting ? undefined : isListed(exchange);
      const told = [[exchange], outcomeOf(exchange)] as const;
      if (miss && exchange.request.path.includes(nil.id)) ofNobody.miss(miss, nil.input, ...told, '404');
      else if (miss) judge.miss(miss, 'a plain request', ...told, 'valid');
      return sighting;
    });
    return failedByKnown(known, judge.outcome(ofNobody.outcome(otherwise)));
  });
}

/** What one resource shows as its own says nothing of the others. */
export function idsAlways(id: OperationId): Requirement {
  const statement = `${gerund[id]} always answers with the ids of the path, whatever was sent before${nodeClause(id)}.`;
  return last(
    family(id, 'answer').should('answer-ids.always', statement, async (run, judge) => {
      const { exchanges } = await sample(run, id);
      const { ids } = operation(id);
      for (const name of ids)
        for (const { exchange, mismatch } of run.answers.of(id).otherIds.get(name) ?? [])
          judge.miss(mismatch, 'a plain request', [exchange], notOfPath.of(name));
      const isTold = ids.some((name) => exchanges.some((each) => showsId(id, each, name)));
      return judge.outcome(
        isTold ? passed : notExercised(`the response has no ${ids.join(' or ')} to compare`),
      );
    }),
  );
}
