/** What is replaced in a replay, and what tells that a failure shows again. */
import { describe, expect, test } from 'vitest';
import { checkOf, replacements, showsAgain } from '../../../harness/evidence/recording.js';
import type { Answer, Exchange } from '../../../harness/http/exchange.js';
import type { Failure, Violation } from '../../../harness/outcome.js';
import type { Case } from '../../../harness/plan/case.js';
import { answerOf, exchangeOf, failureOf } from '../by-hand.js';

const [project, drawing] = ['aaaaaaaa-1111-4111-8111-111111111111', 'bbbbbbbb-2222-4222-8222-222222222222'];

let clock = 0;

/** Each is sent when the one before it was answered. */
const exchange = (method: string, path: string, status: number, shown: unknown, body?: string) => {
  const answer = answerOf(status, shown === '' ? '' : JSON.stringify(shown));
  return exchangeOf({ method, path, ...(body !== undefined && { body }) }, answer, { startedAt: clock++ });
};

const made = {
  ...exchange('POST', '/v2/projects', 201, {}, `{"project_id":"${project}","name":"conformance-cafe0123-1"}`),
  purpose: 'fixture: create project',
};
const read = (answer: unknown, status = 200) => exchange('GET', `/v2/projects/${project}`, status, answer);

const failure = (violation: Violation, exchanges: readonly Exchange[], codes?: readonly number[]) =>
  failureOf(exchanges, { violations: [violation], ...(codes && { codes }) });

const same = (text: string) => text;

const shows = (of: Failure, now: Exchange, replayed: readonly Exchange[] = of.exchanges) => {
  const check = checkOf(of);
  return check && showsAgain(check, of.exchanges, replayed.with(of.deciding, now), of.deciding, same);
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

  test('a value other than was answered, whichever they are', () => {
    const put = exchange('PUT', `/v2/projects/${project}`, 200, { console: 1 });
    const each: Case = { kind: 'plain', duty: 'answered', trials: [] };
    const observation = { rule: 'agrees', case: each, result: 'broken', exchanges: [] } as const;
    const violation = { in: 'state', pointer: '/console', message: '' } as const;
    const of = { ...failure(violation, [made, put, read({ console: 2 })]), observation };
    expect(checkOf(of)).toMatchObject({ by: 'change', before: 1 });
    expect(shows(of, read({ console: 7 }))).toBe(true);
    expect(shows(of, read({ console: 1 }))).toBe(false);
  });

  describe('a list that lacks drawings', () => {
    const path = `/v2/projects/${project}/drawings`;
    const draw = (id: string) => exchange('POST', path, 201, { drawing_id: id });
    const list = (...ids: readonly string[]) =>
      exchange(
        'GET',
        path,
        200,
        ids.map((drawing_id) => ({ drawing_id })),
      );
    const of = failure({ in: 'state', pointer: '', message: '' }, [made, draw('a'), draw('b'), list('a')]);

    test('by how many it shows', () => {
      expect(checkOf(of)).toMatchObject({ by: 'fewer', made: [1, 2] });
      expect(shows(of, list('b'))).toBe(true);
      expect(shows(of, list('a', 'b'))).toBe(false);
    });

    test('where each creation has an id of its own', () => {
      const again = of.exchanges.with(2, draw('a'));
      expect(shows(of, list('a'), again)).toBe(false);
    });
  });

  test('nothing where a write before it was refused and is taken now', () => {
    const put = (status: number) => exchange('PUT', `/v2/projects/${project}`, status, {});
    const violation = { in: 'state', pointer: '/x', message: '' } as const;
    const of = failure(violation, [made, read({ x: 5 }), put(400), read({ x: 0 })]);
    expect(checkOf(of)?.led).toEqual([2]);
    expect(shows(of, read({ x: 0 }))).toBe(true);
    expect(shows(of, read({ x: 0 }), of.exchanges.with(2, put(200)))).toBe(false);
  });

  test('whatever became of writes at once', () => {
    const at = (startedAt: number, method: string) => ({ ...exchange(method, '/x', 200, {}), startedAt });
    const both = [at(0, 'PUT'), at(0, 'DELETE')].map((each) => ({ ...each, durationMs: 9 }));
    const of = failure({ in: 'status', message: '' }, [made, ...both, at(20, 'GET')], [404]);
    expect(checkOf(of)).toEqual({ by: 'status', codes: [404] });
  });

  test('nothing where the answer has no body to look at', () => {
    const violation = { in: 'body', message: 'body on 204' } as const;
    const answer = read('', 204);
    expect(checkOf(failure(violation, [answer]))).toBeUndefined();
    const headers = [['content-length', '4']] as const;
    const announced = { ...answer, answer: { ...(answer.answer as Answer), headers } };
    expect(checkOf(failure(violation, [announced]))).toMatchObject({
      by: 'header',
      pointer: 'content-length',
    });
  });
});
