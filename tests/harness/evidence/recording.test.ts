/** What is replaced in a replay, and what tells that a failure shows again. */
import { describe, expect, test } from 'vitest';
import { checkOf, replacements, showsAgain } from '../../../harness/evidence/recording.js';
import type { Exchange } from '../../../harness/http/exchange.js';
import type { Failure, Violation } from '../../../harness/outcome.js';

const [project, drawing] = ['aaaaaaaa-1111-4111-8111-111111111111', 'bbbbbbbb-2222-4222-8222-222222222222'];

const exchange = (
  method: string,
  path: string,
  status: number,
  answer: unknown,
  body?: string,
): Exchange => ({
  request: { method, path, headers: [], ...(body !== undefined && { body }) },
  purpose: 'x',
  startedAt: 0,
  durationMs: 1,
  answer: { status, reason: '', headers: [], body: Buffer.from(answer === '' ? '' : JSON.stringify(answer)) },
});

const made = exchange(
  'POST',
  '/v2/projects',
  201,
  {},
  `{"project_id":"${project}","name":"conformance-cafe0123-1"}`,
);
const read = (answer: unknown, status = 200) => exchange('GET', `/v2/projects/${project}`, status, answer);

const failure = (
  violation: Violation,
  exchanges: readonly Exchange[],
  codes?: readonly number[],
): Failure => ({
  expected: '',
  seen: '',
  symptom: { operation: '', input: '', outcome: '' },
  violations: [violation],
  exchanges,
  deciding: exchanges.length - 1,
  ...(codes && { codes }),
});

const same = (text: string) => text;

const shows = (of: Failure, now: Exchange, replayed: readonly Exchange[] = of.exchanges) => {
  const check = checkOf(of);
  return check && showsAgain(check, of.exchanges[of.deciding] as Exchange, replayed, now, same);
};

describe('what is replaced', () => {
  const check = { by: 'status' as const, codes: [] };

  test('the beginnings of ids and of names that were sent, and whole ids that were answered', () => {
    const created = exchange('POST', `/v2/projects/${project}/drawings`, 201, { drawing_id: drawing });
    const used = exchange('GET', `/v2/drawings/${drawing}`, 200, {});
    expect(replacements([made, created, used], check, 2)).toEqual({
      fresh: ['aaaaaaaa', 'cafe0123'],
      answered: [{ value: drawing, exchange: 1, pointer: '/drawing_id' }],
    });
  });

  test('nothing where the world was made by somebody else', () => {
    expect(replacements([read({})], check, 0)).toEqual({ fresh: [], answered: [] });
  });
});

describe('what tells', () => {
  test('a code: the recorded one shows it, an acceptable one not, another does not tell', () => {
    const of = failure({ in: 'status', message: '' }, [made, read({}, 500)], [200, 400]);
    expect(shows(of, read({}, 500))).toBe(true);
    expect(shows(of, read({}, 400))).toBe(false);
    expect(shows(of, read({}, 502))).toBeUndefined();
  });

  test('a wrong type, whatever the value', () => {
    const of = failure({ in: 'body', pointer: '/x', message: 'must be integer' }, [made, read({ x: 'a' })]);
    expect(shows(of, read({ x: 'b' }))).toBe(true);
    expect(shows(of, read({ x: 1 }))).toBe(false);
  });

  test('another id than the one that is right', () => {
    const of = failure({ in: 'body', pointer: '/id', message: `must be ${project}` }, [
      made,
      read({ id: drawing }),
    ]);
    expect(shows(of, read({ id: 'anything' }))).toBe(true);
    expect(shows(of, read({ id: project }))).toBe(false);
  });

  test('a value that was lost, unless it had not been there before either', () => {
    const violation = { in: 'state', pointer: '/x', message: '' } as const;
    const of = failure(violation, [made, read({ x: 5 }), read({ x: 0 })]);
    expect(checkOf(of)).toMatchObject({ by: 'value', before: 1 });
    expect(shows(of, read({ x: 0 }))).toBe(true);
    expect(shows(of, read({ x: 0 }), [made, read({ x: 0 }), read({ x: 0 })])).toBe(false);
  });

  test('a list, whatever the ids in it', () => {
    const of = failure({ in: 'state', pointer: '/x', message: '' }, [made, read([{ id: drawing, x: 0 }])]);
    expect(shows(of, read([{ id: project, x: 0 }]))).toBe(true);
    expect(shows(of, read([{ id: project, x: 5 }]))).toBe(false);
  });

  test('nothing where the answer has no body to look at', () => {
    expect(checkOf(failure({ in: 'body', message: 'body on 204' }, [read('', 204)]))).toBeUndefined();
  });
});
