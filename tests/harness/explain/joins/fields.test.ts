/** The same mistake in several fields, items or whole bodies of one operation. */
import { expect, test } from 'vitest';
import { causes, code } from '../written.js';

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
