/** What gets no answer on a connection that has carried others is one cause. */
import { expect, test } from 'vitest';
import { onUsed } from '../../../../harness/explain/features/difference.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { droppedIn } from '../../../../harness/explain/special/dropped.js';
import { type Exchange, failed } from '../../../../harness/http/exchange.js';
import { exchangeOf, failureOf } from '../../by-hand.js';
import { title } from '../written.js';

const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const lost = (more: Partial<Exchange> = {}): Sighting => ({
  ...{ operation: 'drawings.list', aspect: 'state', expected: 'state', outcome: 'any', features: [] },
  succeeded: false,
  failure: failureOf([
    exchangeOf({ method: 'DELETE', path }, undefined, { ...failed('dropped', ''), ...more }),
  ]),
});

test('the finding names the operation that got no answer, not the one that shows it', () => {
  const used = lost({ resent: true });
  const [cause, ...others] = droppedIn([used, lost()]);
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ operations: ['projects.delete'], sightings: [used] });
  expect(cause && title(cause)).toBe(`projects.delete drops the connection on ${onUsed}`);
});

test('without such there is none', () => expect(droppedIn([lost()])).toEqual([]));
