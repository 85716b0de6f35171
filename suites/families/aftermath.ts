/** Every write of the whole run, taken or refused: its answer is proper, and the resource is none the worse for it. */

import type { Aspect } from '../../harness/judge-write.js';
import type { Failure } from '../../harness/outcome.js';
import { failedOr, inconclusive, notExercised, passed } from '../../harness/outcome.js';
import {
  acceptance,
  bodyAcceptance,
  boundaries,
  failures,
  nullAcceptance,
  refusal,
  wasJudged,
} from '../../harness/probe.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { isNullable } from '../../harness/shapes.js';
import { subjects, type WriteId } from '../../harness/subjects.js';
import { places } from '../../harness/values/wrong.js';
import { family } from '../define.js';
import { doing, lower, noun } from '../words.js';
import { batch, domainNames } from './generated.js';

export function aftermath(id: WriteId): Requirement[] {
  const row = family(id, 'aftermath');
  const what = noun[subjects[id].fixture];
  const answer = family(id, 'answer');
  return [
    answer(
      'must',
      'answer.always',
      `${doing[id]} answers in the documented shape whatever was written.`,
      (run) => collect(run, id, 'answer'),
    ),
    answer(
      'must',
      'errors.always',
      `${doing[id]}: every refusal with a body is JSON and declared so.`,
      (run) => collect(run, id, 'error'),
    ),
    row(
      'must',
      'aftermath.readable',
      `After ${lower(doing[id])}, whatever the answer, ${what === 'project' && id === 'drawings.create' ? 'the drawings' : `the ${what}`} can still be read.`,
      (run) => collect(run, id, 'readable'),
    ),
    row(
      'should',
      'aftermath.unchanged',
      `${doing[id]} that is refused changes nothing, not even in part.`,
      (run) => collect(run, id, 'unchanged'),
    ),
    row(
      'should',
      'aftermath.writable',
      `After ${lower(doing[id])}, whatever the answer, a plain write still succeeds.`,
      (run) => collect(run, id, 'writable'),
    ),
  ];
}

/** Why an aspect could not be looked at anywhere. */
const unjudged: Partial<Record<Aspect, string>> = {
  answer: 'no write succeeded, so there is no answer to look at',
  error: 'no write was refused, so there is no refusal to look at',
  readable: 'the resource could not be read before the writes either',
  writable: 'a plain write did not succeed before the writes either',
};

/** Looks through everything that was written to this kind of resource. */
async function collect(run: Run, id: WriteId, aspect: Aspect) {
  const subject = subjects[id];
  const probes = await Promise.all([
    bodyAcceptance(run, subject, 'empty-object', {}),
    ...subject.fields.map((field) => acceptance(run, subject, field)),
    ...subject.fields
      .filter(({ schema }) => isNullable(schema))
      .map((field) => nullAcceptance(run, subject, field)),
    ...subject.fields.map((field) => boundaries(run, subject, field)),
    ...places(subject).map((place) => refusal(run, subject, place.name)),
  ]);
  const batches = await Promise.all(domainNames.map((name) => batch(run, id, name)));
  const found: Failure[] = [
    ...probes.flatMap((probe) => failures(probe, aspect)),
    ...batches.flatMap((sent) => sent?.failures.get(aspect) ?? []),
  ];
  const looked = probes.some((probe) => wasJudged(probe, aspect));
  if (looked || found.length > 0) return failedOr(found, passed);
  const reason = unjudged[aspect];
  return reason ? inconclusive(reason) : notExercised('the target shows nothing that could be compared');
}
