import { expect, test } from 'vitest';
import { explainedByGaps, explainedByOutages, momentsNeeded } from '../../../harness/traffic/tally.js';

const span = (from: number, to: number) => ({ from, to });

test('one moment explains whatever happened around it', () => {
  expect(momentsNeeded([])).toBe(0);
  expect(momentsNeeded([span(0, 10), span(5, 20), span(9, 11)])).toBe(1);
  expect(momentsNeeded([span(0, 10), span(11, 20), span(5, 12)])).toBe(2);
  expect(momentsNeeded([span(0, 1), span(2, 3), span(4, 5)])).toBe(3);
});

test('missing requests explain few contradictions, and those that are the exception', () => {
  const three = [span(0, 1), span(2, 3), span(4, 5)];
  expect(explainedByGaps(three, 0)).toBe(false);
  expect(explainedByGaps(three, 1)).toBe(true);
  expect(explainedByGaps([...three, span(6, 7)], 1)).toBe(false);
  expect(explainedByGaps(three.slice(1), 0)).toBe(true);
});

test('a restart explains the answers that are lost at one moment or two', () => {
  expect(explainedByOutages([span(0, 9), span(1, 9), span(2, 9), span(20, 29)])).toBe(true);
  expect(explainedByOutages([span(0, 9), span(20, 29), span(30, 39)])).toBe(false);
});
