/** What a body is like, in features. */
import { expect, test } from 'vitest';
import { truthOf } from '../../../../harness/explain/features/attributes.js';
import { bareOf, noBody, noType } from '../../../../harness/explain/features/feature.js';
import { otherIdsIn } from '../../../../harness/explain/features/ids.js';
import { holdingOf } from '../../../../harness/explain/features/listed.js';
import {
  featuresOf,
  newName,
  newsOf,
  nothingNew,
  sameName,
} from '../../../../harness/explain/features/of-bodies.js';
import type { Headers } from '../../../../harness/http/exchange.js';
import type { Case } from '../../../../harness/plan/case.js';
import { malformedCases } from '../../../../harness/plan/singles.js';
import { uniqueName } from '../../../../harness/values/placeholders.js';
import { writeOperation } from '../../../../harness/values/write-operations.js';

const written = writeOperation('cloud.update');
const raw = (kind: Case['kind'], named: string) =>
  ({ kind, duty: 'taken', trials: [{ field: '', class: named }], raw: { text: '' } }) as unknown as Case;

const features = (each: Case, sent: unknown) => (written ? featuresOf(written, each, sent) : []);

test('a body that is spelled otherwise has the fields that were sent', () => {
  const found = features(raw('spelling', 'escaped letters'), { name: '"' });
  for (const each of ['body:escaped letters', 'has:name', 'is:name=with a double quote'])
    expect(found).toContain(each);
  // The value is not the point.
  expect(found.filter((each) => each.startsWith('value:'))).toEqual([]);
});

test('a body with one field has a feature that one with several lacks', () => {
  const alone = features(raw('notation', 'x'), { name: 'a' });
  const beside = features(raw('notation', 'x'), { name: 'a', status: 'stopped' });
  expect(alone).toContain('only:name');
  expect(beside.filter((each) => each.startsWith('only:'))).toEqual([]);
});

test('a drawing with an image has a feature that one without lacks', () => {
  const has = (svg: string) => features(raw('notation', 'x'), { name: svg });
  expect(has('<svg><image href=""/></svg>')).toContain('is:name=with an image');
  expect(has('<svg><text>image</text></svg>')).not.toContain('is:name=with an image');
});

test('an update has a new name, or the one that there is', () => {
  const of = (there: string[], others: string[]) => newsOf({ news: { there, others } });
  expect(of(['name'], ['status'])).toEqual([sameName]);
  expect(of(['status'], ['name'])).toEqual([newName]);
  expect(of(['status'], [])).toEqual([nothingNew]);
  expect(newsOf({})).toEqual([]);
});

test('a value that is not known has no features but what it was planned as', () => {
  const planned = { field: 'name', class: '', value: uniqueName };
  const found = features({ kind: 'plain', duty: 'answered', trials: [planned] }, undefined);
  expect(found.filter((each) => /^(any|is|value):/.test(each))).toEqual(['value:name="<a unique name>"']);
});

test('ids in a body that are not those of the path have a feature', () => {
  const path = '/v2/compute/projects/AB/cloud/nodes/CD';
  expect(otherIdsIn(path, { project_id: 'ab', node_id: 'cd', name: 'ef' })).toEqual([]);
  expect(otherIdsIn(path, { project_id: 'ab', node_id: 'ef' })).toEqual([
    'body:a node_id that is not that of the path',
  ]);
  expect(otherIdsIn(path, { node_id: 7 })).toEqual([]);
});

test('one that is no JSON has none', () => {
  expect(features(raw('malformed', 'NaN'), { name: 'a' })).not.toContain('has:name');
});

test('a reserved word is the same as a value and as a field', () => {
  const field = features(raw('unknown field', 'a field named __proto__'), JSON.parse('{"__proto__":1}'));
  const value = features(raw('notation', 'x'), { name: '__proto__' });
  for (const found of [field, value]) expect(found).toContain('any:that says __proto__');
  const other = features(raw('unknown field', 'a field named constructor'), { constructor: null });
  for (const found of [field, other]) expect(found).toContain('body:a field named __proto__ or constructor');
});

test('NaN in an array is an invalid value in a later item', () => {
  const [nan] = written ? malformedCases(written).filter(({ trials }) => trials[0]?.index === 1) : [];
  expect(nan && features(nan, undefined)).toEqual(
    expect.arrayContaining(['item:a later item', 'input:malformed JSON']),
  );
});

test('null lacks one of the features of values that count as false, and an empty list has the widest only', () => {
  const [widest, all, ...others] = truthOf('');
  expect(others).toHaveLength(1);
  expect([0, false].map(truthOf)).toEqual([truthOf(''), truthOf('')]);
  expect(truthOf(null)).toEqual([widest, all]);
  expect([[], {}].map(truthOf)).toEqual([[widest], [widest]]);
  expect(['0', [0]].map(truthOf)).toEqual([[], []]);
});

test.each([
  [
    { enum: ['stopped', 'started'] },
    'startedx',
    'that begins with a listed value, that holds a listed value',
  ],
  [{ enum: ['stopped', 'started'] }, ' started', 'that ends with a listed value, that holds a listed value'],
  [{ enum: ['stopped', 'started'] }, 'start', ''],
  [{ format: 'uuid' }, 'x3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5', 'that ends with a UUID'],
  [{ format: 'uuid' }, '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5x', ''],
])('what %j takes is in %j: %s', (schema, text, words) => {
  expect(holdingOf(schema, text).join(', ')).toBe(words);
});

test('a request that takes no body has features where it has none, and where it names no type of one', () => {
  const [method, path] = ['GET', '/v2/projects/b0a1c7b4-54c1-4a4f-9a4c-6a0b4b4cf7a1'];
  const typed: Headers = [['content-type', 'application/json']];
  expect(bareOf({ method, path, headers: [] })).toEqual([noBody, noType]);
  expect(bareOf({ method, path, headers: typed, body: Buffer.from('{}') })).toEqual([]);
  expect(bareOf({ method, path, headers: typed })).toEqual([noBody]);
  // An update takes a body: the fields in it are its features.
  expect(bareOf({ method: 'PUT', path, headers: [] })).toEqual([]);
});
