/** Projects that are gone though nobody deleted them. */
import { expect, test } from 'vitest';
import { Projects } from '../../../../harness/explain/gone/lost.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { breaking } from '../../../../reference-impl/faults/fault.js';
import { serveReference } from '../../../../reference-impl/index.js';
import { refuse } from '../../../../reference-impl/pipeline/answer.js';
import { drive } from '../../../drive.js';
import { exchange } from './exchange.js';

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
  const greedy = breaking('projects.delete', 'succeeds')('greedy', (each, next) => {
    const ids = [...each.collection.keys()];
    const later = ids.slice(ids.indexOf(each.id) + 1);
    const answer = next(each);
    for (const id of later) each.collection.delete(id);
    return answer;
  });
  const server = await serveReference({ faults: [greedy] });
  const { findings, leftovers } = await drive(server.url, { only: /^(projects|drawings)\./ });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    // The others where a check of deletions has met it, which says more.
    expect.stringMatching(
      / removes another( of the same name| resource)$| deletes a resource by an unknown project id$/,
    ),
  ]);
  expect(findings[0]?.circumstance.words).toMatch(/^(seen (once|\d+ times)|sometimes \(\d+ of \d+\))$/);
  expect(leftovers).toEqual([]);
});

test('what a server does not serve is not lost', async () => {
  const unserved = ['drawings.list', 'drawings.create', 'projects.update', 'projects.delete'] as const;
  const faults = unserved.map((id) => breaking(id, 'succeeds')('unserved', () => refuse(404, 'no')));
  const server = await serveReference({ faults });
  const { findings } = await drive(server.url, { only: /^(projects|drawings)\./ });
  await server.close();
  expect(findings.map(({ title }) => title).join('\n')).not.toMatch(/nobody deleted/);
  for (const id of unserved) expect(findings.some(({ operations }) => operations.includes(id))).toBe(true);
});
