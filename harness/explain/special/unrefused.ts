/** One wrong code for all that is to be refused, as of a server whose errors nobody translates: one cause. */
import { inOrder } from '../../../schemas/groups.js';
import { operation } from '../../../schemas/index.js';
import { besideDeletion, codeIn, isClientError, isSuccess } from '../../expect.js';
import { objectOf } from '../../http/exchange.js';
import { decidingOf } from '../../outcome.js';
import { type Cause, causeOfAll } from '../cause.js';
import { oddPath } from '../features/difference.js';
import { invalidValue } from '../features/of-bodies.js';
import type { Noted, Sighting } from '../sighting.js';

/** What is expected where nothing is refused as it should be. */
export const refused = 'refused';

/** With fewer operations, they may have the same mistake each. */
const leastOperations = 3;
/** Of what is to be refused, at most one in so many may be taken. */
const leastPerTaken = 10;

/** The cause, where both invalid requests and unknown ids get the same wrong code everywhere; none otherwise. */
export function unrefusedIn({ broken, kept }: Noted): Cause[] {
  const all = broken.filter(isOfRefusal);
  const failing = all.filter((each) => !isSuccess(each.outcome));
  // Errors may have no code of their own.
  const wrong = failing.length > 0 ? failing : all;
  const right = kept.filter(({ sighting }) => isOfRefusal(sighting) && !isOfRouter(sighting));
  const [{ outcome = '' } = {}] = wrong;
  const operations = inOrder(wrong.map(({ operation }) => operation));
  const isOfAll =
    !Number.isNaN(codeIn(outcome)) &&
    ['400', '404'].every((code) => wrong.some(({ expected }) => expected === code)) &&
    wrong.every((each) => each.outcome === outcome) &&
    operations.length >= leastOperations &&
    (failing.length > 0 || operations.some((id) => !operation(id).success.includes(codeIn(outcome)))) &&
    leastPerTaken * (all.length - wrong.length) <= all.length &&
    (failing.length > 0 ? right.length === 0 : leastPerTaken * right.length <= all.length);
  if (!isOfAll) return [];
  const outcomes = [outcome, besideDeletion(outcome)];
  const isError = failing.length > 0 ? () => false : errorsLike(wrong);
  const sightings = broken.filter(
    (each) =>
      (outcomes.includes(each.outcome ?? '') && (isOfRefusal(each) || mayBeRefused(each))) || isError(each),
  );
  return [causeOfAll({ operations, aspect: 'code', expected: refused, outcome }, sightings)];
}

/** Whether a failure was decided by an answer with the fields that all these have, where they have the same. */
function errorsLike(refusals: readonly Sighting[]): (each: Sighting) => boolean {
  const fieldsOf = ({ failure }: Sighting) => {
    const shown = decidingOf(failure);
    return (
      shown &&
      Object.keys(objectOf(shown) ?? {})
        .sort()
        .join()
    );
  };
  const [fields = '', ...others] = new Set(refusals.map(fieldsOf));
  return (each) => fields !== '' && others.length === 0 && fieldsOf(each) === fields;
}

export const isOfRefusal = ({ aspect, expected }: Sighting) => aspect === 'code' && expected !== 'valid';

/** Whether it is about a path that a server does not know, whatever it does with ids. */
export const isOfRouter = ({ features }: Sighting) => features.includes(oddPath);

/** Whether a code is acceptable that refuses. */
const mayBeRefused = ({ failure }: Sighting) => failure?.codes?.some((code) => code >= 400) === true;

/** Whether what may be refused is refused by the code that is wrong for all that must be. */
export const isOfWrongCode = (effect: Cause, cause: Cause): boolean =>
  cause.expected === '400' &&
  isClientError(cause.outcome) &&
  cause.circumstance.every((each) => each === invalidValue) &&
  effect.aspect === 'code' &&
  effect.outcome === cause.outcome &&
  2 * effect.operations.filter((id) => cause.operations.includes(id)).length > effect.operations.length &&
  effect.sightings.every(({ failure }) => failure?.codes?.includes(400));
