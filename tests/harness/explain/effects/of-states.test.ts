/** What follows from writes that change more, or store less, than they should, and from lists that show others' drawings. */
import { describe, expect, test } from 'vitest';
import { isEffect } from '../../../../harness/explain/effects/index.js';
import { harms } from '../../../../harness/outcome.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { cause, state } from './cause.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const path = (kind: string) => `/v2/compute/projects/${id}/${kind}/nodes/${id}`;
const reading = (kind: string) => answered(200, {}, { method: 'GET', path: path(kind) });

describe('an update that changes adapter_type of all instances of its kind', () => {
  const changed = { ...state, outcome: harms.changed };
  const all = cause('vmware.update', changed, {}, reading('vmware'), '/adapter_type');

  test('is why a value of that field does not last', () => {
    const lost = (field: string, outcome = 'not stored') =>
      cause('vmware.update', { ...state, outcome }, { features: [`field:${field}`] });
    expect(isEffect(lost('adapter_type'), all)).toBe(true);
    expect(isEffect(lost('headless'), all)).toBe(false);
    // What its own answer does not show was never written.
    expect(isEffect(lost('adapter_type', 'ignored'), all)).toBe(false);
  });

  test('is why one changes beside something else that is done', () => {
    const beside = (kind: string, field: string) =>
      cause('cloud.delete', changed, {}, reading(kind), `/${field}`);
    expect(isEffect(beside('vmware', 'adapter_type'), all)).toBe(true);
    expect(isEffect(beside('vmware', 'name'), all)).toBe(false);
    expect(isEffect(beside('iou', 'adapter_type'), all)).toBe(false);
  });
});

test('what a script finds lost counts as false, as all do that are lost', () => {
  const falsy = cause('iou.update', { ...state, circumstance: ['truth:0, false or an empty text'] });
  const script = (md5sum: string | null) => {
    const write = answered(200, {}, { path: path('iou'), body: JSON.stringify({ md5sum }) });
    const violations = [{ in: 'body', pointer: '/md5sum', message: '' }] as const;
    return causeOf('iou.update', state, { failure: failureOf([write, reading('iou')], { violations }) });
  };
  expect(isEffect(script(null), falsy)).toBe(true);
  expect(isEffect(script('5f2c'), falsy)).toBe(false);
});

test('drawings of another project in a list say nothing of what a creation answers', () => {
  const foreign = cause(
    'drawings.list',
    { aspect: 'answer', outcome: 'another' },
    {},
    answered(200),
    '/0/project_id',
  );
  const lost = (outcome: string) => cause('drawings.create', { ...state, outcome });
  expect(isEffect(lost('not stored'), foreign)).toBe(true);
  expect(isEffect(lost('ignored'), foreign)).toBe(false);
});
