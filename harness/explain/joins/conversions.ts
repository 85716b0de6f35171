/** Joins values of another type that are taken: what takes them in one field mostly takes them in all. */
import { operations } from '../../../schemas/index.js';
import { type Cause, isWronglyTaken } from '../cause.js';
import { sorts } from '../features/conversions.js';
import { ofKind } from '../features/feature.js';
import type { Sighting, Sightings } from '../sighting.js';

/** With fewer types that something is taken for, each field has a leniency of its own. */
const fewestTypes = 3;
/** It is taken for a type when it was so this many times as often as not: a bound may refuse what it comes to. */
const mostly = 2;

const takenForIn = ({ features }: Pick<Sighting, 'features'>) => features.find(ofKind('for')) ?? '';

/** Values of one sort, of those types for which they are mostly taken; none where these are few. */
interface Leniency {
  readonly sort: string;
  readonly types: readonly string[];
  /** How often values of these types were refused all the same. */
  readonly refused: number;
}

/** Joins the causes of all operations that take values of one sort, where they are taken for several types. */
export function joinedByConversion(causes: readonly Cause[], kept: Sightings['kept']): Cause[] {
  const taking = causes.filter((cause) => cause.expected === '400' && isWronglyTaken(cause));
  const taken = taking.flatMap(({ sightings }) => sightings);
  const leniencies = sorts.map((sort) => leniencyOf(sort, taken, kept));
  const leniencyIn = (each: Sighting) =>
    leniencies.find(({ sort, types }) => each.features.includes(sort) && types.includes(takenForIn(each)));
  const joined = taking.filter(({ sightings }) => sightings.every(leniencyIn));
  if (joined.length < 2) return [...causes];
  const all = joined.flatMap(({ sightings }) => sightings);
  const whole = leniencies.flatMap((leniency): Cause[] => {
    const sightings = all.filter((each) => leniencyIn(each) === leniency);
    const [first] = joined.filter((cause) => cause.sightings.some((each) => sightings.includes(each)));
    if (!first) return [];
    const { also: _, ...rest } = first;
    return [
      {
        ...rest,
        operations: operations
          .map(({ id }) => id)
          .filter((id) => sightings.some(({ operation }) => operation === id)),
        circumstance: [leniency.sort],
        sightings,
        failed: sightings.length,
        spared: leniency.refused,
      },
    ];
  });
  return [...whole, ...causes.filter((cause) => !joined.includes(cause))];
}

function leniencyOf(sort: string, all: readonly Sighting[], kept: Sightings['kept']): Leniency {
  const taken = all.filter(({ features }) => features.includes(sort));
  const taking = new Set(taken.map(({ operation }) => operation));
  // What is refused in an item says nothing of the fields.
  const isOfField = ({ aspect, features, operation }: Sighting) =>
    aspect === 'code' && taking.has(operation) && features.includes(sort) && !features.some(ofKind('array'));
  const refusals = kept.filter(({ sighting }) => isOfField(sighting));
  const timesRefused = (type: string) =>
    refusals.reduce((sum, { sighting, times }) => sum + (takenForIn(sighting) === type ? times : 0), 0);
  const types = [...new Set(taken.map(takenForIn))].filter(
    (type) => taken.filter((each) => takenForIn(each) === type).length > mostly * timesRefused(type),
  );
  if (types.length < fewestTypes) return { sort, types: [], refused: 0 };
  return { sort, types, refused: types.reduce((sum, type) => sum + timesRefused(type), 0) };
}
