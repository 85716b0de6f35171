/** Readings that show another resource than their path names, or say that nothing has changed, and updates that repeat what they are sent. */
import { describe, expect, test } from 'vitest';
import { readAtOnce } from '../../../../harness/explain/features/ids.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { echoedIn, echoes } from '../../../../harness/explain/special/echoed.js';
import { mixedIn, mixesUp } from '../../../../harness/explain/special/mixed.js';
import { unasked, unmodifiedIn } from '../../../../harness/explain/special/unmodified.js';
import type { Json } from '../../../../harness/http/exchange.js';
import { notOfPath } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, failureOf } from '../../by-hand.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const paths: Partial<Record<OperationId, string>> = {
  'projects.get': `/v2/projects/${id}`,
  'drawings.list': `/v2/projects/${id}/drawings`,
  'iou.get': `/v2/compute/projects/${id}/iou/nodes/${id}`,
  'iou.update': `/v2/compute/projects/${id}/iou/nodes/${id}`,
};
const sighting = (own: Partial<Sighting> & Pick<Sighting, 'operation'>): Sighting => ({
  aspect: 'answer',
  expected: 'answer',
  features: [],
  succeeded: true,
  ...own,
});
const read = (operation: OperationId, status: number, own: Partial<Sighting> = {}, method = 'GET') => {
  const shown = answered(status, {}, { method, path: paths[operation] ?? '' });
  return sighting({ operation, failure: failureOf([shown]), ...own });
};

describe('another resource than the path names', () => {
  const mixed = (operation: OperationId, method?: string) =>
    read(operation, 200, { outcome: notOfPath.of('project_id') }, method);
  const state = read('iou.get', 200, { operation: 'iou.update', aspect: 'state', outcome: 'not stored' });
  const all = [mixed('projects.get'), mixed('iou.get'), state, mixed('iou.update', 'PUT')];

  test('is one cause with all that such readings show', () => {
    const [cause, ...others] = mixedIn(all, () => ({ wrong: 2, all: 9 }));
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      operations: ['projects.get', 'iou.get'],
      outcome: mixesUp,
      sightings: all,
    });
  });

  test('is another one of an update whose answer always shows it', () => {
    const [cause] = mixedIn(all, (operation) => ({ wrong: operation === 'iou.update' ? 6 : 2, all: 9 }));
    expect(cause?.sightings).toEqual(all.slice(0, 3));
  });

  test('is none where an answer always shows another id, or one kind of resource does', () => {
    expect(mixedIn(all, () => ({ wrong: 6, all: 9 }))).toEqual([]);
    expect(mixedIn(all.slice(1), () => ({ wrong: 2, all: 9 }))).toEqual([]);
  });

  test('is one of a single kind of resource where it was read in parallel', () => {
    const other = 'another project_id';
    const own = read('projects.get', 200, { outcome: other, features: [`case:${readAtOnce}`] });
    const missed = read('projects.get', 404, { aspect: 'code', expected: 'valid', outcome: 'status 404' });
    const [cause] = mixedIn([own, missed], () => ({ wrong: 0, all: 9 }));
    expect(cause).toMatchObject({ operations: ['projects.get'], outcome: mixesUp, sightings: [own, missed] });
    expect(mixedIn([{ ...own, features: [] }, missed], () => ({ wrong: 0, all: 9 }))).toEqual([]);
  });
});

test('304 that nobody asked for is one cause of several operations, unless the requests tell when', () => {
  const unmodified = (...cases: string[]) =>
    (['projects.get', 'iou.get', 'drawings.list'] as const).map((each, at) =>
      read(each, 304, { aspect: 'code', outcome: 'status 304', features: [`case:${cases[at] ?? cases[0]}`] }),
    );
  const operations = ['projects.get', 'drawings.list', 'iou.get'];
  const found = unmodifiedIn(unmodified('gzip', 'reading twice'));
  expect(found).toMatchObject([{ operations: expect.arrayContaining(operations), outcome: unasked }]);
  expect(unmodifiedIn(unmodified('an unknown tag'))).toEqual([]);
  const [one] = unmodified('gzip');
  const [other] = unmodified('reading twice');
  expect(unmodifiedIn([one, other].filter((each) => each !== undefined))).toMatchObject([
    { operations: ['projects.get'], outcome: unasked },
  ]);
  expect(unmodifiedIn(unmodified('gzip', 'reading twice').slice(1))).toEqual([]);
});

test('an update that answers with what it was sent is one cause, whatever is missing', () => {
  const updated = (sent: Json, shown: Json) => {
    const exchange = answered(200, shown, { path: paths['iou.update'] ?? '', body: JSON.stringify(sent) });
    return sighting({ operation: 'iou.update', outcome: '/name is missing', failure: failureOf([exchange]) });
  };
  const same = [{ ram: 1 }, { ram: 2 }, {}].map((each) => updated(each, each));
  expect(echoedIn(same)).toMatchObject([{ operations: ['iou.update'], outcome: echoes, sightings: same }]);
  expect(echoedIn([...same, updated({ ram: 1 }, { ram: 1, nvram: 2 })])).toEqual([]);
  expect(echoedIn(same.slice(1))).toEqual([]);
});
