/** When something is wrong, as a finding says it. */
import { expect, test } from 'vitest';
import { elsewhere, otherKind, unknown } from '../../../../harness/explain/features/ids.js';
import { titleOf } from '../../../../harness/explain/words/titles.js';
import { whenOf } from '../../../../harness/explain/words/when.js';
import { harms } from '../../../../harness/outcome.js';
import { answered, failureOf } from '../../by-hand.js';
import { cause, title } from '../written.js';

const ofState = {
  operation: 'iou.update',
  aspect: 'state',
  expected: 'state',
  outcome: '',
  features: [],
  succeeded: true,
} as const;

const beside = (otherwise: number, elsewhere = 0) => ({ otherwise, elsewhere });

test('a finding says how often it was seen', () => {
  expect(whenOf(cause({ circumstance: ['is:name=empty'] }))).toBe(
    'an empty name (3 of 3); never otherwise (0 of 40)',
  );
  expect(whenOf(cause({ circumstance: ['is:name=empty'], spared: 2 }))).toBe(
    'an empty name, sometimes (3 of 5)',
  );
  expect(whenOf(cause({ otherwise: 0 }))).toBe('every valid request (3 of 3)');
  expect(whenOf(cause({ otherwise: 0, expected: '400' }))).toBe('every invalid request (3 of 3)');
  expect(whenOf(cause({}))).toBe('sometimes (3 of 43)');
  expect(whenOf(cause({ failed: 1, otherwise: 0 }))).toBe('seen once');
  expect(whenOf(cause({ otherwise: 0 }), beside(2))).toBe('sometimes (3 of 5)');
  const onName = cause({ circumstance: ['is:name=empty'] });
  expect(whenOf(onName, beside(0, 2))).toBe('an empty name (3 of 3)');
  expect(whenOf({ ...onName, failed: 1 })).toBe('seen once, with an empty name; never otherwise (0 of 40)');
  const wrongCode = cause({ outcome: 'status 200', otherwise: 0 });
  expect(whenOf(wrongCode)).toBe('each time that it succeeds (3 of 3)');
  expect(title({ outcome: 'status 400', otherwise: 0 })).toBe(
    'iou.update answers 400 Bad Request instead of 200 OK to every valid request',
  );
  expect(titleOf(cause({ outcome: 'status 400', otherwise: 0 }), '200 OK', beside(2))).toBe(
    'iou.update answers 400 Bad Request instead of 200 OK',
  );
  // The form of other answers was looked at as well, but not counted.
  const read = { operations: ['iou.get'], aspect: 'answer', otherwise: 0 } as const;
  expect(whenOf(cause(read))).toBe('seen 3 times');
  expect(whenOf(cause({ ...read, operations: ['iou.update'] }))).toBe('always (3 of 3)');
});

test('it is said that the first item of an array is never wrong', () => {
  const seen = (...pointers: string[]) => {
    const violations = pointers.map((pointer) => ({
      in: 'body' as const,
      pointer,
      message: 'must be object',
    }));
    const failure = { ...failureOf([answered(201)]), violations };
    const base = { operation: 'nodes.start', aspect: 'answer', expected: 'answer', succeeded: true } as const;
    const told = { aspect: 'answer', otherwise: 0, operations: ['nodes.start'] } as const;
    const sightings = [{ ...base, outcome: '', features: [], failure }];
    return whenOf(cause({ ...told, sightings }), { ...beside(0), answers: { wrong: 2, all: 9 } });
  };
  expect(seen('/ports/1/name', '/ports/3/name')).toBe('in 2 of 9 answers, never in the first of ports');
  expect(seen('/ports/1/name', '/ports/0/name')).toBe('in 2 of 9 answers');
  expect(seen('/1/svg')).toBe('in 2 of 9 answers');
});

test('a failure of one scripted case names that case, unless it is plain or a sequence', () => {
  const ofType = { operation: 'nodes.start', aspect: 'answer', expected: 'answer', succeeded: true } as const;
  const once = (name: string) =>
    whenOf(
      cause({
        aspect: 'answer',
        failed: 1,
        otherwise: 0,
        sightings: [{ ...ofType, outcome: '', features: [`case:${name}`] }],
      }),
    );
  expect(once('a node of type docker')).toBe('seen once, with a node of type docker');
  expect(once('a plain start')).toBe('seen once');
  expect(once('write {"z":1}, then write {"z":2}')).toBe('seen once');
});

test('a finding names both resources that a request has changed by mistake', () => {
  const whenHarmed = (...cases: string[]) =>
    whenOf(
      cause({
        ...{ aspect: 'state', expected: 'state', outcome: harms.removed, failed: cases.length, otherwise: 0 },
        sightings: cases.map((name) => ({ ...ofState, features: [`case:${name}`] })),
      }),
    );
  const [older, another] = ['an older one of the same name', 'another of the same name in the project'];
  expect(whenHarmed(older, another)).toBe(`seen 2 times, with ${older} and ${another}`);
  expect(whenHarmed(older, older)).toBe('seen 2 times');
  expect(whenHarmed(older, 'a missing body')).toBe('seen 2 times');
});

test('fields that go back to their first values whenever they are not sent are reset, whatever came before', () => {
  const changed = (name: string, how: 'back' | 'emptied' = 'back') => ({
    ...ofState,
    inCompany: true as const,
    outcome: 'other fields changed',
    changed: { [how]: [name] },
    failure: failureOf([answered(200)], {
      violations: [{ in: 'state', pointer: `/${name}`, message: 'expected true, got false' }],
    }),
  });
  const told = {
    aspect: 'state',
    expected: 'kept after valid input',
    outcome: 'other fields changed',
  } as const;
  const three = ['headless', 'adapters', 'headless'].map((name) => changed(name));
  const reset = { ...told, sightings: three, otherwise: 0 };
  expect(title(reset)).toBe('iou.update resets adapters and headless when they are not sent');
  expect(whenOf(cause(reset))).toBe('always (3 of 3)');
  const rarer = { ...reset, otherwise: 4 };
  expect(title(rarer)).toBe('iou.update changes adapters and headless when they are not sent');
  expect(whenOf(cause(rarer))).toBe('seen 3 times, after other requests only');
  const circumstance = ['has:name'];
  expect(whenOf(cause({ ...rarer, circumstance }))).toBe('name (3 of 3); never otherwise (0 of 4)');
  const mixed = { ...reset, sightings: [...three.slice(1), changed('ram', 'emptied')] };
  expect(title(mixed)).toMatch(/^iou\.update changes /);
});

test('ids of what was deleted are not told as every unknown id', () => {
  const sightings = ['what was deleted', 'ids that nothing has'].map((name) => `ids:${name}`);
  const found = (features: string[]) => ({ ...ofState, aspect: 'code' as const, features });
  const told = (...all: string[][]) =>
    title({
      ...{ operations: ['iou.delete'], expected: '404', outcome: 'status 204', otherwise: 0 },
      sightings: all.map(found),
    });
  expect(told(sightings, sightings)).toMatch(/ to what was deleted$/);
  expect(told(sightings, sightings.slice(1))).toMatch(/ to every unknown id$/);
});

test('ids that exist elsewhere are not called unknown', () => {
  const taken = (...seen: string[][]) =>
    whenOf({
      ...cause({ expected: '404', outcome: 'status 200', otherwise: 0 }),
      sightings: seen.map((features) => ({ ...ofState, features })),
    });
  expect(taken([otherKind])).toBe('an id of another kind of node (3 of 3)');
  expect(taken([otherKind], [elsewhere])).toBe('every id of something else (3 of 3)');
  expect(taken([otherKind], [unknown])).toBe('every unknown id (3 of 3)');
});

test('a name that a script shares with its body is written once', () => {
  const name = 'white space in and around the body';
  const circumstance = [`body:${name}`, `case:${name}`];
  expect(whenOf(cause({ circumstance, failed: 1, otherwise: 2 }))).not.toMatch(/body and white/);
});
