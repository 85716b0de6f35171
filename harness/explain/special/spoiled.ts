/** Connections that an answer leaves unusable: the next request on them fails, whatever it asks for. */
import { groupBy } from '../../../schemas/group-by.js';
import { type Followed, type FollowedAnswers, keyOf, sortOf } from '../../http/connections/followed.js';
import { type Behind, type Exchange, status } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { misread } from '../../http/sender.js';
import { decidingOf } from '../../outcome.js';
import { type Cause, causeOfAll } from '../cause.js';
import type { Sighting } from '../sighting.js';

/** The outcome of what fails behind such answers. */
export const spoils = 'spoils the connection for the next request';
/** The same where nobody knows which one does it: what was taken before has spoiled it. */
export const refusesBehind = 'refuses requests behind others on a connection';

/** So seldom does that many requests in a row fail by chance. */
const chance = 1e-6;
/** With fewer requests behind its answers, nothing is said of an operation. */
const leastFollowed = 5;
/** With fewer failures behind such answers, the connection need not be the reason. */
const leastTelling = 3;

/** What a request is answered that is not read as it was sent. */
const misreadAs: readonly number[] = [400, ...misread];

/** The cause of what failed for what its connection had carried before. */
export const spoiledBy = (followed: FollowedAnswers, broken: readonly Sighting[]): Cause | undefined =>
  followed.stuck ? ofStuck(followed, followed.stuck, broken) : ofNext(followed.all, broken);

function causeOf(culprits: readonly Behind[], sightings: readonly Sighting[]): Cause {
  const operations = [...new Set(culprits.flatMap(({ request }) => operationOf(request) ?? []))];
  const circumstance = [`behind:${[...new Set(culprits.map(sortOf))].sort().join(' or ')}`];
  return causeOfAll({ operations, expected: 'usable', outcome: spoils, circumstance }, sightings);
}

/** The cause of what was refused, as that request, over connections that had carried a refusal, or any request, before. */
function ofStuck(
  { all: followed, culprits, takenFirst, takenFresh }: FollowedAnswers,
  stuck: Exchange,
  broken: readonly Sighting[],
): Cause | undefined {
  const isBehind = ({ refusals, behind }: Exchange) => (stuck.refusals ? refusals : behind) !== undefined;
  const isStuck = (each: Exchange) => isBehind(each) && misreadAs.includes(status(each) ?? 0);
  const sightings = broken.filter(({ failure }) => failure?.exchanges.some(isStuck));
  if (sightings.length === 0) return undefined;
  const all = sightings.flatMap(({ failure }) => failure?.exchanges.filter(isStuck) ?? []);
  const failed = new Set([stuck, ...all].map(({ request }) => request)).size;
  const cause = { ...causeOf(culprits, sightings), failed, otherwise: takenFirst };
  // A creation of a fixture is no operation of the document.
  if (stuck.refusals && cause.operations.length > 0) return cause;
  // No request right after such bodies ever succeeded: the server reads the rest of the body as that request.
  const before = all.flatMap(({ behind }) => behind ?? []);
  const keys = new Set(before.map(keyOf));
  const known = followed.filter(({ behind }) => keys.has(keyOf(behind)));
  const isUnread = known.every((each) => hasBody(each) && each.taken === 0);
  if (isUnread && sum(known, 'all') >= leastTelling)
    return { ...causeOf(before, sightings), failed, otherwise: takenFresh };
  const refusing = [...new Set(sightings.map(({ operation }) => operation))];
  const circumstance = ['behind:a request behind others on its connection'];
  const told = { operations: refusing, outcome: refusesBehind, circumstance, otherwise: takenFresh };
  return { ...cause, ...told, spared: sum(followed, 'taken') };
}

/** The cause of what was seen right behind answers after which nothing succeeds, though much does after others. */
function ofNext(all: readonly Followed[], broken: readonly Sighting[]): Cause | undefined {
  const isVain = ({ all, taken }: Followed) => taken === 0 && all >= leastFollowed;
  const isOfSort = (sort: string) => (each: Followed) => each.taken === 0 && sortOf(each.behind) === sort;
  const others = all.filter((each) => !isVain(each));
  const taken = sum(others, 'taken');
  const failing = 1 - taken / sum(others, 'all');
  const sorts = [...groupBy(all.filter(isVain), ({ behind }) => sortOf(behind))].filter(
    ([, some]) => failing ** sum(some, 'all') < chance,
  );
  // What many show, a few show as well.
  const sure = sorts.flatMap(([sort]) => all.filter(isOfSort(sort)));
  const vain = [...new Set([...sure, ...(sure.some(hasBody) ? all.filter(isOfNeedless) : [])])];
  const keys = new Set(vain.map(({ behind }) => keyOf(behind)));
  const isSpoiled = ({ behind }: Exchange) => behind !== undefined && keys.has(keyOf(behind));
  const sightings = broken.filter(({ failure }) => failure?.exchanges.some(isSpoiled));
  // In some checks, requests that are to be answered alike follow each other.
  const isPlain = ({ aspect, expected }: Sighting) => aspect === 'code' && expected === 'valid';
  // What else was refused before a failure was mostly to be refused.
  const own = sightings.filter(({ failure }) => {
    const deciding = decidingOf(failure);
    return deciding !== undefined && isSpoiled(deciding);
  });
  const telling = sum(vain, 'alike') === 0 ? own : own.filter(isPlain);
  if (telling.length < leastTelling) return undefined;
  const culprits = vain.map(({ behind }) => behind);
  return { ...causeOf(culprits, sightings), failed: sum(vain, 'all'), otherwise: taken };
}

const hasBody = ({ behind }: Followed) => behind.body !== 'none';

/** Whether it is about bodies where none is needed: who leaves others unread leaves these unread as well. */
const isOfNeedless = (each: Followed) =>
  hasBody(each) && each.taken === 0 && !['POST', 'PUT'].includes(each.behind.request.method);

const sum = (all: readonly Followed[], of: 'all' | 'taken' | 'alike') =>
  all.reduce((total, each) => total + each[of], 0);
