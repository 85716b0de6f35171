/** A request that takes everything away, told by what was there before it and is gone behind it. */
import { expect, test } from 'vitest';
import { Projects } from '../../../../harness/explain/gone/lost.js';
import { wipedBy } from '../../../../harness/explain/gone/wiped.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { breaking } from '../../../../reference-impl/faults/fault.js';
import { serveReference } from '../../../../reference-impl/index.js';
import { empty } from '../../../../reference-impl/pipeline/answer.js';
import { drive } from '../../../drive.js';
import { answerOf, causeOf, exchangeOf, failureOf } from '../../by-hand.js';

const project = (index: number) => `/v2/projects/00000000-0000-4000-8000-00000000000${index}`;

const sent = (at: number, method: string, index: number, status: number, body?: string) =>
  exchangeOf({ method, path: project(index), ...(body && { body }) }, answerOf(status), { startedAt: at });

/** A project is read, written to, and not found behind that; everything else is gone as well. */
function wipe(at: number, body: string, own: number, others: readonly number[]) {
  const all = [own, ...others];
  return [
    ...all.map((each, turn) => sent(at + turn, 'GET', each, 200)),
    sent(at + 10, 'PUT', own, 200, body),
    ...all.map((each, turn) => sent(at + 20 + turn, 'GET', each, 404)),
    ...all.map((each, turn) => sent(at + 30 + turn, 'DELETE', each, 404)),
  ];
}

/** That projects are deleted at all. */
const served = [sent(0, 'GET', 9, 200), sent(1, 'DELETE', 9, 204)];

const seenIn = (all: readonly Exchange[]) => {
  const projects = new Projects();
  for (const each of [...served, ...all]) projects.add(each);
  const write = all.filter(({ request }) => request.method === 'PUT');
  const missed = all.filter(({ request, answer }) => request.method === 'GET' && answer?.status === 404);
  const broken = [...write.slice(0, 1), ...missed].flatMap(
    (each) => causeOf('projects.update', {}, { failure: failureOf([each]) }).sightings,
  );
  return { broken, found: wipedBy(broken, projects) };
};

test('what is missed behind the same request each time is an effect of what that shows', () => {
  const { broken, found } = seenIn([...wipe(100, '{"x":1}', 1, [2, 3]), ...wipe(200, '{"x":1}', 4, [5])]);
  expect(found?.main).toBe(broken[0]);
  expect(found?.effects).toEqual(broken.slice(1));
});

test.each([
  ['it was sent once', wipe(100, '{"x":1}', 1, [2, 3])],
  ['other bodies were sent', [...wipe(100, '{"x":1}', 1, [2, 3]), ...wipe(200, '{"x":2}', 4, [5])]],
  ['little is gone', [...wipe(100, '{"x":1}', 1, []), ...wipe(200, '{"x":1}', 4, [])]],
  [
    'much went without it',
    [
      ...wipe(100, '{"x":1}', 1, [2]),
      ...wipe(200, '{"x":1}', 4, []),
      ...[5, 6].flatMap((each) => [
        sent(300, 'GET', each, 200),
        sent(301, 'GET', each, 404),
        sent(310, 'DELETE', each, 404),
      ]),
    ],
  ],
])('nothing is an effect where %s', (_, all) => {
  expect(seenIn(all).found).toBeUndefined();
});

test('a server that loses everything by one request gets one finding', async () => {
  const wiping = breaking('cloud.update', 'answers-notations')('wiping', (each, next) => {
    const answer = next(each);
    if (!each.bytes?.includes('1e400')) return answer;
    for (const kind of ['projects', 'compute.projects'] as const)
      each.store.collection(kind, undefined)?.clear();
    return empty(answer.status);
  });
  const server = await serveReference({ faults: [wiping] });
  const { findings } = await drive(server.url, { only: /^(projects|iou|cloud)\./, runs: 100 });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    'cloud.update returns an empty body for a number written as 1e400, then readings fail',
  ]);
});
