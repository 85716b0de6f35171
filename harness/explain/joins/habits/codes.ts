/** Wrong codes that operations answer whatever is asked for, and to ids that nothing has. */
import { familiesIn, familyOf } from '../../../../schemas/groups.js';
import { isClientError } from '../../../expect.js';
import { type Cause, isCrash, isWrongSuccess } from '../../cause.js';
import { nullForValue } from '../../features/conversions.js';
import { ofKind } from '../../features/feature.js';
import { nothing } from '../../features/ids.js';
import { asEachOfFew, operationsOf, several } from '../together.js';

/** Crashes and wrong codes of success whatever is asked for, and crashes on what is valid in several kinds of resources. */
export function ofCodes(cause: Cause, causes: readonly Cause[]): string | undefined {
  const { aspect, circumstance, expected, outcome } = cause;
  if (isWrongSuccess(cause) && circumstance.length === 0) return outcome;
  if (aspect !== 'code' || !isCrash({ outcome })) return undefined;
  const plain = causes.filter(
    (each) => each.aspect === 'code' && each.outcome === outcome && each.circumstance.length === 0,
  );
  const isOfSeveral = expected === 'valid' && familiesIn(operationsOf(plain)) >= several;
  return circumstance.length === 0 || isOfSeveral ? outcome : undefined;
}

/** Crashes on null, where it is a value of the field and where it is none. */
export function ofNull({ also, circumstance, outcome }: Cause): string | undefined {
  const isOfNull = also === undefined && [anyNull, nullForValue].includes(circumstance.join());
  return isOfNull && isCrash({ outcome }) ? outcome : undefined;
}
export const anyNull = 'any:null';

/** No answer any more, where one of the operations on a resource gives none whatever is asked. */
export function ofHangs(cause: Cause, causes: readonly Cause[]): string | undefined {
  const isAlike = ({ operations, outcome }: Cause) =>
    outcome === cause.outcome && familiesIn([...operations, ...cause.operations]) === 1;
  const isOfAll = causes.some((each) => each.circumstance.length === 0 && isAlike(each));
  return cause.outcome === 'transport timeout' && isOfAll ? cause.operations.map(familyOf)[0] : undefined;
}

/** Ids that nothing has, where all of them are: what exists elsewhere has some. */
export function ofNothing(key: string, some: readonly Cause[]): readonly (readonly string[])[] {
  const all = some.flatMap(({ sightings }) => sightings);
  return all.every(({ features }) => features.includes(nothing)) ? [[nothing]] : asEachOfFew(key, some);
}

/** A wrong code for ids of one sort that nothing has, and for others in other operations. */
export function ofUnknownIds({ aspect, circumstance, expected, outcome }: Cause): string | undefined {
  const isOfIds = circumstance.length === 1 && circumstance.every(ofKind('ids'));
  return aspect === 'code' && expected === '404' && isOfIds && isClientError(outcome) ? outcome : undefined;
}
