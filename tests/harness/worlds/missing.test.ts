import { expect, test } from 'vitest';
import { json, type Modification, refuse } from '../../../reference-impl/index.js';
import { runVerdict } from '../../../report/summary.js';
import type { RequirementRow } from '../../../schemas/generated/report.js';
import { requirements } from '../../../suites/index.js';
import { type Driven, drive, having } from '../../drive.js';
import { session } from '../../reference-impl/client.js';

const creations = [
  'projects.create',
  'nodes.create',
  'compute.projects.create',
  'iou.create',
  'vmware.create',
  'cloud.create',
];

const without = (operations: readonly string[], status: number): Modification => ({
  name: 'mine',
  operations,
  hooks: { act: () => refuse(status, 'not here') },
});

const posts = ({ exchanges }: Driven, path: RegExp) =>
  exchanges.filter(({ request }) => request.method === 'POST' && path.test(request.path)).length;

test('a target that creates nothing ends incomplete, with the endpoint that is missing, and is asked a few times only', async () => {
  const { url } = await session({ faults: [without(creations, 404)] });
  const driven = await drive(url, { only: /./, runs: 1 });
  expect(having(driven, 'failed')).toEqual([]);
  const rows = requirements.map(
    (each) => ({ ...each, ...driven.verdicts.get(each.id) }) as unknown as RequirementRow,
  );
  expect(runVerdict(rows)).toBe('incomplete');
  expect(driven.verdicts.get('projects.get.succeeds')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'POST /v2/projects answered 404 Not Found (not here)',
    remedy:
      'check the base URL, serve POST /v2/projects, name what exists with --fixtures FILE, or leave out what needs it: --profile compute',
  });
  expect(posts(driven, /^\/v2\/(compute\/)?projects$/)).toBeLessThan(25);
});

test('a target that fails at every creation is asked for each sort a few times, whatever that is needed for', async () => {
  const { url } = await session({ faults: [without(creations, 500)] });
  const driven = await drive(url, { only: /./, runs: 1 });
  expect(driven.verdicts.get('iou.get.succeeds')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'POST /v2/compute/projects answered 500 Internal Server Error (not here)',
  });
  expect(posts(driven, /^\/v2\/(compute\/)?projects$/)).toBeLessThan(100);
});

test('a kind that cannot be made leaves the others unharmed', async () => {
  const { url } = await session({ faults: [without(['iou.create'], 409)] });
  const driven = await drive(url, { only: /^(iou|cloud)\.(get|delete)/, runs: 1 });
  expect(having(driven, 'failed')).toEqual([]);
  const missing = having(driven, 'not-exercised');
  expect(missing).toContain('iou.get.succeeds');
  expect(missing.filter((id) => !id.startsWith('iou.'))).toEqual([]);
  expect(driven.verdicts.get('iou.get.succeeds')).toMatchObject({
    remedy: expect.stringContaining('{"rest": {"iou": {"path": "…"}}}'),
  });
  expect(posts(driven, /\/iou\/nodes$/)).toBeLessThan(10);
});

test('a target whose creations take documented fields alone gets no others', async () => {
  const { url } = await session({ variants: ['documented-creations'] });
  const driven = await drive(url, { only: /^iou\.(get|delete)/, runs: 1 });
  expect(having(driven, 'passed')).toHaveLength(driven.verdicts.size);
  const refused = driven.exchanges.filter(
    ({ answer, request }) => answer?.status === 400 && request.path.endsWith('/iou/nodes'),
  );
  // Those that were under way when it was found out.
  expect(refused.length).toBeLessThan(10);
});

test('null in the config takes a field out of a creation', async () => {
  const { url } = await session();
  const bodies = { iou: { application_id: null, ram: 128 } };
  const driven = await drive(url, { only: /^iou\.get\.succeeds$/, provision: { by: 'rest', bodies } });
  const [creation] = driven.exchanges.filter(({ request }) => request.path.endsWith('/iou/nodes'));
  const body = JSON.parse(String(creation?.request.body));
  expect(Object.keys(body).sort()).toEqual(['name', 'node_id', 'path', 'ram']);
});

test('an endpoint that fails now and then leaves nothing unexercised', async () => {
  const asked = new Set<unknown>();
  const theFirstTime: Modification = {
    name: 'mine',
    operations: ['cloud.create'],
    hooks: {
      act(exchange, next) {
        const { node_id } = exchange.input as { node_id: string };
        if (asked.has(node_id)) return next(exchange);
        asked.add(node_id);
        return refuse(500, 'not now');
      },
    },
  };
  const { url } = await session({ faults: [theFirstTime] });
  const driven = await drive(url, { only: /^cloud\.(get|delete)/, runs: 1 });
  expect(having(driven, 'passed')).toHaveLength(driven.verdicts.size);
});

test.for([
  501, 405,
])('creations that are answered %i are refused: asked once for each use, and nothing is left behind', async (code) => {
  const { url } = await session({ faults: [without(creations, code)] });
  const driven = await drive(url, { only: /./, runs: 1 });
  expect(having(driven, 'failed')).toEqual([]);
  expect(driven.leftovers).toEqual([]);
  expect(posts(driven, /^\/v2\/projects$/)).toBeLessThan(10);
  expect(driven.verdicts.get('iou.get.succeeds')).toMatchObject({
    remedy:
      'check the base URL, serve POST /v2/compute/projects, name what exists with --fixtures FILE, or leave out what needs it: --profile controller',
  });
});

test('what a failing creation did not make is no leftover, though the deletion fails too', async () => {
  const everyDeletion: Modification = {
    name: 'deletions fail',
    hooks: {
      answer: ({ incoming }, answer) =>
        incoming.method === 'DELETE' ? json(500, { message: 'no' }) : answer,
    },
  };
  const server = await session({ faults: [without(creations, 500), everyDeletion] });
  const driven = await drive(server.url, { only: /^projects\./, runs: 1 });
  expect(driven.leftovers).toEqual([]);
});

test('a server without a path earns nothing by answering 404 to it', async () => {
  const { url } = await session({
    faults: [without(['nodes.start'], 404), without(creations.slice(2), 404)],
  });
  const driven = await drive(url, { only: /\.errors\./, runs: 1 });
  expect(driven.verdicts.get('nodes.start.errors.json')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining("we can't tell that this path is implemented"),
  });
  expect(driven.verdicts.get('iou.get.errors.json')?.verdict).toBe('not-exercised');
  expect(driven.verdicts.get('projects.get.errors.json')?.verdict).toBe('passed');
});
