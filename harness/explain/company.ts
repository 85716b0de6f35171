/** What fails only after other requests, never when it is sent alone. */
import { groupBy } from '../../schemas/group-by.js';
import { inOrder } from '../../schemas/groups.js';
import { succeeded } from '../expect.js';
import { changedThoughRefused } from '../outcome.js';
import { type Cause, fieldOf, isInCircumstance, isWithin, lasting, notStored } from './cause.js';
import { circumstances, type Seen, timesOf } from './circumstance.js';
import { isBeyond } from './effects/changed.js';
import { sharedBy } from './features/feature.js';
import { keptBeside, withoutUnchangeable } from './features/kept.js';
import { joinedToHosts } from './joins/together.js';
import type { Sighting, Sightings } from './sighting.js';

type Kept = Sightings['kept'];

/** The place of the cause that explains it, of those that single requests show; -1 where none does. */
export const hostOf = (late: Sighting, single: readonly Cause[]): number =>
  single.findIndex(
    (cause) =>
      isOn(cause, late) &&
      (lasts(cause, late) ||
        isAlike(cause, late) ||
        isOnlyCode(cause, late, single) ||
        isAsAlone(cause, late)),
  );

/** What shows only after other requests goes with the one cause that fails in the same way, whatever is sent. */
export function withCompany(causes: readonly Cause[]): Cause[] {
  const isLate = ({ sightings }: Cause) => sightings.every(({ inCompany }) => inCompany);
  const isSame = (a: Cause, b: Cause) =>
    a.aspect === b.aspect && a.expected === b.expected && a.outcome === b.outcome && isWithin(a, b);
  const broaderThan = (late: Cause) => {
    if (!isLate(late)) return undefined;
    const hosts = causes.filter((each) => !isLate(each) && isSame(late, each));
    const isAlike = ({ circumstance }: Cause) => circumstance.join() === late.circumstance.join();
    const host = hosts.find((each) => each.circumstance.length === 0) ?? hosts.find(isAlike);
    return host ?? (late.aspect === 'code' && hosts.length === 1 ? hosts[0] : undefined);
  };
  return joinedToHosts(causes, broaderThan, (host, mine) => ({
    ...host,
    sightings: [host, ...mine].flatMap(({ sightings }) => sightings),
  }));
}

/**
 * A failure that shows only after other requests gets a circumstance when it was seen at least this often: those
 * other requests, which may matter too, are not looked at.
 */
const leastInCompany = 3;

/** Causes of failures that showed only after other requests, never when the request was sent alone. */
export function inCompanyOnly(late: readonly Sighting[], kept: Kept): Cause[] {
  const byKind = groupBy(late, ({ operation, aspect, expected, outcome }) =>
    // Occasional wrong codes can hit any operation, so they are grouped together; other failures belong to one.
    JSON.stringify([aspect === 'code' ? '' : operation, aspect, expected, outcome]),
  );
  return [...byKind.values()].flatMap(([first, ...more]): Cause[] => {
    if (!first) return [];
    const { aspect, expected, outcome = '' } = first;
    const sightings = [first, ...more];
    const operations = inOrder(sightings.map(({ operation }) => operation));
    const changeable = withoutUnchangeable(kept, sightings);
    const right = operations.flatMap((operation) => keptBeside({ ...first, operation }, changeable));
    const otherwise = timesOf([], right);
    const [found, ...others] = circumstances(
      sightings.map(({ features }): Seen => ({ features, times: 1 })),
      right,
    );
    const failed = sightings.length;
    const isTold = found?.features.length === 1 && others.length === 0 && failed >= leastInCompany;
    const place = sharedBy(sightings, 'place');
    const ofField = place === undefined ? [] : [`place:${place}`];
    const circumstance = isTold ? found.features : ofField;
    return [{ operations, aspect, expected, outcome, sightings, failed, otherwise, circumstance, spared: 0 }];
  });
}

/** Whether a cause changes something lasting, which a later request can show. */
const lasts = (cause: Cause, late: Sighting) =>
  (lasting.has(cause.outcome) &&
    !(cause.outcome === changedThoughRefused && isByLastWrite(late)) &&
    !isOfOtherFields(cause, late)) ||
  (notStored.has(cause.outcome) &&
    isAbout(cause, late) &&
    !(cause.circumstance.length > 0 && isByLastWrite(late))) ||
  cause.sightings.some(({ damage = [] }) => late.outcome !== undefined && damage.includes(late.outcome));

/** Whether the later failure shows in none of the fields that a cause changes. */
const isOfOtherFields = (cause: Cause, late: Sighting) =>
  cause.outcome === 'other fields changed' &&
  (late.aspect === 'code' || isBeyond({ sightings: [late] }, cause));

/** Whether a write changes other fields that a reading showed just before it: what was sent earlier is not why. */
function isByLastWrite({ outcome, failure }: Sighting): boolean {
  const sent = failure?.exchanges ?? [];
  const read = sent[sent.findLastIndex(({ request }) => request.method === 'PUT') - 1];
  return outcome === 'other fields changed' && read?.request.method === 'GET' && succeeded(read);
}

/** Whether the later answer is wrong in the same way as answers to single requests. */
const isAlike = ({ aspect, outcome }: Cause, late: Sighting) =>
  aspect === 'answer' && late.aspect === aspect && late.outcome === outcome;
/** Whether both are the same wrong code for the same duty. */
const isSameCode = ({ aspect, expected, outcome }: Cause, late: Sighting) =>
  aspect === 'code' && late.aspect === aspect && expected === late.expected && outcome === late.outcome;
/** Whether it has what makes single requests fail in the same way. */
const isAsAlone = (cause: Cause, late: Sighting) =>
  cause.circumstance.length > 0 && isSameCode(cause, late) && isInCircumstance(late, cause);
/** Whether this is the one cause by which single requests get the same wrong code. */
const isOnlyCode = (cause: Cause, late: Sighting, single: readonly Cause[]) =>
  isSameCode(cause, late) && single.filter((each) => isOn(each, late) && isSameCode(each, late)).length === 1;
const isOn = ({ operations }: Cause, { operation }: Sighting) => operations.includes(operation);

/** Whether the field of a cause is the one that is wrong in the later answer. */
function isAbout(cause: Cause, { failure }: Sighting): boolean {
  const pointer = failure?.violations[0]?.pointer ?? '';
  const field = fieldOf(cause);
  return field !== undefined && pointer.split('/').includes(field);
}
