/** One wrong code for all that is to be refused, as of a server whose errors nobody translates: one cause. */
import { inOrder } from '../../../schemas/groups.js';
import { besideDeletion, codeIn, isClientError, isSuccess } from '../../expect.js';
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
  const wrong = all.filter((each) => !isSuccess(each.outcome));
  const [{ outcome = '' } = {}] = wrong;
  const operations = inOrder(wrong.map(({ operation }) => operation));
  const isOfAll =
    !Number.isNaN(codeIn(outcome)) &&
    ['400', '404'].every((code) => wrong.some(({ expected }) => expected === code)) &&
    wrong.every((each) => each.outcome === outcome) &&
    operations.length >= leastOperations &&
    leastPerTaken * (all.length - wrong.length) <= all.length &&
    !kept.some(({ sighting }) => isOfRefusal(sighting) && !isOfRouter(sighting));
  if (!isOfAll) return [];
  const outcomes = [outcome, besideDeletion(outcome)];
  const sightings = broken.filter(
    (each) => outcomes.includes(each.outcome ?? '') && (isOfRefusal(each) || mayBeRefused(each)),
  );
  return [causeOfAll({ operations, aspect: 'code', expected: refused, outcome }, sightings)];
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
