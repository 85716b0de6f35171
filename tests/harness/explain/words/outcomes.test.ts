/** How a title words an outcome. */
import { expect, test } from 'vitest';
import { wrongAnswer } from '../../../../harness/explain/words/outcomes.js';
import { stateOf, toldAs } from '../../../../harness/explain/words/states.js';
import { changedThoughRefused, staleReading } from '../../../../harness/outcome.js';
import { answered, failureOf } from '../../by-hand.js';
import { title } from '../written.js';

test('a title says so where requests came at once', () =>
  expect(stateOf('listed twice', '', 'write x and delete at once')).toMatch(/ when requests come at once$/));

test('a change behind a refusal is not told as its own where it needs other requests', () => {
  const seen = {
    operation: 'drawings.create',
    aspect: 'state',
    expected: '',
    features: [],
    succeeded: false,
  } as const;
  const told = (inCompany: readonly boolean[], isOther = true) => {
    const sightings = inCompany.map((is) => ({
      ...seen,
      ...(isOther && { isOther }),
      ...(is && { inCompany: true as const }),
    }));
    return stateOf(toldAs({ outcome: changedThoughRefused, sightings }), '');
  };
  expect(told([true, true])).toBe('is followed by a change that no request has made');
  expect(told([true, false])).toBe('changes the resource though it refuses the request');
  // What was sent is shown: it was that request.
  expect(told([true, true], false)).toBe('changes the resource though it refuses the request');
});

test('where several operations show words that are no values of a field, the title does not list the values', () => {
  const words = (...all: string[]) => all.map((each) => `/status must be one of ${each}`);
  const told = (outcomes: readonly string[]) => wrongAnswer(outcomes, outcomes.at(-1) ?? '', 'answer');
  expect(told(words('"opened", "closed"', '"started", "stopped"'))).toBe(
    'returns a status that is not a documented value',
  );
  expect(told(words('"opened", "closed"'))).toBe('returns a status that is not one of "opened", "closed"');
});

test('several operations that show what was before show it of their own', () => {
  const operations = ['projects.get', 'iou.get'] as const;
  expect(title({ operations, aspect: 'state', outcome: staleReading })).toBe(
    'projects.get and iou.get show what they have shown before, not what was written since',
  );
});

test('the title of a change behind refusals names the fields that changed, unless there are many', () => {
  const changed = (...names: string[]) =>
    names.map((name) => ({
      ...({ operation: 'iou.update', aspect: 'state', expected: 'state', succeeded: false } as const),
      features: [],
      failure: failureOf([answered(200)], {
        violations: [{ in: 'state', pointer: `/${name}`, message: 'expected 1, got 2' }],
      }),
    }));
  const told = (...names: string[]) =>
    title({ aspect: 'state', outcome: changedThoughRefused, sightings: changed(...names) });
  expect(told('ram')).toBe('iou.update changes ram though it refuses the request');
  expect(told('ram', 'console')).toBe('iou.update changes console and ram though it refuses the request');
  expect(told('ram', 'name', 'path', 'console', 'nvram')).toBe(
    'iou.update changes the resource though it refuses the request',
  );
  // A list points to a whole drawing by its id, which no title shows.
  expect(told('0b59f0ad-4b7a-4d4e-9f0c-1b6f0a4e2c11')).not.toContain('0b59f0ad');
  const inSome = { circumstance: ['has:name'], otherwise: 3 };
  const some = (...names: string[]) =>
    title({ aspect: 'state', outcome: changedThoughRefused, sightings: changed(...names), ...inSome });
  expect(some('ram')).toBe('iou.update changes ram though it refuses name');
  expect(some('ram', 'console')).toBe('iou.update changes the resource though it refuses name');
});

test('what crashes on all that is to be refused crashes on invalid input', () => {
  const crash = { outcome: 'status 500', circumstance: [] };
  expect(title({ ...crash, expected: '400' })).toMatch(/^iou.update crashes on invalid input \(500 /);
  expect(title({ ...crash, expected: '404' })).not.toContain('invalid input');
});
