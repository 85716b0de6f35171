/** Projects that are gone though nobody deleted them. */
import { describe, expect, test } from 'vitest';
import { Projects, Takers } from '../../../harness/explain/lost.js';
import type { Exchange } from '../../../harness/http/exchange.js';
import { breaking } from '../../../reference-impl/faults/fault.js';
import { serveReference } from '../../../reference-impl/index.js';
import { refuse } from '../../../reference-impl/pipeline/answer.js';
import { drive } from '../../drive.js';

const id = (digit: number) => `3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e${digit}`;
const project = `/v2/projects/${id(5)}`;

const exchange = (at: number, status: number, method = 'GET', path = project): Exchange => ({
  request: { method, path, headers: [] },
  purpose: '',
  startedAt: at,
  durationMs: 1,
  answer: { status, reason: '', headers: [], body: Buffer.from('') },
});

const other = '/v2/projects/00000000-0000-4000-8000-000000000000';
const served = [exchange(0, 200, 'GET', other), exchange(5, 204, 'DELETE', other)];

const isLost = (...all: readonly Exchange[]) => {
  const projects = new Projects();
  for (const each of [...served, ...all]) projects.add(each);
  return projects.isLost(all[1]);
};

test('a project is lost when its deletion finds nothing, after a request that found nothing', () => {
  expect(isLost(exchange(0, 200), exchange(10, 404), exchange(20, 404, 'DELETE'))).toBe(true);
});

test.each([
  ['it was deleted', [exchange(0, 204, 'DELETE'), exchange(10, 404), exchange(20, 404, 'DELETE')]],
  ['its deletion finds it', [exchange(0, 200), exchange(10, 404), exchange(20, 204, 'DELETE')]],
  ['it answers again', [exchange(0, 200), exchange(10, 404), exchange(15, 200), exchange(20, 404, 'DELETE')]],
  ['nobody deleted it yet', [exchange(0, 200), exchange(10, 404)]],
  ['the request was answered otherwise', [exchange(0, 200), exchange(10, 500), exchange(20, 404, 'DELETE')]],
  [
    'it was about another one',
    [exchange(0, 200), exchange(10, 404, 'GET', '/v2/projects'), exchange(20, 404, 'DELETE')],
  ],
])('it is not when %s', (_, all) => {
  expect(isLost(...all)).toBe(false);
});

test('a server that deletes younger projects as well gets one finding, whatever was sent to what is gone', async () => {
  const greedy = breaking('projects.delete', 'succeeds')(
    'greedy',
    'deletes the projects that were created later as well.',
    (each, next) => {
      const ids = [...each.collection.keys()];
      const later = ids.slice(ids.indexOf(each.id) + 1);
      const answer = next(each);
      for (const id of later) each.collection.delete(id);
      return answer;
    },
  );
  const server = await serveReference({ faults: [greedy] });
  const { findings, leftovers } = await drive(server.url, { only: /^(projects|drawings)\./ });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    // The others where a check of deletions has met it, which says more.
    expect.stringMatching(
      / answers? 404 for a project that nobody deleted$| deletes a resource through an unknown project id$| removes another of the same name$/,
    ),
  ]);
  expect(findings[0]?.circumstance.words).toMatch(/^(seen (once|\d+ times)|sometimes \(\d+ of \d+\))$/);
  expect(leftovers).toEqual([]);
});

test('what a server does not serve is not lost', async () => {
  const unserved = ['drawings.list', 'drawings.create', 'projects.update', 'projects.delete'] as const;
  const faults = unserved.map((id) =>
    breaking(id, 'succeeds')('unserved', 'is not there.', () => refuse(404, 'no')),
  );
  const server = await serveReference({ faults });
  const { findings } = await drive(server.url, { only: /^(projects|drawings)\./ });
  await server.close();
  expect(findings.map(({ title }) => title).join('\n')).not.toMatch(/nobody deleted/);
  for (const id of unserved) expect(findings.some(({ operations }) => operations.includes(id))).toBe(true);
});

describe('what a deletion may have taken', () => {
  const cloud = (digit: number) => `/v2/compute/projects/${id(digit)}/cloud/nodes/${id(digit)}`;
  const takersOf = (...all: readonly Exchange[]) => {
    const takers = new Takers();
    for (const each of all) takers.add(each);
    return takers.of(all.at(-1))?.map(({ by }) => by);
  };
  const deletion = (at: number, digit: number) =>
    exchange(at, 204, 'DELETE', `/v2/compute/projects/${id(digit)}`);
  const found = (at: number, digit = 1) => exchange(at, 200, 'GET', cloud(digit));
  const gone = (at: number) => exchange(at, 404, 'GET', cloud(1));

  test('went on since it was last found', () => {
    expect(takersOf(found(0), deletion(10, 2), gone(20))).toEqual(['compute.projects.delete']);
    expect(takersOf(deletion(0, 2), found(10), gone(20))).toEqual([]);
  });

  test('is its own where its project was deleted', () => {
    expect(takersOf(found(0), deletion(10, 1), deletion(12, 2), gone(20))).toBeUndefined();
  });

  test('is none after which another one was still there', () => {
    expect(takersOf(found(0), found(1, 3), deletion(10, 2), found(15, 3), gone(20))).toEqual([]);
  });

  test('is not asked of what was never there', () => {
    expect(takersOf(deletion(10, 2), gone(20))).toBeUndefined();
  });
});

test('a deletion that takes the instances of all projects is one finding, with the deletion in its evidence', async () => {
  const all = breaking('compute.projects.delete', 'succeeds')(
    'unloads-clouds',
    'removes all cloud instances.',
    (each, next) => {
      const answer = next(each);
      for (const { parts } of each.collection.values()) parts.get('cloud')?.clear();
      return answer;
    },
  );
  const server = await serveReference({ faults: [all] });
  const { findings } = await drive(server.url, { only: /^(cloud|compute)\./ });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual(['compute.projects.delete removes another resource']);
  const methods = findings[0]?.evidence.exchanges.map(({ request }) => request.method);
  expect(methods).toContain('DELETE');
});
