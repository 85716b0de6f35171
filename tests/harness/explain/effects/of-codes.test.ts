/** What follows from codes: values that are answered as others are, where they are read as those. */

import { expect, test } from 'vitest';
import { isEffect, mayFollow } from '../../../../harness/explain/effects/index.js';
import { withStarted } from '../../../../harness/explain/features/ids.js';
import { newName } from '../../../../harness/explain/features/of-bodies.js';
import { unread } from '../../../../harness/explain/joins/parsers.js';
import { served } from '../../../../harness/explain/special/unserved.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { cause, state } from './cause.js';

test('a number too large to hold is taken as what is no number at all is', () => {
  const outcome = '/rotation must be integer';
  const large = (...features: string[]) =>
    cause('drawings.create', { aspect: 'answer', expected: 'answer', outcome }, { features });
  const taken = cause('drawings.create', {
    expected: '400',
    outcome: 'status 201',
    circumstance: ['body:NaN'],
  });
  expect(isEffect(large('body:a number written as 1e400'), taken)).toBe(true);
  expect(isEffect(large('body:a number written as 1E0'), taken)).toBe(false);
});

test('it crashes as what is no integer does, where that is what crashes', () => {
  const features = ['body:a number written as 1e400'];
  const large = cause('drawings.create', { outcome: 'status 500', circumstance: features }, { features });
  const crashing = (type: string) =>
    cause('drawings.create', { expected: '400', outcome: 'status 500', circumstance: [`type:${type}=null`] });
  expect(isEffect(large, crashing('integer'))).toBe(true);
  expect(isEffect(large, crashing('string'))).toBe(false);
});

test('null is answered as a body without the field, with the same code', () => {
  const lacking = cause('drawings.create', { outcome: 'status 409', circumstance: ['without:svg'] });
  const onNull = (field: string, outcome: string) => {
    const circumstance = [`place:${field}=null`];
    return cause('drawings.create', { expected: '400', outcome, circumstance }, { features: circumstance });
  };
  expect(isEffect(onNull('svg', 'status 409'), lacking)).toBe(true);
  expect(isEffect(onNull('svg', 'status 422'), lacking)).toBe(false);
  expect(isEffect(onNull('x', 'status 409'), lacking)).toBe(false);
});

test('NaN in a list crashes as every item does that is of another kind than the others', () => {
  const crash = (circumstance: string, outcome = 'status 500') =>
    cause('cloud.update', { expected: '400', outcome, circumstance: [circumstance] });
  const onNaN = crash('body:NaN in interfaces');
  expect(isEffect(onNaN, crash('place:interfaces.item'))).toBe(true);
  expect(isEffect(onNaN, crash('place:interfaces.item', 'status 200'))).toBe(false);
  expect(isEffect(onNaN, crash('place:ports_mapping.item'))).toBe(false);
});

test('a body that is refused wherever it is sent to is refused with unknown ids, too', () => {
  const circumstance = ['body:{}'];
  const refused = (expected: string, outcome: string) =>
    cause('iou.update', { expected, outcome, circumstance }, { features: circumstance });
  const known = refused('valid', 'status 400');
  expect(isEffect(refused('404', 'status 400'), known)).toBe(true);
  expect(isEffect(refused('404', 'status 200'), known)).toBe(false);
  expect(isEffect(refused('valid', 'status 400'), refused('404', 'status 400'))).toBe(false);
});

test('what may be refused gets the code that is wrong for all that must be', () => {
  const circumstance = ['input:an invalid value'];
  const wrong = cause('iou.update', { expected: '400', outcome: 'status 422', circumstance });
  const refused = (outcome: string, codes: number[]) =>
    cause('iou.update', { expected: 'valid', outcome }, { failure: { ...failureOf([]), codes } });
  expect(isEffect(refused('status 422', [200, 400]), wrong)).toBe(true);
  expect(isEffect(refused('status 422', [200]), wrong)).toBe(false);
  expect(isEffect(refused('status 500', [200, 400]), wrong)).toBe(false);
});

test('invalid values are taken beside a new name where all is ignored beside one', () => {
  const ignoring = cause('iou.update', { ...state, circumstance: [newName] }, { features: [newName] });
  const taken = (...features: string[]) =>
    cause('iou.update', { expected: '400', outcome: 'status 200' }, { features });
  expect(isEffect(taken(newName, 'place:ram'), ignoring)).toBe(true);
  expect(isEffect(taken('place:ram'), ignoring)).toBe(false);
});

test('another code of success is no reason why a value is not what it should be', () => {
  const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5/drawings';
  const answer = answered(200, { rotation: 7 }, { method: 'POST', path });
  const wrong = cause('drawings.create', { expected: 'valid', outcome: 'status 200' }, {}, answer);
  const shown = (pointer?: string) =>
    cause('drawings.create', { ...state, outcome: 'values of another' }, {}, answer, pointer);
  expect(isEffect(shown(), wrong)).toBe(true);
  expect(isEffect(shown('/rotation'), wrong)).toBe(false);
});

test('what is not read of bodies in chunks is no reason for what was sent otherwise', () => {
  const chunks = 'body:a body in chunks';
  const notRead = causeOf('nodes.start', { ...state, outcome: unread, circumstance: [chunks] });
  const started = (features: string[]) => causeOf('nodes.start', { outcome: 'status 409' }, { features });
  expect(mayFollow(started([chunks]), notRead)).toBe(true);
  expect(mayFollow(started([]), notRead)).toBe(false);
});

test('valid requests below a project that is never found are not found either', () => {
  const unserved = (operation: OperationId) => cause(operation, { expected: served, outcome: 'status 404' });
  const creation = (outcome: string, circumstance: string[] = []) =>
    cause('drawings.create', { expected: 'valid', outcome, circumstance });
  expect(isEffect(creation('status 404'), unserved('projects.get'))).toBe(true);
  expect(isEffect(creation('status 400'), unserved('projects.get'))).toBe(false);
  expect(isEffect(creation('status 404', ['has:svg']), unserved('projects.get'))).toBe(false);
  for (const other of ['drawings.list', 'projects.update', 'compute.projects.get'] as const)
    expect(isEffect(creation('status 404'), unserved(other))).toBe(false);
});

test('one of several deletions at once gets the wrong code that what is not there gets', () => {
  const missing = { expected: '404', outcome: 'status 405', circumstance: ['ids:ids that nothing has'] };
  const deletion = (input: string, outcome: string) => {
    const failure = failureOf([answered(405)]);
    const symptom = { ...failure.symptom, input };
    return cause('iou.delete', { expected: 'valid', outcome }, { failure: { ...failure, symptom } });
  };
  const unknown = cause('iou.delete', missing);
  expect(isEffect(deletion('deletions at once', 'status 405'), unknown)).toBe(true);
  expect(isEffect(deletion('deletions at once', 'status 409'), unknown)).toBe(false);
  expect(isEffect(deletion('a deletion', 'status 405'), unknown)).toBe(false);
  const started = cause('iou.delete', { outcome: 'status 409', circumstance: [withStarted] });
  expect(isEffect(deletion('deletions at once of a project', 'status 409'), started)).toBe(true);
});
