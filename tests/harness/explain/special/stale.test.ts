/** A reading that shows what was read before is the cause of all that it shows of updates. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { staleIn } from '../../../../harness/explain/special/stale.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { staleReading } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';

const id = '00000000-0000-4000-8000-000000000001';
const path = `/v2/projects/${id}`;
const compute = `/v2/compute/projects/${id}`;
const lost = (method: string): Sighting => ({
  operation: 'projects.update',
  aspect: 'state',
  expected: 'shown later',
  outcome: 'not stored',
  features: ['field:name'],
  succeeded: true,
  failure: failureOf([answered(200, {}, { method, path })]),
});

test('what it shows is its fault, and what the answers to updates show is theirs', () => {
  const all = [lost('GET'), lost('PUT'), lost('GET')];
  const ofOne = { hasShown: () => false, inCommon: [], isStale: (id: OperationId) => id === 'projects.get' };
  const [cause, ...others] = staleIn(all, ofOne);
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ operations: ['projects.get'], outcome: staleReading, circumstance: [] });
  expect(cause?.sightings).toEqual([all[0], all[2]]);
  expect(staleIn(all, { ...ofOne, isStale: () => false })).toEqual([]);
});

test('readings of several resources that show what was read before are one cause', () => {
  const [project, other] = [lost('GET'), lost('GET')];
  const iou = answered(200, {}, { method: 'GET', path: `${compute}/iou/nodes/${id}` });
  const found: Sighting = {
    ...project,
    operation: 'iou.get',
    aspect: 'code',
    expected: '404',
    failure: failureOf([iou]),
  };
  const inCommon: OperationId[] = ['projects.get', 'iou.get'];
  const hasShown = ({ request }: Exchange) => request !== other.failure?.exchanges[0]?.request;
  const causes = staleIn([project, other, found], { hasShown, inCommon, isStale: () => false });
  expect(causes).toEqual([expect.objectContaining({ operations: inCommon, sightings: [project, found] })]);
});
