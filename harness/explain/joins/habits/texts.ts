/** What becomes of one sort of text, or of the values of one field, wherever it is sent. */
import { type Cause, isCrash } from '../../cause.js';
import { attributeIn, hasValue, placeIn } from '../../features/feature.js';
import { isOfFields } from '../../words/states.js';
import { toldIn } from '../together.js';

/** The sort of text that comes back otherwise, or not at all, also where an operation gets no other text. */
export function ofText({ outcome, ...cause }: Cause, causes: readonly Cause[]): string | undefined {
  if (!isOfFields(outcome)) return undefined;
  const own = sortOf(cause);
  const sorts = causes.filter((each) => each.outcome === outcome).flatMap((each) => sortOf(each) ?? []);
  const shared = sorts.filter((sort) => cause.sightings.every(hasValue(sort)));
  if (own === undefined) return shared[0];
  // Where one operation gets texts of fewer lengths, it may be any of these: the limit is that of the others.
  return lengthIn(own) > 0 ? [own, ...shared].toSorted((a, b) => lengthIn(b) - lengthIn(a))[0] : own;
}

/** The characters that a text of this sort exceeds; 0 for other sorts. */
const lengthIn = (sort: string) => Number(/^longer than ([\d,]+) /.exec(sort)?.[1]?.replaceAll(',', '') ?? 0);

/** The sorts of text that operations crash on or change, in the fields they have: those of one, and of any that shares one. */
export function ofTexts(cause: Cause, causes: readonly Cause[]): string | undefined {
  const others = causes.filter(({ outcome }) => outcome === cause.outcome).map(textsIn);
  const mine = textsIn(cause);
  const known = mine.length > 0 || !isOfFields(cause.outcome) ? mine : sharedOf(cause, others.flat());
  if (known.length === 0) return undefined;
  const withShared = (sorts: readonly string[]): readonly string[] => {
    const shared = others.filter((each) => each.some((sort) => sorts.includes(sort)));
    const all = [...new Set([...sorts, ...shared.flat()])];
    return all.length === sorts.length ? all : withShared(all);
  };
  return [cause.outcome, ...withShared(known).toSorted()].join('\n');
}

/** The sort that all of a cause have, of these. */
const sharedOf = ({ sightings }: Cause, sorts: readonly string[]) =>
  sorts.filter((sort) => sightings.every(hasValue(sort))).slice(0, 1);

/** The sorts of text that an operation crashes on or changes; none where it does so with anything else as well. */
function textsIn({ outcome, ...cause }: Cause): readonly string[] {
  const told = toldIn(cause);
  const sorts = told.map(([first = '']) => attributeIn(first) ?? '');
  const isOfSorts =
    told.every(({ length }) => length === 1) && sorts.every((sort) => /^(with|longer) /.test(sort));
  return isOfSorts && (isCrash({ outcome }) || isOfFields(outcome)) ? [...new Set(sorts)] : [];
}
export const sortsIn = (key: string) => key.split('\n').slice(1);

/** The field of which several sorts of values crash: each operation may have met others of them. */
export function ofCrashingField({ expected, outcome, ...cause }: Cause): string | undefined {
  const told = toldIn(cause);
  const [place, ...others] = new Set(told.map(([first = '']) => placeIn(first)));
  const isOfOne = told.length > 1 && place !== undefined && others.length === 0;
  return isOfOne && isCrash({ outcome }) ? [expected, outcome, place].join('\n') : undefined;
}

/** The one sort of value in all circumstances of a cause. */
function sortOf(cause: Pick<Cause, 'also' | 'circumstance'>): string | undefined {
  const told = toldIn(cause);
  const [sort, ...others] = new Set(told.map(([first = '']) => attributeIn(first)));
  return others.length === 0 && told.every(({ length }) => length === 1) ? sort : undefined;
}
