/** Failures that follow from how ids are answered that nothing has. */
import { expect, test } from 'vitest';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import { isSameDrawing } from '../../../../harness/explain/effects/of-drawings.js';
import { anyLacking, atOnce } from '../../../../harness/explain/features/ids.js';
import {
  changedThoughRefused,
  nothingListed,
  notOfPath,
  notRemoved,
  sameId,
} from '../../../../harness/outcome.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { cause, state } from './cause.js';

test('what was deleted is answered as what never was, by an error or by nothing', () => {
  const id = 'compute.projects.get';
  const answered = (outcome: string, circumstance: string[]) =>
    cause(id, { expected: '404', outcome, circumstance }, { features: circumstance });
  const [unknown, deleted] = [['ids:unknown ids'], ['ids:what was deleted']];
  const follows = (outcome: string) => isEffect(answered(outcome, deleted), answered(outcome, unknown));
  expect(follows('status 410')).toBe(true);
  expect(follows('status 204')).toBe(true);
});

test('of deletions at once, and of ids in capitals, the later one is answered as any unknown id is', () => {
  const unknown = cause('iou.delete', { expected: '404', outcome: 'status 200' });
  const late = (...features: string[]) =>
    cause('iou.delete', { expected: 'valid', outcome: 'status 200' }, { features });
  expect(isEffect(late(atOnce), unknown)).toBe(true);
  expect(isEffect(late(anyLacking), unknown)).toBe(true);
  expect(isEffect(late(), unknown)).toBe(false);
});

test('what is not removed by an id in capitals is taken for gone, as unknown ids are', () => {
  const unknown = cause('iou.delete', { expected: '404', outcome: 'status 204' });
  const left = (...features: string[]) =>
    cause('iou.delete', { aspect: 'state', outcome: notRemoved }, { features });
  expect(isEffect(left(anyLacking), unknown)).toBe(true);
  expect(isEffect(left(), unknown)).toBe(false);
  // What is read afterwards is there all the same.
  const read = cause(
    'iou.delete',
    { aspect: 'state', outcome: notRemoved },
    { operation: 'iou.get', features: [anyLacking] },
  );
  expect(isEffect(read, unknown)).toBe(false);
  expect(isEffect(left(anyLacking), { ...unknown, outcome: 'status 500' })).toBe(false);
});

test('writes are lost that go to another, also where only those of others show that', () => {
  const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const other = cause('projects.update', {
    outcome: notOfPath.of('project_id'),
    aspect: 'state',
    otherwise: 9,
  });
  const write = (project_id: string) => answered(200, { project_id }, { path });
  const [own, another] = [write(path.slice(-36)), write('3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6')];
  const lost = (inCompany: boolean, ...writes: ReturnType<typeof write>[]) => {
    const sightings = writes.map((each) => ({
      failure: failureOf([each]),
      ...(inCompany && each === own && { inCompany: true as const }),
    }));
    return causeOf('projects.update', { aspect: 'state', outcome: 'not stored' }, ...sightings);
  };
  expect(isEffect(lost(true, another, own), other)).toBe(true);
  expect(isEffect(lost(false, another, own), other)).toBe(false);
  expect(isEffect(lost(true, own), other)).toBe(false);
});

test('an id in another spelling crashes as those do that do not exist', () => {
  const circumstance = ['ids:a project_id that does not exist'];
  const unknown = cause('drawings.create', { expected: '404', outcome: 'status 500', circumstance });
  const capitals = ['ids:a project_id in capitals'];
  const spelled = (outcome: string) =>
    cause('drawings.create', { expected: 'valid', outcome, circumstance: capitals });
  expect(isEffect(spelled('status 500'), unknown)).toBe(true);
  expect(isEffect(spelled('status 503'), unknown)).toBe(false);
});

test('what is made again by its id is left by a deletion that takes what was deleted for gone', () => {
  const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const deletion = (of = path) => answered(204, {}, { method: 'DELETE', path: of });
  const gone = cause('projects.delete', {
    expected: '404',
    outcome: 'status 204',
    circumstance: ['ids:what was deleted'],
  });
  const left = (...deletions: ReturnType<typeof deletion>[]) => {
    const failure = failureOf([...deletions, answered(200, {}, { path })]);
    return cause('projects.delete', { aspect: 'state', outcome: notRemoved }, { failure });
  };
  expect(isEffect(left(deletion(), deletion()), gone)).toBe(true);
  expect(isEffect(left(deletion(`${path.slice(0, -1)}6`), deletion()), gone)).toBe(false);
  expect(isEffect(left(deletion()), gone)).toBe(false);
});

test('an invalid id conflicts with that of the path where such values are taken', () => {
  const sort = 'type:UUID=that ends with a UUID';
  const taken = cause('drawings.create', { expected: '400', outcome: 'status 201', circumstance: [sort] });
  const conflict = (outcome: string, ...features: string[]) =>
    cause('iou.update', { expected: '400', outcome, circumstance: features }, { features });
  expect(isEffect(conflict('status 409', sort), taken)).toBe(true);
  expect(isEffect(conflict('status 409', 'type:UUID=a number'), taken)).toBe(false);
  expect(isEffect(conflict('status 500', sort), taken)).toBe(false);
});

test('the id of something else is found where its own is looked for there', () => {
  const missed = (outcome: string) => cause('vmware.delete', { expected: 'valid', outcome, otherwise: 4 });
  const circumstance = ['case:the id of an IOU instance'];
  const found = cause('vmware.delete', { expected: '404', outcome: 'status 204', circumstance });
  expect(isEffect(found, missed('status 404'))).toBe(true);
  expect(isEffect(found, missed('status 500'))).toBe(false);
});

test('what nothing has is found, or crashes, where nothing is found of what there is', () => {
  const missed = (otherwise: number) =>
    cause('iou.get', { expected: 'valid', outcome: 'status 404', otherwise });
  const unknown = (outcome: string) => cause('iou.get', { expected: '404', outcome });
  expect(['status 200', 'status 500'].map((each) => isEffect(unknown(each), missed(0)))).toEqual([
    true,
    true,
  ]);
  expect(isEffect(unknown('status 200'), missed(3))).toBe(false);
});

test('two drawings with one id look wrong in lists; a value that is stored wrongly gives none the id of another', () => {
  const twice = cause('drawings.create', { aspect: 'answer', outcome: sameId });
  const ignored = (...circumstance: string[]) => cause('drawings.create', { ...state, circumstance });
  expect(isSameDrawing(ignored(), twice)).toBe(true);
  expect(isSameDrawing(ignored('is:svg=with an image'), twice)).toBe(false);
  expect(mayFollow(twice, ignored())).toBe(false);
  const changed = cause('drawings.create', { ...state, outcome: changedThoughRefused });
  expect(isEffect(changed, twice)).toBe(true);
  expect(isEffect(twice, changed)).toBe(false);
  expect(mayFollow(twice, changed)).toBe(false);
});

test('a list of another project looks empty behind creations, and not the other way round', () => {
  const answer = { aspect: 'answer', expected: 'answer' } as const;
  const other = cause(
    'drawings.list',
    { ...answer, outcome: notOfPath.of('project_id') },
    {},
    undefined,
    '/0/project_id',
  );
  const empty = cause('drawings.list', { ...answer, outcome: nothingListed });
  expect(isEffect(empty, other)).toBe(true);
  expect(isEffect(other, empty) || mayFollow(other, empty)).toBe(false);
});
