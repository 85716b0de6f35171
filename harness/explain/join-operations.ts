/** The same mistake in several operations is one cause. */
import { groupBy } from '../../schemas/group-by.js';
import { groups } from '../../schemas/groups.js';
import { type OperationId, operations } from '../../schemas/index.js';
import { attributeOf, type Cause, failuresOf, fieldOf, isBodyUnreadable, isWronglyTaken } from './cause.js';
import { type Seen, timesOf } from './circumstance.js';
import type { Sighting, Sightings } from './sighting.js';

type Kept = Sightings['kept'];

const all = operations.map(({ id }) => id);

/** What one operation has kept of a duty. */
export const keptOf = (
  kept: Kept,
  operation: OperationId,
  { aspect, expected }: Pick<Sighting, 'aspect' | 'expected'>,
  counts: (each: Sighting) => boolean = () => true,
): Seen[] =>
  kept
    .filter(
      ({ sighting: each }) =>
        each.operation === operation && each.aspect === aspect && each.expected === expected && counts(each),
    )
    .map(({ sighting, times }) => ({ features: sighting.features, times }));

/** The size that bodies exceed in a circumstance, in KB: what is near it depends on the bodies that an operation gets. */
const sizeIn = (feature: string | undefined) =>
  Number(/^body:.* more than (\d+) KB$/.exec(feature ?? '')?.[1] ?? 0);

/** What is wrong, equal for equal mistakes whatever the operation. */
function wrongOf(cause: Cause): string {
  const { aspect, expected, outcome, sightings } = cause;
  // Operations have codes of success of their own.
  if (isWronglyTaken(cause)) return JSON.stringify([aspect, expected, 'taken']);
  if (sightings.every(isBodyUnreadable)) return JSON.stringify([aspect, expected, 'no JSON']);
  // The items of a list are what a creation answers with.
  return JSON.stringify([aspect, expected, aspect === 'answer' ? outcome.replace(/^\/\d+\//, '/') : outcome]);
}

function keyOf(cause: Cause): string {
  const { aspect, circumstance, sightings } = cause;
  // A body that is wrong as a whole is not so in a field: other operations have others.
  const isBody = sightings.every(isBodyUnreadable);
  // Of answers that only scripts get it is not known when they are right.
  if (aspect === 'error' || (aspect === 'answer' && !isBody)) return wrongOf(cause);
  const alike = circumstance.map((each) =>
    sizeIn(each) > 0 ? 'size' : isBody ? each.replace(/^is:[\w.]+=/, 'any:') : each,
  );
  return JSON.stringify([wrongOf(cause), alike]);
}

/** Circumstances that have nothing to do with the fields of one operation. */
const isGeneral = (features: readonly string[]) =>
  features.length > 0 && features.every((each) => /^(input|body|class|any|anyvalue):/.test(each));

/** Causes with those of other operations: in a whole natural group of them, or in the same general circumstance. */
export function joinedByOperation(causes: readonly Cause[], kept: Kept): Cause[] {
  return withNarrower([...groupBy(causes, keyOf).values()].flatMap((some) => joined(some, kept)));
}

function joined(causes: readonly Cause[], kept: Kept): Cause[] {
  const [first] = causes;
  if (!first || causes.length < 2) return [...causes];
  if (isGeneral(first.circumstance)) return [asOne(causes)];
  const failing = new Map(causes.flatMap((cause) => cause.operations.map((id) => [id, cause] as const)));
  const isKept = (id: OperationId) => timesOf(first.circumstance, keptOf(kept, id, first)) > 0;
  for (const members of groups) {
    const telling = members.filter((id) => failing.has(id) || isKept(id));
    if (telling.length < 2 || !telling.every((id) => failing.has(id))) continue;
    const mine = new Set(telling.flatMap((id) => failing.get(id) ?? []));
    return [
      asOne([...mine]),
      ...joined(
        causes.filter((cause) => !mine.has(cause)),
        kept,
      ),
    ];
  }
  return [...causes];
}

/** One cause of several operations. */
function asOne(causes: readonly Cause[]): Cause {
  // Of sizes the largest is what all have in common; who has a circumstance at all has seen when it is right.
  const rank = ({ circumstance: [first] }: Cause) => (first === undefined ? -1 : sizeIn(first));
  const [main] = causes.toSorted((a, b) => rank(b) - rank(a));
  if (!main) throw new RangeError('there is no cause');
  const { also: _, ...rest } = main;
  const attribute = attributeOf(main);
  const isOfOne = causes.every((each) => fieldOf(each) !== undefined && fieldOf(each) === fieldOf(main));
  const isOfAny = main.sightings.every(isBodyUnreadable) && attribute !== undefined && !isOfOne;
  return {
    ...(isOfAny ? { ...rest, circumstance: [`any:${attribute}`] } : main),
    // In the order of the document, whichever was seen first.
    operations: all.filter((id) => causes.some(({ operations }) => operations.includes(id))),
    sightings: causes.flatMap(({ sightings }) => sightings),
    failed: failuresOf(causes),
    otherwise: causes.reduce((sum, { otherwise }) => sum + otherwise, 0),
  };
}

/** What is said of one operation with more words, and of others in general, is the same. */
function withNarrower(causes: readonly Cause[]): Cause[] {
  const hosts = new Map(
    causes.map((each) => [
      each,
      causes.find(
        (other) =>
          each.circumstance.length > other.circumstance.length &&
          isGeneral(other.circumstance) &&
          other.circumstance.every((feature) => each.circumstance.includes(feature)) &&
          wrongOf(other) === wrongOf(each) &&
          !each.operations.some((id) => other.operations.includes(id)),
      ),
    ]),
  );
  return causes
    .filter((each) => !hosts.get(each))
    .map((host) => {
      const mine = causes.filter((each) => hosts.get(each) === host);
      return mine.length > 0 ? { ...asOne([host, ...mine]), circumstance: host.circumstance } : host;
    });
}
