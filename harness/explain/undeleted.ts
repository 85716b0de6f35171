/** Deletions that delete nothing: what is found, updated and deleted afterwards shows one mistake, that of the deletion. */
import { familyOf } from '../../schemas/groups.js';
import { type Operation, operations } from '../../schemas/index.js';
import { notRemoved } from '../outcome.js';
import { type Cause, causeOfAll, isWronglyTaken, undeleted } from './cause.js';
import { gone, later } from './features/ids.js';

const isOfGone = (cause: Cause) =>
  cause.expected === '404' &&
  isWronglyTaken(cause) &&
  cause.circumstance.length > 0 &&
  cause.sightings.every(({ features }) => features.includes(gone) || features.includes(later));

/** What an operation of the same kind does to one resource: its path is that of the deletion. */
const besides = ({ path }: Operation) => operations.filter((each) => each.path === path);

/** Where something was in a project that was deleted. */
const isOfCase = ({ circumstance: [first, ...more] }: Cause) =>
  more.length === 0 && first?.startsWith('case:a deleted ') === true;

/** A cause of reading and deleting again, as one of the deletion, where that goes well in one case only. */
function asUndeleted(cause: Cause, all: readonly Cause[]): Cause {
  const deletion = operations.find(({ id, method }) => method === 'DELETE' && cause.operations.includes(id));
  const reading = deletion && besides(deletion).find(({ method }) => method === 'GET');
  const isRead = ({ operations: ids }: Cause) => reading !== undefined && ids.includes(reading.id);
  if (!deletion || !isOfCase(cause) || !isRead(cause)) return cause;
  if (all.some((each) => isOfGone(each) && !isOfCase(each) && isRead(each))) return cause;
  return { ...cause, operations: [deletion.id], aspect: 'state', expected: undeleted, outcome: notRemoved };
}

/** The causes, with one for all deletions that left everything as it was. */
export function withUndeleted(all: readonly Cause[]): Cause[] {
  const causes = all.map((each) => (isOfGone(each) ? asUndeleted(each, all) : each));
  const taken = causes.filter(isOfGone);
  // What is there only after an update was created by that.
  const atOnce = taken
    .flatMap(({ sightings }) => sightings)
    .filter(({ features }) => !features.includes(later));
  const takes = (id: string) => atOnce.some(({ operation }) => operation === id);
  const culprits = operations.filter(
    (each) => each.method === 'DELETE' && besides(each).every(({ id }) => takes(id)),
  );
  if (culprits.length === 0) return [...causes];
  const families = culprits.map(({ id }) => familyOf(id));
  const isOfCulprit = (id: (typeof operations)[number]['id']) => families.includes(familyOf(id));
  const mine = taken.flatMap(({ sightings }) => sightings.filter(({ operation }) => isOfCulprit(operation)));
  const ids = culprits.map(({ id }) => id);
  const whole = causeOfAll({ operations: ids, expected: undeleted, outcome: notRemoved }, mine);
  const others = causes.flatMap((cause) => {
    if (!taken.includes(cause)) return [cause];
    const left = cause.operations.filter((id) => !isOfCulprit(id));
    const sightings = cause.sightings.filter(({ operation }) => !isOfCulprit(operation));
    return left.length > 0 ? [{ ...cause, operations: left, sightings, failed: sightings.length }] : [];
  });
  return [whole, ...others];
}
