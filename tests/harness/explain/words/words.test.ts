/** Findings as sentences. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { titleOf } from '../../../../harness/explain/words/titles.js';
import { whenOf } from '../../../../harness/explain/words/when.js';
import { causeOf } from '../../by-hand.js';
import { cause, title } from '../written.js';

const beside = (otherwise: number, elsewhere = 0) => ({ otherwise, elsewhere });

test.each([
  [{ circumstance: ['is:name=empty'] }, 'iou.update crashes on an empty name (500 Internal Server Error)'],
  [
    { circumstance: ['value:console_type="none"'], expected: '400', outcome: 'status 200' },
    'iou.update accepts console_type "none"',
  ],
  [
    { operations: ['iou.get'], circumstance: ['case:one of a dozen'], outcome: 'status 404' },
    'iou.get does not find one of a dozen (404 Not Found)',
  ],
  [
    { circumstance: ['is:path=null'], outcome: 'status 409' },
    'iou.update refuses null for path (409 Conflict)',
  ],
  [
    {
      operations: ['iou.delete', 'vmware.delete', 'cloud.delete'],
      outcome: 'transport timeout',
      otherwise: 3,
    },
    'iou.delete, vmware.delete and cloud.delete sometimes give no answer',
  ],
  [{ outcome: 'transport timeout', otherwise: 0 }, 'iou.update never answers'],
  [
    {
      circumstance: ['type:UUID=that is a UUID and more'],
      ...{ expected: '400', outcome: 'status 200' },
    },
    'iou.update accepts text that is a UUID and more for any UUID',
  ],
  [
    { circumstance: ['type:UUID=without hyphens'], expected: '400', outcome: 'status 200' },
    'iou.update accepts any UUID without hyphens',
  ],
  [
    { circumstance: ['is:node_id=in the form of a URN'], expected: '400', outcome: 'status 200' },
    'iou.update accepts node_id in the form of a URN',
  ],
  [
    { aspect: 'state', outcome: 'ignored', circumstance: ['field:ram', 'has:nvram'] },
    'iou.update ignores ram beside nvram',
  ],
  [{ aspect: 'state', outcome: 'ignored', circumstance: ['field:ram'] }, 'iou.update ignores ram'],
  [
    { aspect: 'state', outcome: 'ignored', circumstance: ['only:headless'] },
    'iou.update ignores headless alone',
  ],
  [
    {
      aspect: 'state',
      outcome: 'ignored',
      circumstance: ['value:auto_close=true', 'beside:auto_open=true'],
    },
    'iou.update ignores auto_close true beside auto_open true',
  ],
  [
    { circumstance: ['type:boolean', 'anyvalue:0'], expected: '400', outcome: 'status 200' },
    'iou.update accepts 0 for any boolean',
  ],
  [
    {
      circumstance: ['class:a string outside the enum', 'anyvalue:""'],
      expected: '400',
      outcome: 'status 200',
    },
    'iou.update accepts "", a string outside the enum',
  ],
  [
    { circumstance: ['place:ram', 'has:console'], expected: '400', outcome: 'status 200' },
    'iou.update accepts an invalid ram beside console',
  ],
  [{ circumstance: ['has:ram', 'only:ram'] }, 'iou.update crashes on ram alone (500 Internal Server Error)'],
  [
    { circumstance: ['body:{}'], expected: '404', outcome: 'status 200' },
    'iou.update accepts an empty object, to an unknown id (200 OK)',
  ],
  [
    {
      circumstance: ['place:interfaces.item=a number'],
      also: [['place:interfaces.item=a boolean'], ['place:interfaces.item=null']],
    },
    'iou.update crashes on a number, a boolean or null for interfaces.item (500 Internal Server Error)',
  ],
  // Nothing explains it: only the field can be named.
  [
    { circumstance: ['has:svg', 'without:x', 'is:svg=with markup', 'is:svg=with capitals'] },
    'iou.update crashes on some values of svg (500 Internal Server Error)',
  ],
  [
    { expected: 'served', outcome: 'status 404', otherwise: 0 },
    'iou.update answers 404 Not Found to everything: not implemented?',
  ],
] as const)('%j', (more, sentence) => {
  expect(title(more)).toBe(sentence);
});

test.each([
  [{ aspect: 'answer', outcome: '/auto_open must be boolean' }, 'returns an auto_open that is not a boolean'],
  [
    { aspect: 'answer', outcome: '/name must be string or null' },
    'returns a name that is not a string or null',
  ],
  [{ aspect: 'answer', outcome: '/node_type is missing' }, 'leaves node_type out of its answer'],
  [{ aspect: 'error', outcome: 'not valid JSON' }, 'answers errors with invalid JSON'],
  [{ aspect: 'answer', outcome: 'content-type is missing' }, 'leaves Content-Type out of its answer'],
  [{ aspect: 'answer', outcome: 'body on 204' }, 'sends a body with 204'],
  [
    { aspect: 'answer', outcome: '/ports/0 must be object' },
    'returns an item of ports that is not an object',
  ],
  [{ aspect: 'answer', outcome: '/ports must be array' }, 'returns ports that are not an array'],
  [
    { aspect: 'answer', outcome: 'a node_id that is not that of the path' },
    'returns a node_id that is not the one in the path',
  ],
  [
    { circumstance: ['place:x=a string'], also: [['place:x=null']], expected: '400', outcome: 'status 200' },
    'accepts a string or null for x',
  ],
  [
    { circumstance: ['is:status=that says constructor'], expected: '400', outcome: 'status 200' },
    'accepts "constructor" as status',
  ],
  [
    { circumstance: ['body:a literal of another language'], expected: '400', outcome: 'status 200' },
    'accepts True as JSON',
  ],
  [{ circumstance: ['body:null'], expected: '400', outcome: 'status 200' }, 'accepts null as the whole body'],
  [
    { circumstance: ['input:a body that is no JSON object'], expected: '400', outcome: 'status 200' },
    'accepts a body that is not a JSON object',
  ],
  [
    {
      circumstance: ['type:integer', 'truth:a value that counts as false'],
      expected: '400',
      outcome: 'status 200',
    },
    'accepts a value that counts as false for any integer',
  ],
  [
    {
      aspect: 'state',
      circumstance: ['field:name', 'truth:a value that counts as false'],
      outcome: 'ignored',
    },
    'ignores a value that counts as false for name',
  ],
  [
    { circumstance: ['value:ram="<ram as the target returned it>"'], outcome: 'status 400' },
    'refuses its own value of ram (400 Bad Request)',
  ],
] as const)('%j in plain words', (more, predicate) => {
  expect(title(more)).toBe(`iou.update ${predicate}`);
});

test.each([
  ['case:project_id: its id without hyphens', 'finds a project by its id without hyphens (200 OK)'],
  ['ids:a project_id that is no UUID', 'finds something by a project_id that is not a UUID (200 OK)'],
  ['ids:an unknown project id', 'finds something by an unknown project id (200 OK)'],
  ['ids:what was deleted', 'finds what was deleted (200 OK)'],
])('%s that is found', (feature, predicate) => {
  const sighting = { operation: 'projects.get', aspect: 'code', expected: '404', succeeded: true } as const;
  const sightings = [{ ...sighting, outcome: 'status 200', features: [feature] }];
  const found = { expected: '404', outcome: 'status 200', circumstance: [feature], sightings };
  expect(title({ operations: ['projects.get'], ...found })).toBe(`projects.get ${predicate}`);
});

test('what succeeds at times is implemented', () => {
  const never = cause({ outcome: 'status 404', otherwise: 0 });
  expect(titleOf(never, '200 OK', { ...beside(0), isServed: true })).toBe(
    'iou.update answers 404 Not Found instead of 200 OK',
  );
  expect(whenOf(never, { ...beside(0), isServed: true })).toBe('seen 3 times');
});

test('a title is never longer than a line of 100 characters', () => {
  expect(title({ circumstance: [`is:${'name'.repeat(60)}=empty`] }).length).toBeLessThan(100);
});

test('circumstances that are too long for a title are listed beside it', () => {
  const involved = cause({
    circumstance: ['is:svg=with an image'],
    also: [['is:svg=with a NUL', 'is:svg=without markup'], ['is:x=negative']],
  });
  expect(titleOf(involved, '200 OK')).toBe(
    'iou.update crashes on some values of svg (500 Internal Server Error)',
  );
  expect(whenOf(involved)).toBe(
    'svg with an image; svg with a NUL and without markup; a negative x (3 of 3); never otherwise (0 of 40)',
  );
  const unexplained = ['has:svg', 'is:svg=with markup', 'is:svg=with capitals'];
  expect(whenOf({ ...involved, also: [unexplained] })).toBe('some values of svg (3 of 43)');
});

test('an invalid value in a later item is named with its array', () => {
  const sighting = { operation: 'cloud.update', aspect: 'code', expected: '400', succeeded: true } as const;
  const features = ['array:interfaces', 'item:a later item'];
  const loose = cause({
    operations: ['cloud.update'],
    expected: '400',
    outcome: 'status 200',
    circumstance: features,
    sightings: [{ ...sighting, features }],
  });
  expect(titleOf(loose, '200 OK')).toBe('cloud.update checks only the first item of interfaces');
  expect(whenOf(loose)).toBe(
    'an invalid value in a later item of interfaces (3 of 3); never otherwise (0 of 40)',
  );
});

test('what a script looked at is named where there is no circumstance', () => {
  const sighting = { operation: 'iou.delete', aspect: 'state', expected: 'state', succeeded: true } as const;
  const harm = (...inputs: string[]): Partial<Cause> => ({
    operations: ['iou.delete'],
    aspect: 'state',
    outcome: 'removes another',
    sightings: inputs.map((each) => ({ ...sighting, features: [`case:${each}`] })),
  });
  expect(title(harm('another of the same name'))).toBe('iou.delete removes another of the same name');
  expect(title(harm('another of the same name', 'the project'))).toBe('iou.delete removes another resource');
});

test('items behind the first that are checked less are one finding, whatever is wrong with them', () => {
  const seen = { features: ['array:interfaces'] } as unknown as Cause['sightings'][number];
  const taken = { expected: '400', outcome: 'status 200', sightings: [seen] };
  const whole = { ...taken, circumstance: ['item:a later item', 'array:interfaces'] };
  expect(title(whole)).toBe('iou.update checks only the first item of interfaces');
  const parts = { circumstance: ['item:a field of a later item'], also: [['item:the third item or later']] };
  expect(title({ ...taken, ...parts })).toBe(
    'iou.update checks later items of interfaces less strictly than the first',
  );
});

test('a reading that answers success without a body has found nothing', () => {
  const unknown = { expected: '404', circumstance: ['ids:a node_id that does not exist'] };
  const of = (outcome: string) => titleOf(causeOf('iou.get', { ...unknown, outcome }), '200 OK');
  expect(of('status 200')).toMatch(/^iou\.get finds something by a node_id that does not exist/);
  expect(of('status 204')).toMatch(/^iou\.get answers 204 No Content instead of 404 Not Found/);
});
