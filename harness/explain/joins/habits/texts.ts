/** What becomes of one sort of text, or of the values of one field, wherever it is sent. */
import { type Cause, isCrash } from '../../cause.js';
import { attributeIn, placeIn } from '../../features/feature.js';
import type { Sighting } from '../../sighting.js';
import { isOfFields } from '../../words/states.js';
import { toldIn } from '../together.js';

/** The sort of text that comes back otherwise, or not at all, also where an operation gets no other text. */
export function ofText({ outcome, ...cause }: Cause, causes: readonly Cause[]): string | undefined {
  if (!isOfFields(outcome)) return undefined;
  const sorts = causes.filter((each) => each.outcome === outcome).flatMap((each) => sortOf(each) ?? []);
  const has =
    (sort: string) =>
    ({ features }: Sighting) =>
      features.some((each) => attributeIn(each) === sort);
  return sortOf(cause) ?? sorts.find((sort) => cause.sightings.every(has(sort)));
}

/** The sorts of text that operations crash on, in the fields that they have: those of one, and of any that shares one. */
export function ofCrashingText(cause: Cause, causes: readonly Cause[]): string | undefined {
  const own = textsIn(cause);
  if (own.length === 0) return undefined;
  const others = causes.filter(({ outcome }) => outcome === cause.outcome).map(textsIn);
  const withShared = (sorts: readonly string[]): readonly string[] => {
    const shared = others.filter((each) => each.some((sort) => sorts.includes(sort)));
    const all = [...new Set([...sorts, ...shared.flat()])];
    return all.length === sorts.length ? all : withShared(all);
  };
  return [cause.outcome, ...withShared(own).toSorted()].join('\n');
}

/** The sorts of text that an operation crashes on; none where it does on anything else as well. */
function textsIn({ outcome, ...cause }: Cause): readonly string[] {
  const told = toldIn(cause);
  const sorts = told.map(([first = '']) => attributeIn(first) ?? '');
  const isOfSorts =
    told.every(({ length }) => length === 1) && sorts.every((sort) => /^(with|longer) /.test(sort));
  return isCrash({ outcome }) && isOfSorts ? [...new Set(sorts)] : [];
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
