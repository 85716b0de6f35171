import { expect, test } from 'vitest';
import { Redactor } from '../../../harness/evidence/redact.js';

test('names of headers are told, their values are not', () => {
  const redactor = new Redactor([['X-Lab', 'open sesame']]);
  const headers = redactor.headers([
    ['x-lab', 'open sesame'],
    ['Set-Cookie', 'sid=1'],
    ['Accept', 'application/json'],
  ]);
  expect(headers).toEqual([
    ['x-lab', '<x-lab>'],
    ['Set-Cookie', '<set-cookie>'],
    ['Accept', 'application/json'],
  ]);
  expect(redactor.text('open sesame, said the target')).toBe('<secret>, said the target');
  expect(redactor.longest).toBe('open sesame'.length);
});

test('the parts of credentials are secrets too', () => {
  const basic = `Basic ${Buffer.from('admin:hunter2').toString('base64')}`;
  const redactor = new Redactor([['Authorization', basic]]);
  for (const each of [basic, basic.slice(6), 'admin:hunter2', 'hunter2'])
    expect(redactor.text(`"${each}"`)).toBe('"<secret>"');
});

test('values of three characters are left: they would blank out ordinary text', () => {
  expect(new Redactor([['x-a', 'the']]).text('the target')).toBe('the target');
});
