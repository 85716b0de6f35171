/** Joins what is wrong with the form of answers and of errors alike: one place of a server writes both. */
import { type OperationId, operation } from '../../../schemas/index.js';
import { type Cause, isOfWhole } from '../cause.js';
import { together } from './together.js';

export function joinedByForm(causes: readonly Cause[]): Cause[] {
  const of = (aspect: Cause['aspect']) =>
    causes.filter((each) => each.aspect === aspect && each.sightings.every(isOfWhole));
  const joint = new Map(
    of('error').flatMap((error) => {
      const answer = of('answer').find((each) => isAlike(each, error));
      return answer ? [[answer, error] as const] : [];
    }),
  );
  const joined = new Set(joint.values());
  return causes
    .filter((each) => !joined.has(each))
    .map((each) => {
      const error = joint.get(each);
      return error ? together(each, [each, error]) : each;
    });
}

/** Of the operations that have both, the share of which both are wrong in this way, at least. */
const leastShare = 0.75;

/** Whether the same is seen in both, in nearly all operations that have both. */
function isAlike(answer: Cause, error: Cause): boolean {
  const seen = new Set(
    [answer, error].flatMap(({ sightings }) => sightings.map((each) => each.failure?.seen)),
  );
  const [answers, errors] = [answer.operations.filter(hasBoth), error.operations.filter(hasBoth)];
  const common = answers.filter((id) => errors.includes(id)).length;
  return seen.size === 1 && common > 0 && common >= leastShare * Math.max(answers.length, errors.length);
}

/** Whether an operation has answers with a body and errors as well. */
function hasBoth(id: OperationId): boolean {
  const { answers, listed, success } = operation(id);
  return listed.length > success.length && success.some((code) => !answers[code]?.empty);
}

/** Whether it is about answers and errors alike. */
export const isOfBothForms = ({ aspect, sightings }: Cause): boolean =>
  aspect === 'answer' && sightings.some((each) => each.aspect === 'error');
