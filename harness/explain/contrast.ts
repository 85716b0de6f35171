/** What answers that are wrong have in common, as the readings of the whole run show it. */
import { withoutPlaces } from '../expect.js';
import type { Contrast } from '../shown.js';
import { give, type Node } from './absorb.js';
import { type Cause, isInvalidTaken, isOfFamilies } from './cause.js';
import { wrongIn } from './joins/readings.js';
import type { TargetSeen } from './special/whole-run.js';

/** The case in which the answers of all operations of a cause are wrong, where it is the same. */
function commonContrast(
  { operations, outcome }: Pick<Cause, 'operations' | 'outcome'>,
  contrast: TargetSeen['contrast'],
): Contrast | undefined {
  const contrasts = operations.map((id) => contrast?.(id, outcome));
  const known = contrasts.filter((each) => each !== undefined);
  const [first] = known;
  const isSame = known.every(({ features }) => features.join() === first?.features.join());
  if (!first || !isSame || known.length < contrasts.length) return undefined;
  return summedUp(known, first.features);
}

/** The same of a cause whose readings are wrong in several fields: one of these cases. */
export function contrastOf(
  { operations, outcome, sightings }: Pick<Cause, 'operations' | 'outcome' | 'sightings'>,
  contrast: TargetSeen['contrast'],
): Contrast | undefined {
  const outcomes = new Set(sightings.map((each) => withoutPlaces(wrongIn(each) ?? outcome)));
  const all = [...outcomes].map((each) => commonContrast({ operations, outcome: each }, contrast));
  const known = all.filter((each) => each !== undefined);
  if (known.length < all.length) return undefined;
  return summedUp(
    known,
    known.flatMap(({ features }) => features),
  );
}

function summedUp(all: readonly Contrast[], features: Contrast['features']): Contrast {
  const sum = (of: 'wrong' | 'right') => all.reduce((total, each) => total + each[of], 0);
  return { features, wrong: sum('wrong'), right: sum('right') };
}

/** Answers that are wrong only with an invalid value go with the cause that this value is taken. */
export function withoutTaken(nodes: readonly Node[], contrast: TargetSeen['contrast']): readonly Node[] {
  const left = [...nodes];
  for (const effect of nodes) {
    if (effect.cause.aspect !== 'answer' || effect.cause.circumstance.length > 0) continue;
    const { features = [] } = commonContrast(effect.cause, contrast) ?? {};
    const values = features.map((each) => each.replace(/^is:(\w+=null)$/, 'value:$1'));
    const isTaken = ({ cause }: Node) =>
      isInvalidTaken(cause) &&
      isOfFamilies(effect.cause, cause) &&
      values.every((value) => cause.sightings.some((each) => each.features.includes(value)));
    const taken = values.length > 0 && left.find(isTaken);
    if (!taken) continue;
    give(effect, taken);
    left.splice(left.indexOf(effect), 1);
  }
  return left;
}
