/** Joins what is wrong with the form of answers and of errors alike: one place of a server writes both. */
import { groupBy } from '../../../schemas/group-by.js';
import { type OperationId, operation } from '../../../schemas/index.js';
import { notJson, notUtf8 } from '../../http/exchange.js';
import { type Cause, isOfWhole, isUnreadable } from '../cause.js';
import { operationsOf, together } from './together.js';

export function joinedByForm(causes: readonly Cause[]): Cause[] {
  const bySeen = groupBy(causes, (cause) => seenIn(cause) ?? cause);
  return [...bySeen.values()].flatMap((some) => {
    const [main] = some.filter(({ aspect }) => aspect === 'answer');
    return main && isOfBoth(some) ? [together(main, some)] : some;
  });
}

/** What is seen in place of the form of all its answers or errors, where that is the same, or is no JSON. */
function seenIn({ aspect, outcome, sightings }: Cause): string | undefined {
  const isForm = aspect === 'answer' || aspect === 'error';
  if (!isForm || !sightings.every((each) => isOfWhole(each) || isUnreadable(each))) return undefined;
  if (outcome === notJson || outcome === notUtf8) return outcome;
  const [seen, ...others] = new Set(sightings.map(({ failure }) => failure?.seen));
  return others.length === 0 ? seen : undefined;
}

/** Of the operations that have both, the share of which both are wrong in this way, at least. */
const leastShare = 0.75;

/** Whether it is seen in both, in nearly all operations that have both. */
function isOfBoth(causes: readonly Cause[]): boolean {
  const of = (one: Cause['aspect']) =>
    operationsOf(causes.filter(({ aspect }) => aspect === one)).filter(hasBoth);
  const [answers, errors] = [of('answer'), of('error')];
  const common = answers.filter((id) => errors.includes(id)).length;
  return common > 0 && common >= leastShare * Math.max(answers.length, errors.length);
}

/** Whether an operation has answers with a body and errors as well. */
function hasBoth(id: OperationId): boolean {
  const { answers, listed, success } = operation(id);
  return listed.length > success.length && success.some((code) => !answers[code]?.empty);
}

/** Whether it is about answers and errors alike. */
export const isOfBothForms = ({ aspect, sightings }: Cause): boolean =>
  aspect === 'answer' && sightings.some((each) => each.aspect === 'error');
