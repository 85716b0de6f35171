/** Of many resources, those that were noted last are remembered. */
import { expect, test } from 'vitest';
import { Youngest } from '../../../harness/model/youngest.js';

test('the eldest is forgotten, and one that is noted again is the youngest', () => {
  const known = new Youngest<number>(2);
  known.note('a', 1);
  known.note('b', 2);
  known.note('a', 3);
  known.note('c', 4);
  expect([...known]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
