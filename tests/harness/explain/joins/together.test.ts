/** No cause is lost that is joined with others. */
import { expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { joinedToHosts } from '../../../../harness/explain/joins/together.js';
import { cause } from '../written.js';

const named = (outcome: string) => cause({ outcome });
const [a, b, c] = [named('a'), named('b'), named('c')];
const hosting = (pairs: readonly (readonly [Cause, Cause])[]) =>
  joinedToHosts(
    [a, b, c],
    (each) => pairs.find(([guest]) => guest === each)?.[1],
    (host, more) => ({ ...host, outcome: [host, ...more].map(({ outcome }) => outcome).join('') }),
  ).map(({ outcome }) => outcome);

test('the host of a host has both', () => {
  expect(
    hosting([
      [a, b],
      [b, c],
    ]),
  ).toEqual(['cab']);
});

test('of two that are hosts of each other the first stays', () => {
  expect(
    hosting([
      [a, b],
      [b, a],
    ]),
  ).toEqual(['ab', 'c']);
});
