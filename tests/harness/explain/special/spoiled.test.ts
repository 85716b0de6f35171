/** Connections that an answer leaves unusable. */
import { expect, test } from 'vitest';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import { refusesBehind, spoiledBy, spoils } from '../../../../harness/explain/special/spoiled.js';
import { FollowedAnswers } from '../../../../harness/http/connections/followed.js';
import type { Behind } from '../../../../harness/http/exchange.js';
import { serveReference } from '../../../../reference-impl/index.js';
import { refuse } from '../../../../reference-impl/pipeline/answer.js';
import type { Modification } from '../../../../reference-impl/pipeline/modification.js';
import { drive } from '../../../drive.js';
import { answerOf, exchangeOf, failureOf } from '../../by-hand.js';

const path = '/v2/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const behind = (status: number): Behind => ({ request: { method: 'PUT', path }, body: 'short', status });

const exchange = (before: number, status: number) =>
  exchangeOf({ method: 'GET', path }, answerOf(status), { behind: behind(before) });

const marked = new WeakSet<object>();

const sighting: Sighting = {
  operation: 'projects.get',
  aspect: 'code',
  expected: '404',
  outcome: 'status 400',
  features: [],
  succeeded: false,
  failure: failureOf([exchange(404, 400)]),
};

const causeOf = (spoiled: number, taken: number, code = 400) => {
  const followed = new FollowedAnswers();
  for (let i = 0; i < spoiled; i++) followed.add(exchange(404, code));
  for (let i = 0; i < taken; i++) followed.add(exchange(200, 200));
  return spoiledBy(followed, [sighting, sighting, sighting]);
};

test('a connection is spoiled where nothing succeeds behind an answer, and much does behind others', () => {
  expect(causeOf(30, 100)).toMatchObject({
    operations: ['projects.update'],
    circumstance: ['behind:a 404 to a request with a body'],
    failed: 30,
    otherwise: 100,
  });
});

test.each([
  ['too few followed', causeOf(4, 100)],
  ['nothing succeeds behind others either', causeOf(30, 0)],
  ['what followed was to be answered alike', causeOf(30, 100, 404)],
])('it is not where %s', (_, cause) => {
  expect(cause).toBeUndefined();
});

test('bodies of readings spoil it as well where others do, however few follow', () => {
  const followed = new FollowedAnswers();
  const reading: Behind = { request: { method: 'GET', path }, body: 'short', status: 200 };
  const after = exchangeOf({ method: 'GET', path }, answerOf(501), { behind: reading });
  followed.add(after);
  for (let i = 0; i < 100; i++) followed.add(exchange(200, 200));
  const seen: Sighting = { ...sighting, expected: 'valid', failure: failureOf([after]) };
  expect(spoiledBy(followed, [seen, seen, seen])).toBeUndefined();
  for (let i = 0; i < 30; i++) followed.add(exchange(404, 400));
  expect(spoiledBy(followed, [seen, sighting, sighting])?.sightings).toContain(seen);
});

test('what was refused before a failure, and was to be, does not show that it is', () => {
  const followed = new FollowedAnswers();
  for (let i = 0; i < 30; i++) followed.add(exchange(404, 400));
  for (let i = 0; i < 100; i++) followed.add(exchange(200, 200));
  const own = failureOf([exchange(200, 200), exchange(404, 400)]);
  const seen: Sighting = { ...sighting, failure: own };
  expect(spoiledBy(followed, [seen, seen, seen])).toBeDefined();
  const later: Sighting = { ...sighting, failure: failureOf([exchange(404, 400), exchange(200, 200)]) };
  expect(spoiledBy(followed, [later, later, later])).toBeUndefined();
});

test('behind bodies that nothing was taken after, what is left of them spoils it', () => {
  const stuck = exchange(404, 400);
  const causeOfStuck = (taken: number) => {
    const followed = new FollowedAnswers();
    for (let i = 0; i < 3; i++) followed.add(stuck);
    for (let i = 0; i < taken; i++) followed.add(exchange(404, 200));
    followed.noteStuck(stuck);
    return spoiledBy(followed, [{ ...sighting, failure: failureOf([stuck]) }]);
  };
  expect(causeOfStuck(0)).toMatchObject({ operations: ['projects.update'], outcome: spoils });
  expect(causeOfStuck(1)).toMatchObject({ operations: ['projects.get'], outcome: refusesBehind });
});

/** Leaves the body unread when it answers 404, and takes it for the next request. */
const unread: Modification = {
  name: 'leaves-bodies',
  hooks: {
    locate: (exchange, next) =>
      marked.delete(exchange.incoming.socket) ? refuse(400, 'What is that?') : next(exchange),
    answer({ incoming: { socket, headers } }, answer) {
      if (answer.status === 404 && headers['content-length'] !== undefined) marked.add(socket);
      return answer;
    },
  },
};

const longest = new WeakMap<object, number>();

/** Answers 400 to every body that is shorter than one before it on its connection. */
const remembering: Modification = {
  name: 'keeps-the-tail',
  hooks: {
    locate(exchange, next) {
      const { socket, headers } = exchange.incoming;
      const length = Number(headers['content-length'] ?? 0);
      const before = longest.get(socket) ?? 0;
      longest.set(socket, Math.max(length, before));
      return length > 0 && length < before ? refuse(400, 'Something behind the JSON') : next(exchange);
    },
  },
};

/** Answers 400 to every body on a connection that has carried an invalid one. */
const unforgiving: Modification = {
  name: 'refuses-from-then-on',
  hooks: {
    locate(exchange, next) {
      const { socket, headers } = exchange.incoming;
      const isBody = (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
      return isBody && marked.has(socket) ? refuse(400, 'Not here') : next(exchange);
    },
    answer({ incoming: { socket } }, answer) {
      if (answer.status === 400) marked.add(socket);
      return answer;
    },
  },
};

test.each([
  [
    'leaves the body unread when it answers 404',
    unread,
    /^a 404 to a request with a body \((\d+) of \1\); never/,
  ],
  [
    'refuses bodies',
    unforgiving,
    /^(seen once, with )?a 400 to a request with a body( or a 400 to a request with a long body)?( \((\d+) of \4\))?; never/,
  ],
])('a server that %s gets one finding, and all is judged', async (_, fault, when) => {
  const server = await serveReference({ faults: [fault] });
  const { findings, verdicts } = await drive(server.url, { only: /^(vmware|cloud)\./, runs: 20 });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    expect.stringMatching(/spoils? the connection for the next request$/),
  ]);
  expect(findings[0]?.circumstance.words).toMatch(when);
  const unjudged = [...verdicts.values()].filter(({ verdict }) => !['passed', 'failed'].includes(verdict));
  expect(unjudged.length).toBeLessThan(0.1 * verdicts.size);
});

/** Takes bodies for nothing, and what they say for the method of the next request. */
const headless: Modification = {
  name: 'reads-no-length',
  hooks: {
    locate(exchange, next) {
      const { socket, headers } = exchange.incoming;
      if (marked.delete(socket)) return refuse(405, 'No such method');
      if (headers['content-length'] === undefined) return next(exchange);
      marked.add(socket);
      return refuse(400, 'Where is the body?');
    },
  },
};

/** Takes the body of a GET for the beginning of the next request. */
const unreading: Modification = {
  name: 'leaves-bodies-of-readings',
  hooks: {
    locate(exchange, next) {
      const { socket, headers, method } = exchange.incoming;
      if (marked.delete(socket)) return refuse(405, 'No such method');
      if (method === 'GET' && headers['content-length'] !== undefined) marked.add(socket);
      return next(exchange);
    },
  },
};

test('a server that leaves the body of a reading on its connection gets one finding', async () => {
  const server = await serveReference({ faults: [unreading] });
  const { findings } = await drive(server.url, { only: /^iou\./, runs: 20 });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    expect.stringMatching(/ on a connection$|the next request$/),
  ]);
});

test('a server that never reads a body gets one finding', async () => {
  const server = await serveReference({ faults: [headless] });
  const { findings } = await drive(server.url, { only: /^projects\.(get|delete)/ });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    expect.stringMatching(/ refuses? requests behind others on a connection$/),
  ]);
});

test('where nothing was refused before, no operation is named as the reason, and all is judged', async () => {
  const server = await serveReference({ faults: [remembering] });
  const { findings, verdicts } = await drive(server.url, {
    only: /^(cloud|projects)\./,
    runs: 20,
    // On one connection, it does not depend on time what is behind what.
    concurrency: 1,
  });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    expect.stringMatching(/ refuses? requests behind others on a connection$/),
  ]);
  const unjudged = [...verdicts.values()].filter(({ verdict }) => !['passed', 'failed'].includes(verdict));
  expect(unjudged.length).toBeLessThan(0.1 * verdicts.size);
});
