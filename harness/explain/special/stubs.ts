/** Operations that are answered alike whatever is asked of them, and that do nothing: one cause for each code. */
import { groupBy } from '../../../schemas/group-by.js';
import { type Operation, operations } from '../../../schemas/index.js';
import { isSuccess, succeeded } from '../../expect.js';
import { decidingOf, notRemoved } from '../../outcome.js';
import { type Cause, causeOfAll, isAsked, notStored } from '../cause.js';
import { deletedAlone, gone, isOfDeleted } from '../features/ids.js';
import type { Noted, Sighting } from '../sighting.js';
import { isOfRefusal, isOfRouter } from './unrefused.js';
import { done } from './unserved.js';

export function stubsIn(noted: Noted): Cause[] {
  const stubs = operations.filter((each) => each.method !== 'GET' && isStub(each, noted));
  const byOutcome = groupBy(stubs, (each) => codesOf(each, noted)[0]?.outcome ?? '');
  return [...byOutcome].map(([outcome, some]) => {
    const ids = some.map(({ id }) => id);
    const sightings = noted.broken.filter((each) => ids.includes(each.operation) || isLeft(each, some));
    return causeOfAll({ operations: ids, aspect: 'code', expected: done, outcome }, sightings);
  });
}

const codesOf = ({ id }: Operation, { broken }: Noted) =>
  broken.filter(({ operation, aspect }) => operation === id && aspect === 'code');

/** Whether all that is to be refused gets one success, and nothing shows that a valid request has done anything. */
function isStub(one: Operation, noted: Noted): boolean {
  const { id, listed, takesBody } = one;
  const wrong = codesOf(one, noted);
  const duties = [404, ...(takesBody ? [400] : [])].filter((code) => listed.includes(code));
  return (
    wrong.every(({ outcome }) => isSuccess(outcome) && outcome === wrong[0]?.outcome) &&
    duties.every((code) => wrong.some(({ expected }) => expected === String(code))) &&
    !noted.kept.some(
      ({ sighting }) => sighting.operation === id && isOfRefusal(sighting) && !isOfRouter(sighting),
    ) &&
    isIdle(one, noted)
  );
}

function isIdle(one: Operation, { broken, kept }: Noted): boolean {
  const { id, ids, method } = one;
  // What was in a deleted project is gone with that.
  const isGone = ({ features }: Sighting) =>
    features.some((each) => (ids.length > 1 ? deletedAlone.includes(each) : each === gone));
  // Nothing shows what a start has done.
  if (method === 'POST') return id === 'nodes.start';
  if (method === 'DELETE')
    return (
      broken.some((each) => isLeft(each, [one])) &&
      !kept.some(({ sighting }) => isBeside(sighting, one) && isGone(sighting))
    );
  const isStored = ({ operation, aspect, expected }: Sighting) =>
    operation === id && aspect === 'state' && expected === 'shown later';
  return (
    broken.some((each) => isStored(each) && notStored.has(each.outcome ?? '')) &&
    !kept.some(({ sighting }) => isStored(sighting))
  );
}

const isBeside = ({ operation }: Sighting, { path }: Operation) =>
  operations.some((each) => each.id === operation && each.path === path);

/** Whether it shows what is left of what one of these operations should have deleted; a second deletion does not. */
const isLeft = ({ failure, features, outcome }: Sighting, some: readonly Operation[]): boolean =>
  (outcome === notRemoved ||
    outcome === 'is still there' ||
    (isOfDeleted(features) && decidingOf(failure)?.request.method !== 'DELETE')) &&
  some.some(
    ({ id, method }) =>
      method === 'DELETE' &&
      failure?.exchanges.some((each) => succeeded(each) && isAsked(each, { operations: [id] })),
  );
