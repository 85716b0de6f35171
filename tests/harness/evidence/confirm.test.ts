/** What is left of a body when the evidence of a failure is cut down. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allConfirmed, confirmed } from '../../../harness/evidence/confirm.js';
import type { Exchange } from '../../../harness/http/exchange.js';
import type { Failure } from '../../../harness/outcome.js';
import type { Case } from '../../../harness/plan/case.js';
import type { Observation } from '../../../harness/rules/observation.js';
import { answerOf, exchangeOf, failureOf } from '../by-hand.js';

const project = 'aaaaaaaa-1111-4111-8111-111111111111';

const exchange = (method: string, status: number, body: object, purpose = 'the write') => {
  const path = method === 'POST' ? '/v2/projects' : `/v2/projects/${project}`;
  return exchangeOf({ method, path, body: JSON.stringify(body) }, answerOf(status, '{}'), { purpose });
};

const made = exchange('POST', 201, { project_id: project, name: 'conformance' }, 'fixture: create project');

/** A server that answers a status to what fails, and 200 to all else. */
const server = (
  fails: (body: Record<string, unknown>) => boolean,
  status: number,
  says: (body: Record<string, unknown>) => string = () => 'no',
) => ({
  played: 0,
  async play(exchanges: readonly Exchange[]) {
    this.played += exchanges.length;
    const answered = exchanges.map((each) => {
      if (each.purpose === made.purpose) return { ...each, answer: answerOf(201, '{}') };
      const body = JSON.parse(String(each.request.body));
      const answer = fails(body)
        ? answerOf(status, JSON.stringify({ message: says(body) }))
        : answerOf(200, '{}');
      return { ...each, answer };
    });
    return { exchanges: answered, renew: (text: string) => text };
  },
});

function failure(body: object, status: number, invalid?: string): Failure {
  const exchanges = [made, exchange('PUT', status, body)];
  const trials = invalid === undefined ? [] : [{ field: invalid, class: 'a string', value: 'x' }];
  const each: Case = { kind: 'invalid in company', duty: invalid ? 'refused' : 'answered', trials };
  const observation: Observation = {
    rule: 'code',
    case: each,
    result: 'broken',
    exchanges: exchanges.slice(1),
  };
  return failureOf(exchanges, {
    symptom: { operation: 'projects.update', input: '', outcome: '' },
    violations: [{ in: 'status', message: '' }],
    codes: invalid === undefined ? [200] : [400],
    observation,
  });
}

const bodyOf = ({ exchanges, deciding }: Failure) => JSON.parse(String(exchanges[deciding]?.request.body));

test('fields that are not needed are left out, one after another', async () => {
  const together = server((body) => 'name' in body && 'path' in body, 500);
  const body = { auto_open: true, name: 'a', scene_width: 1, path: 'b', auto_close: true };
  expect(bodyOf(await confirmed(failure(body, 500), [], together, 60))).toEqual({ name: 'a', path: 'b' });
});

test('what fails with other words when a field is left out is another failure', async () => {
  const body = { auto_open: true, name: 'a', path: 'b' };
  const words = server(
    () => true,
    500,
    (sent) => ('path' in sent ? 'UNIQUE constraint 17' : 'NOT NULL constraint'),
  );
  const found = await confirmed(failure(body, 500), [], words, 60);
  expect(Object.keys(bodyOf(found))).toEqual(['path']);
});

test('the fields that it is about are tried alone first', async () => {
  const alone = server((body) => 'name' in body, 500);
  const found = await confirmed(failure({ auto_open: true, name: 'a', path: 'b' }, 500), ['name'], alone, 60);
  expect(bodyOf(found)).toEqual({ name: 'a' });
  expect(alone.played).toBe(4);
});

test('what is to be refused keeps what is wrong with it, whatever the failure seems to be about', async () => {
  const unchecked = server(() => false, 500);
  const found = await confirmed(
    failure({ path: 'b', scene_width: 'x' }, 200, 'scene_width'),
    ['path'],
    unchecked,
    60,
  );
  expect(bodyOf(found)).toHaveProperty('scene_width');
});

test('a field that is not shown as it was sent is still sent', async () => {
  const never = server(() => true, 200);
  const { observation, ...rest } = failure({ path: 'b', scene_width: 900 }, 200);
  const about = observation && { ...observation, rule: 'echo' as const, field: 'scene_width' };
  const found = await confirmed({ ...rest, ...(about && { observation: about }) }, [], never, 60);
  expect(bodyOf(found)).toHaveProperty('scene_width');
});

test('no more requests are sent than there may be', async () => {
  const never = server(() => true, 500);
  const body = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1]));
  await confirmed(failure(body, 500), [], never, 20);
  expect(never.played).toBeLessThanOrEqual(20);
});

test('what crashed is played alone, since it may only crash in company', async () => {
  let [playing, most] = [0, 0];
  const healthy = server(() => false, 500);
  const player = {
    async play(exchanges: readonly Exchange[]) {
      most = Math.max(most, ++playing);
      await nextTurn();
      playing--;
      return healthy.play(exchanges);
    },
  };
  const crashes = ['a', 'b', 'c'].map((name) => failure({ name }, 500));
  const shown = crashes.map((each) => ({ failure: each, circumstance: { fields: [] } }));
  const became = await allConfirmed(shown, player);
  expect(most).toBe(1);
  expect(crashes.map((each) => became.get(each)?.reproducibility)).toEqual(['flaky', 'flaky', 'flaky']);
});

test('of requests at once that are alike, the one that fails this time is shown', async () => {
  const twice = [204, 500].map((status) => ({
    ...exchange('DELETE', status, {}),
    durationMs: 9,
    startedAt: 5,
  }));
  const exchanges = [made, ...twice];
  const each = failureOf(exchanges, {
    symptom: { operation: 'projects.delete', input: '', outcome: '' },
    violations: [{ in: 'status', message: '' }],
    codes: [204],
  });
  const first = exchanges.map((one, index) => ({
    ...one,
    answer: answerOf([201, 500, 204][index] ?? 0, ''),
  }));
  const found = await confirmed(
    each,
    [],
    { play: async () => ({ exchanges: first, renew: (text) => text }) },
    60,
  );
  expect(found.reproducibility).toBe('deterministic');
  expect(found.exchanges[found.deciding]?.answer?.status).toBe(500);
});
