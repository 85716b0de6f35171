/** Every write of the whole run, taken or refused: its answer is proper, and the resource is none the worse for it. */
import { inconclusive, notExercised } from '../../harness/outcome.js';
import type { CaseKind } from '../../harness/plan/case.js';
import type { Rule } from '../../harness/rules/observation.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { judgedAlways } from '../families/always.js';
import { doing, lower, noun } from '../words.js';
import { rowsOf, singles, type WriteRequirement } from './requirement.js';
import { outcomeOf, sights, unread, wasRead } from './seen.js';

const generatedKinds: readonly CaseKind[] = [
  'combination',
  'edges together',
  'unusual text',
  'invalid in company',
  'malformed otherwise',
];

/** Why nothing could be looked at anywhere. */
const unjudged: Partial<Record<Rule, string>> = {
  answer: 'no write succeeded, so there is no answer to look at',
  error: 'no write was refused, so there is no refusal to look at',
  readable: 'the resource could not be read before the writes either',
  writable: 'a plain write did not succeed before the writes either',
};

export function aftermath(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { must, should } = rowsOf(id, 'aftermath');
  const answer = rowsOf(id, 'answer');
  const what = noun[written.kind];
  const after = `After ${lower(doing[id])}, whatever the answer,`;
  const of = (rule: Rule) => ({
    needs: [...singles, ...generatedKinds.map((kind) => ({ kind }))],
    decide: (seen: Parameters<WriteRequirement['decide']>[0]) => {
      const reason = unjudged[rule];
      const hidden = notExercised('the target shows nothing that could be compared');
      const otherwise = reason ? inconclusive(reason) : wasRead(seen) ? hidden : unread(written);
      return outcomeOf(written, sights(seen, rule), otherwise);
    },
  });
  const ofAnswer = of('answer');
  return [
    answer.must('answer.always', `${doing[id]} answers in the documented shape whatever was written.`, {
      ...ofAnswer,
      decide: (seen, _, run) => judgedAlways(run, id, ofAnswer.decide(seen)),
      isLast: true,
    }),
    answer.must(
      'errors.always',
      `${doing[id]}: every refusal with a body is JSON and declared so.`,
      of('error'),
    ),
    must(
      'aftermath.readable',
      `${after} ${written.creates ? 'the drawings' : `the ${what}`} can still be read.`,
      of('readable'),
    ),
    should(
      'aftermath.unchanged',
      `${doing[id]} that is refused changes nothing, not even in part.`,
      of('unchanged'),
    ),
    should('aftermath.writable', `${after} a plain write still succeeds.`, of('writable')),
  ];
}
