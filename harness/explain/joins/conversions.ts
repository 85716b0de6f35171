/** Joins values of one sort that are taken, or crash: what takes them in one field mostly takes them in all. */
import { groupBy } from '../../../schemas/group-by.js';
import { inOrder } from '../../../schemas/groups.js';
import { isClientError } from '../../expect.js';
import { type Cause, isCrash, isWronglyTaken } from '../cause.js';
import { countingAsFalse, emptyOrFalse } from '../features/attributes.js';
import { nullForValue, sorts } from '../features/conversions.js';
import { ofKind } from '../features/feature.js';
import { asKept } from '../features/kept.js';
import type { Sighting, Sightings } from '../sighting.js';
import { asOne } from './fields.js';
import { typeIn, uncheckedTypes } from './leniency.js';

/** With fewer types that something is taken for, each field has a leniency of its own. */
const fewestTypes = 3;
/** It is taken for a type when it was so this many times as often as not: a bound may refuse what it comes to. */
const mostly = 2;

/** Which kind of field a value was sent for, by some feature of a request. */
type KindIn = (each: Pick<Sighting, 'features'>) => string;

const takenForIn: KindIn = ({ features }) => features.find(ofKind('for')) ?? '';

/** What breaks a server that hands values on as they are. */
const breaking = ['class:an array', 'class:an object', nullForValue];

/** Values of one sort, of those types for which they are mostly taken; none where these are few. */
interface Leniency {
  readonly sort: string;
  readonly types: readonly string[];
  /** How often values of these types were refused all the same. */
  readonly refused: number;
}

/** Joins the causes of all operations that take values of one sort, or crash on them, where that is so for several types. */
export function joinedByConversion(causes: readonly Cause[], answered: Sightings['kept']): Cause[] {
  const invalid = causes.filter(({ expected }) => expected === '400');
  // What is refused with a wrong code is not taken.
  const refused = invalid.filter(({ outcome }) => isClientError(outcome));
  const kept = [...answered, ...asKept(refused.flatMap(({ sightings }) => sightings))];
  const unchecked = uncheckedTypes(invalid.filter(isWronglyTaken));
  const isOfUnchecked = (each: Sighting) => unchecked.some((type) => each.features.includes(type));
  const taking = invalid.filter((each) => isWronglyTaken(each) && !each.sightings.every(isOfUnchecked));
  const taken = taking.flatMap(({ sightings }) => sightings);
  // Where other values are converted as well, what counts as false is no sort of its own.
  const isConverted = ({ features }: Sighting) =>
    features.includes(sorts[1]) && !features.includes(emptyOrFalse);
  const converting = new Set(taken.filter(isConverted).map(typeIn));
  const ofFalse = [emptyOrFalse, countingAsFalse].find(
    (sort) => leniencyOf(sort, taken, kept, typeIn).types.filter((type) => !converting.has(type)).length > 1,
  );
  const withFalse = ofFalse ? joinedBySort(taking, [ofFalse], typeIn, kept) : taking;
  const crashing = groupBy(invalid.filter(isCrash), ({ outcome }) => outcome);
  return [
    ...byOperation(joinedBySort(withFalse, sorts, takenForIn, kept)).flatMap((some) =>
      joinedBySort(some, sorts, takenForIn, kept),
    ),
    ...[...crashing.values()].flatMap((some) => {
      const joined = joinedBySort(some, breaking, typeIn, kept);
      const isWhole = (each: Cause) => !some.includes(each);
      const others = joined.filter((each) => !isWhole(each));
      return [...asOne(joined.filter(isWhole)), ...joinedByType(others)];
    }),
    ...causes.filter((cause) => !taking.includes(cause) && !(invalid.includes(cause) && isCrash(cause))),
  ];
}

/** Those of each operation by themselves: one may convert what others refuse. */
const byOperation = (causes: readonly Cause[]) => [
  ...groupBy(causes, ({ operations }) => operations.join()).values(),
];

/** Joins what crashes in an operation wherever one type is to be. */
function joinedByType(causes: readonly Cause[]): Cause[] {
  const byType = groupBy(causes, (cause) => {
    const [type = '', ...others] = new Set(cause.sightings.map(typeIn));
    const isOfType = type !== '' && others.length === 0 && cause.circumstance.every(ofKind('type'));
    return isOfType ? JSON.stringify([cause.operations, type]) : cause;
  });
  return [...byType.values()].flatMap(asOne);
}

function joinedBySort(
  causes: readonly Cause[],
  sorts: readonly string[],
  kindIn: KindIn,
  kept: Sightings['kept'],
): readonly Cause[] {
  const taken = causes.flatMap(({ sightings }) => sightings);
  const leniencies = sorts.map((sort) => leniencyOf(sort, taken, kept, kindIn));
  const leniencyIn = (each: Sighting) =>
    leniencies.find(({ sort, types }) => each.features.includes(sort) && types.includes(kindIn(each)));
  const joined = causes.filter(({ sightings }) => sightings.every(leniencyIn));
  if (joined.length < 2) return causes;
  const all = joined.flatMap(({ sightings }) => sightings);
  const whole = leniencies.flatMap((leniency): Cause[] => {
    const sightings = all.filter((each) => leniencyIn(each) === leniency);
    const [first] = joined.filter((cause) => cause.sightings.some((each) => sightings.includes(each)));
    if (!first) return [];
    const { also: _, ...rest } = first;
    return [
      {
        ...rest,
        operations: inOrder(sightings.map(({ operation }) => operation)),
        circumstance: [leniency.sort],
        sightings,
        failed: sightings.length,
        spared: leniency.refused,
      },
    ];
  });
  return [...whole, ...causes.filter((cause) => !joined.includes(cause))];
}

function leniencyOf(
  sort: string,
  all: readonly Sighting[],
  kept: Sightings['kept'],
  kindIn: KindIn,
): Leniency {
  const taken = all.filter(({ features }) => features.includes(sort));
  const taking = new Set(taken.map(({ operation }) => operation));
  // What is refused in an item says nothing of the fields.
  const isOfField = ({ aspect, features, operation }: Sighting) =>
    aspect === 'code' && taking.has(operation) && features.includes(sort) && !features.some(ofKind('array'));
  const refusals = kept.filter(({ sighting }) => isOfField(sighting));
  const timesRefused = (type: string) =>
    refusals.reduce((sum, { sighting, times }) => sum + (kindIn(sighting) === type ? times : 0), 0);
  const types = [...new Set(taken.map(kindIn))].filter(
    (type) => taken.filter((each) => kindIn(each) === type).length > mostly * timesRefused(type),
  );
  if (types.length < fewestTypes) return { sort, types: [], refused: 0 };
  return { sort, types, refused: types.reduce((sum, type) => sum + timesRefused(type), 0) };
}
