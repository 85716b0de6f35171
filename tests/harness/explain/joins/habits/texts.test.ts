/** What becomes of sorts of text is one cause in several kinds of resources, whichever sorts each was sent. */
import { expect, test } from 'vitest';
import { joinedEverywhere } from '../../../../../harness/explain/joins/everywhere.js';
import type { OperationId } from '../../../../../schemas/index.js';
import { causeOf } from '../../../by-hand.js';

const changed = (operation: OperationId, told: readonly string[], sent: readonly string[] = told) => {
  const [circumstance = [], ...also] = told.map((sort) => [`is:name=${sort}`]);
  return causeOf(
    operation,
    {
      ...{ aspect: 'state', expected: 'shown later', outcome: 'ignored' },
      ...{ circumstance, otherwise: 9, ...(also.length > 0 && { also }) },
    },
    { features: sent.map((sort) => `is:name=${sort}`) },
  );
};
const told = (...causes: Parameters<typeof joinedEverywhere>[0]) =>
  joinedEverywhere(causes).map(({ circumstance, also = [] }) => [circumstance, ...also].flat().join());

test('text that is too long, by the longest limit that all have exceeded', () => {
  const [short, long] = ['longer than 100 characters', 'longer than 1,000 characters'];
  const some = [changed('projects.update', [long]), changed('iou.update', [long])];
  expect(told(...some, changed('cloud.update', [short], [short, long]))).toEqual([`any:${long}`]);
  expect(told(...some, changed('cloud.update', [short]))).toHaveLength(3);
});

test('several sorts that come back otherwise, where an operation was sent but some of them', () => {
  const [amp, quote] = ['with an ampersand', 'with a double quote'];
  const some = [changed('projects.update', [amp, quote]), changed('iou.update', [quote])];
  const all = [`any:${quote},any:${amp}`];
  expect(told(...some, changed('cloud.update', [amp])).map((each) => each.split(',').sort())).toEqual(
    all.map((each) => each.split(',').sort()),
  );
  // Where all that was sent has one of the sorts, no other may be the reason.
  expect(told(...some, changed('cloud.update', [], [amp]))).toHaveLength(1);
  expect(told(...some, changed('cloud.update', [], ['with braces']))).toHaveLength(3);
});
