/** The same mistake in several fields, items or whole bodies of one operation. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../harness/http/exchange.js';
import { answered, failureOf } from '../../by-hand.js';
import { causes, code, crash, fine } from '../written.js';

const lost = { aspect: 'state', expected: 'shown later' } as const;

test('kinds of whole bodies that are taken are one cause', () => {
  const taken = (body: string) =>
    code('nodes.start', ['input:a body that is no JSON object', `body:${body}`], 'status 201', {
      expected: '400',
    });
  const refused = code('nodes.start', ['input:a body that is no JSON object', 'body:a number'], undefined, {
    expected: '400',
  });
  expect(causes(taken('null'), taken('an array'), refused)).toEqual([
    ['nodes.start', 'status 201', 'body:null', 'body:an array'],
  ]);
});

test('fields of items that are taken without a circumstance are one cause', () => {
  const lacking = (name: string, outcome?: string) => {
    const features = ['class:missing', `place:${name}`, 'array:interfaces', 'item:a later item'];
    return code('cloud.update', features, outcome, { expected: '400' });
  };
  const names = ['name', 'type'];
  const found = causes(...names.flatMap((name) => [lacking(name, 'status 200'), lacking(name)]));
  expect(found.map(([operation, outcome]) => [operation, outcome])).toEqual([['cloud.update', 'status 200']]);
});

test('text that is trimmed before it is looked at is one cause, whatever its field', () => {
  const around = 'with white space around it';
  const sent = (feature: string, outcome?: string) =>
    code('cloud.update', [feature], outcome, { expected: '400' });
  const found = causes(
    sent(`type:UUID=${around}`, 'status 200'),
    sent(`is:status=${around}`, 'status 200'),
    sent('is:status=with markup'),
  );
  expect(found).toEqual([['cloud.update', 'status 200', `type:UUID=${around}`, `is:status=${around}`]]);
});

test('fields that get each other’s values are one cause, also where one of them gets those of two', () => {
  const stored = (field: string, from: string) =>
    code('drawings.create', [`field:${field}`, `from:${from}`], 'ignored', lost);
  const right = ['x', 'y', 'z', 'rotation'].map((field) =>
    code('drawings.create', [`field:${field}`], undefined, lost),
  );
  const found = causes(stored('y', 'x'), stored('z', 'x'), stored('x', 'y'), ...right);
  expect(found).toEqual([['drawings.create', 'ignored', 'from:x', 'from:y']]);
  const apart = causes(stored('y', 'x'), stored('x', 'y'), stored('rotation', 'z'), ...right);
  expect(apart).toHaveLength(2);
});

test('fields that are lost together are one cause, whichever of them was looked at', () => {
  const written = (features: string[], outcome?: string) => code('projects.update', features, outcome, lost);
  const right = ['name', 'path'].map((name) => written([`has:${name}`, `field:${name}`, `only:${name}`]));
  const all = (field: string) => [`field:${field}`, 'has:name', 'has:path'];
  const found = causes(written(all('name'), 'not stored'), written(all('path'), 'not stored'), ...right);
  expect(found).toEqual([['projects.update', 'not stored', 'has:name and has:path']]);
});

test('what crashes without a field crashes on null for it and on no body at all for one reason', () => {
  const on = (...features: string[]) => code('projects.update', features, crash);
  const right = [code('projects.update', ['has:name']), code('projects.update', ['is:path=null'])];
  const absent = [on('without:name'), on('is:name=null'), on('body:a missing body')];
  const found = causes(...absent, ...right);
  expect(found.map(([, , ...forms]) => forms.sort())).toEqual([
    ['body:a missing body', 'is:name=null', 'without:name'],
  ]);
  expect(causes(on('is:name=null'), on('body:a missing body'), ...right)).toHaveLength(2);
});

test.each([
  crash,
  'status 400',
])('many fields that get %s whatever their value are one cause, two are not', (outcome) => {
  const names = ['adapters', 'headless', 'console_type'];
  const on = (name: string) => [
    code('vmware.update', [`has:${name}`, `is:${name}=low`], outcome),
    code('vmware.update', [`has:${name}`], outcome),
  ];
  const right = [code('vmware.update', ['has:name']), code('vmware.update', ['has:status'])];
  expect(causes(...names.flatMap(on), ...right)).toEqual([
    ['vmware.update', outcome, ...names.map((name) => `has:${name}`)],
  ]);
  expect(causes(...names.slice(0, 2).flatMap(on), ...right)).toHaveLength(2);
});

test('fields that are cut at the same bound are one cause, with the single values at its edge', () => {
  const stored = (field: string, features: string[], outcome?: string) =>
    code('drawings.create', [`field:${field}`, ...features], outcome, lost);
  const at = (field: string) => [
    stored(field, [`is:${field}=beyond 2^15`], 'ignored'),
    stored(field, [`value:${field}=-32768`], 'ignored'),
    stored(field, [`value:${field}=1`]),
  ];
  const [found, ...others] = causes(...at('x'), ...at('y'));
  expect(found?.slice(2).toSorted()).toEqual([
    'is:x=beyond 2^15',
    'is:y=beyond 2^15',
    'value:x=-32768',
    'value:y=-32768',
  ]);
  expect(others).toEqual([]);
});

test('fields that many answers show wrongly together are one cause', () => {
  const answers = Array.from({ length: 4 }, () => answered(200, {}));
  const wrong = (field: string, at: readonly number[]) =>
    at.map((index) =>
      code('drawings.create', [], `/${field} must be integer`, {
        aspect: 'answer',
        expected: 'answer',
        failure: failureOf(answers.slice(index, index + 1)),
      }),
    );
  expect(causes(...wrong('x', [0, 1, 2]), ...wrong('y', [1, 2]))).toHaveLength(1);
  expect(causes(...wrong('x', [0, 1, 2]), ...wrong('y', [3]))).toHaveLength(2);
});

test('what items lack is looked for in one place', () => {
  const lacking = (type: string, outcome?: string) =>
    code('cloud.update', [`type:${type}=missing`], outcome, { expected: '400' });
  const found = causes(lacking('boolean', 'status 200'), lacking('enum', 'status 200'), lacking('string'));
  expect(found).toEqual([['cloud.update', 'status 200', 'type:boolean=missing', 'type:enum=missing']]);
});

test('crashes of one operation of which the server says the same are one cause, unless it says so of others', () => {
  const crashing = (
    feature: string,
    message: string,
    operation: 'iou.update' | 'cloud.update' = 'iou.update',
  ) => code(operation, [feature], crash, { failure: failureOf([answered(500, { message })]) });
  const features = ['has:ram', 'body:{}', 'is:name=empty'];
  const of = (message: string) => features.map((each) => crashing(each, message));
  const right = [fine('iou.update'), fine('cloud.update')];
  const [one, ...others] = causes(...of('no changes to save'), ...right);
  expect(others).toEqual([]);
  expect(new Set(one)).toEqual(new Set(['iou.update', crash, ...features]));
  expect(causes(...of('no changes to save').slice(1), ...right)).toHaveLength(2);
  expect(causes(...of('Internal server error'), ...right)).toHaveLength(3);
  const other = crashing('any:with digits', 'no changes to save', 'cloud.update');
  expect(causes(...of('no changes to save'), other, ...right)).toHaveLength(4);
});

test('what plain answers show wrongly is apart from values that are lost', () => {
  const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const path = `/v2/compute/projects/${id}/vmware/nodes/${id}`;
  const shows = (field: string, value: Json) => ({
    failure: failureOf([answered(200, { [field]: value }, { method: 'GET', path })], {
      violations: [{ in: 'state' as const, pointer: `/${field}`, message: '' }],
    }),
  });
  const outcome = '/headless must be boolean';
  const plain = code('vmware.get', [], outcome, { aspect: 'answer', ...shows('headless', 'TRUE') });
  const agrees = (field: string, value: Json) =>
    code('vmware.update', [`field:${field}`], 'answered otherwise', {
      aspect: 'state',
      expected: 'shown as answered',
      ...shows(field, value),
    });
  const found = causes(plain, agrees('headless', 'TRUE'), agrees('vmx_path', 'a%20b'));
  expect(found.map(([operation]) => operation)).toEqual(['vmware.get', 'vmware.update', 'vmware.update']);
  const lost = causes(agrees('headless', 'TRUE'), agrees('vmx_path', 'a%20b'));
  expect(lost).toHaveLength(1);
});

test('one wrong sort of value that two fields take is one cause; two sorts are two', () => {
  const taken = (field: string, sort: string, outcome?: string) =>
    code('drawings.create', [`place:${field}`, `place:${field}=${sort}`, `has:${field}`], outcome, {
      expected: '400',
    });
  const refused = ['x', 'y', 'z'].map((field) => taken(field, 'an array'));
  const fraction = taken('x', 'a fraction', 'status 201');
  expect(causes(fraction, taken('y', 'a fraction', 'status 201'), ...refused)).toHaveLength(1);
  expect(causes(fraction, taken('y', 'null', 'status 201'), ...refused)).toHaveLength(2);
  // So is a sort of text.
  const text = (field: string) => {
    const features = [`is:${field}=that says a number`, `place:${field}=a string`];
    return { ...fraction, features: [...features, `place:${field}`] };
  };
  const word = (field: string) => taken(field, 'a string');
  expect(causes(text('x'), text('y'), word('x'), word('y'), ...refused)).toHaveLength(1);
});
