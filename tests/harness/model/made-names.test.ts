/** Names of compute projects, held against what their creations were answered with. */
import { expect, test } from 'vitest';
import { MadeNames } from '../../../harness/model/made-names.js';
import { answered } from '../by-hand.js';

const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const all = '/v2/compute/projects';
const creation = (name: string) => answered(201, { name, project_id: id }, { method: 'POST', path: all });
const reading = (name: string, path = `${all}/${id}`) =>
  answered(200, { name, project_id: id }, { method: 'GET', path });
const deletion = answered(204, undefined, { method: 'DELETE', path: `${all}/${id}` });

function wrong(...exchanges: ReturnType<typeof answered>[]) {
  const names = new MadeNames();
  for (const each of exchanges) names.add(each, each);
  return names.wrong.map(({ made, shown }) => [made, shown]);
}

test('a reading shows the name of the creation, or of a later one', () => {
  expect(wrong(creation('a'), reading('a'), creation('b'), reading('b'))).toEqual([]);
  expect(wrong(creation('a'), reading('b'))).toEqual([['a', 'b']]);
});

test('nothing is said of what was not seen to be made, of what was deleted, and of other addresses', () => {
  expect(wrong(reading('b'))).toEqual([]);
  expect(wrong(creation('a'), deletion, reading('b'))).toEqual([]);
  expect(wrong(creation('a'), reading('b', `${all}/${id.replace('3f', '4f')}`))).toEqual([]);
});
