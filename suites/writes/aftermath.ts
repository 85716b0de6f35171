/** Every write of the whole run, taken or refused: its answer is proper, and the resource is none the worse for it. */
import { outcomeOf, seen } from '../../harness/expect.js';
import { spoils } from '../../harness/explain/special/spoiled.js';
import { operationOf } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, mismatch, notExercised, type Outcome } from '../../harness/outcome.js';
import type { Rule } from '../../harness/rules/observation.js';
import type { Run } from '../../harness/run.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { judgedAlways } from '../families/always.js';
import { gerund, lower, noun } from '../words.js';
import { everything, rowsOf, type WriteRequirement } from './requirement.js';
import type { View } from './seen.js';

/** Why nothing could be looked at anywhere. */
const unjudged: Partial<Record<Rule, string>> = {
  answer: 'no write succeeded, so there is no answer to check',
  error: 'no write was refused, so there is no error to check',
  readable: 'the resource could not be read even before the writes, so this could not be tested',
  writable: 'even a plain write failed, so this could not be tested',
};

/** What a refusal does to its connection shows in the plain writes that come over it. */
function overSameConnection(run: Run, id: WriteId, otherwise: Outcome): Outcome {
  const { stuck, culprits } = run.target.followed;
  if (!stuck || !culprits.some(({ request }) => operationOf(request) === id)) return otherwise;
  const judge = new Judge(id, run);
  const miss = mismatch('success, as over a fresh connection', seen(stuck), {
    in: 'status',
    message: outcomeOf(stuck),
  });
  judge.miss(miss, 'a plain request', [stuck], spoils, undefined, id);
  return judge.outcome(otherwise);
}

export function aftermath(id: WriteId): WriteRequirement[] {
  const { creates, kind } = writeOperations[id];
  const { must, should } = rowsOf(id, 'aftermath');
  const answer = rowsOf(id, 'answer');
  const after = `After ${lower(gerund[id])}, whatever the answer,`;
  const all = (view: View, rule: Rule) => {
    const reason = unjudged[rule];
    const hidden = notExercised('the server shows no field that could be compared');
    return view.outcome(view.of(rule), reason ? inconclusive(reason) : view.ifRead(hidden));
  };
  const of = (rule: Rule) => [everything, (view: View) => all(view, rule)] as const;
  const always = answer.must(
    'answer.always',
    `${gerund[id]} always answers in the documented shape, whatever was written.`,
    [everything, (view) => judgedAlways(view.run, id, all(view, 'answer'))],
  );
  const refusals = `${gerund[id]}: every error with a body is JSON with Content-Type application/json.`;
  const readable = `${after} ${creates ? 'the drawings' : `the ${noun[kind]}`} can still be read.`;
  const unchanged = `${gerund[id]} changes nothing if it is refused, not even in part.`;
  return [
    { ...always, turn: 'last' },
    answer.must('errors.always', refusals, of('error')),
    must('aftermath.readable', readable, of('readable')),
    should('aftermath.unchanged', unchanged, of('unchanged')),
    {
      ...should('aftermath.writable', `${after} a plain write still succeeds.`, [
        everything,
        (view) => overSameConnection(view.run, id, all(view, 'writable')),
      ]),
      turn: 'last',
    },
  ];
}
