/** Whether what a reading shows is only late. */
import { expect, test } from 'vitest';
import { confirmed } from '../../../harness/evidence/confirm.js';
import type { Exchange } from '../../../harness/http/exchange.js';
import { answered, failureOf } from '../by-hand.js';

const project = 'aaaaaaaa-1111-4111-8111-111111111111';
const path = `/v2/projects/${project}`;
const made = {
  ...answered(
    201,
    { project_id: project },
    { method: 'POST', path: '/v2/projects', body: `{"project_id":"${project}"}` },
  ),
  purpose: 'fixture: create project',
};
const put = answered(200, {}, { method: 'PUT', path, body: '{"name":"new"}' });
const get = (name: string) => answered(200, { project_id: project, name }, { method: 'GET', path });

const failure = failureOf([made, put, get('old')], {
  deciding: 2,
  symptom: { operation: 'projects.update', input: '', outcome: 'not stored: name' },
  violations: [{ in: 'state', pointer: '/name', message: 'expected "new", got "old"' }],
});

/** A server whose readings show these names, one after another in each replay. */
const showing = (...names: readonly string[]) => ({
  async play(exchanges: readonly Exchange[]) {
    const left = [...names];
    const again = exchanges.map((each) =>
      each.request.method === 'GET' ? { ...each, ...get(left.shift() ?? '') } : each,
    );
    return { exchanges: again, renew: (text: string) => text };
  },
});

const isLate = async (...names: readonly string[]) => {
  const found = await confirmed(failure, [], showing(...names), 60);
  return { passes: found.passes, requests: found.exchanges.length, deciding: found.deciding };
};

test('what is shown twice, and otherwise a moment later, is late; both readings are shown', async () => {
  expect(await isLate('old', 'old', 'new')).toEqual({ passes: 'later', requests: 5, deciding: 2 });
});

test('a reading that is right the second time is marked as such', async () => {
  expect(await isLate('old', 'new', 'new')).toEqual({ passes: 'again', requests: 5, deciding: 2 });
});

test.each([
  ['stays as it is', ['old', 'old', 'old']],
  ['is wrong every other time', ['old', 'new', 'old']],
  ['changes with each reading', ['old', 'new', 'newer']],
])('what %s is not', async (_, names) => {
  expect(await isLate(...names)).toEqual({ passes: undefined, requests: 3, deciding: 2 });
});
