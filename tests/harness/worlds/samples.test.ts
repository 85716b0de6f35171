/** Plain requests share a fixture with those of the same resource, and what was refused leaves a node to the next. */
import { expect, test } from 'vitest';
import { succeeded } from '../../../harness/expect.js';
import { type Driven, drive } from '../../drive.js';
import { session } from '../../reference-impl/client.js';

const made = ({ exchanges }: Driven, kind: string) =>
  exchanges.filter(({ purpose }) => purpose === `fixture: create ${kind}`).length;
const plain = ({ exchanges }: Driven) =>
  exchanges.filter(({ purpose }) => purpose === 'the request judged').map(({ request }) => request.method);

test('an instance is read, updated and deleted in turn', async () => {
  const { url } = await session();
  const driven = await drive(url, { only: /^iou\.\w+\.(succeeds|answer\.json)$/ });
  expect(made(driven, 'iou')).toBe(1);
  expect(plain(driven)).toEqual(['GET', 'PUT', 'DELETE']);
});

test('an instance that was deleted leaves its project to the next one, of whatever kind', async () => {
  const server = await session();
  const only = /^(iou|vmware|cloud)\.delete\.succeeds$/;
  const driven = await drive(server.url, { only, concurrency: 1 });
  expect(made(driven, 'compute-project')).toBeLessThan(3);
  expect(driven.leftovers).toEqual([]);
  expect(made(await drive(server.url, { only, concurrency: 1, share: 1 }), 'compute-project')).toBe(3);
});

test('one whose deletion failed does not', async () => {
  const { url } = await session({ faults: ['iou.delete.always-403'] });
  const driven = await drive(url, { only: /^(iou|vmware)\.delete\.succeeds$/, concurrency: 1 });
  expect(made(driven, 'compute-project')).toBeGreaterThan(1);
});

test('what is not judged is not done', async () => {
  const { url } = await session();
  const driven = await drive(url, { only: /^iou\.delete\.succeeds$/ });
  expect(plain(driven)).toEqual(['DELETE']);
});

test('a reading that changes something is held against one of another instance', async () => {
  const { url } = await session({ faults: ['iou.get.adds-memory'] });
  const driven = await drive(url, { only: /^iou\.(get\.reading-is-safe|update\.succeeds)$/ });
  expect(driven.verdicts.get('iou.get.reading-is-safe')?.verdict).toBe('failed');
  const read = driven.exchanges.filter(({ purpose }) => purpose === 'read again');
  expect(new Set(read.map(({ request }) => request.path)).size).toBeGreaterThan(1);
});

const refusals = /^nodes\.start\.(unknown-node|no-uuid|odd-segments|refuses\..*)$/;

test('a node to which only refused requests came serves the next check', async () => {
  const { url } = await session();
  const driven = await drive(url, { only: refusals, concurrency: 1 });
  const apart = await drive(url, { only: refusals, concurrency: 1, share: 1 });
  expect(made(driven, 'node')).toBeLessThan(made(apart, 'node'));
});

test('a node that was started by what is to be refused does not', async () => {
  const { url } = await session({ faults: ['nodes.start.ignores-body'] });
  const { exchanges } = await drive(url, { only: refusals, concurrency: 1 });
  const started = exchanges.filter((each) => each.request.path.endsWith('/start') && succeeded(each));
  const paths = started.map(({ request }) => request.path);
  expect(paths.length).toBeGreaterThan(1);
  expect(new Set(paths).size).toBe(paths.length);
});

test('a node that was started leaves its project to another one, and all of them are removed', async () => {
  const server = await session();
  const only = /^nodes\.start\.accepts\./;
  const driven = await drive(server.url, { only, concurrency: 1 });
  expect([...driven.verdicts.values()].every(({ verdict }) => verdict === 'passed')).toBe(true);
  expect(made(driven, 'project')).toBeLessThan(made(driven, 'node'));
  expect(driven.leftovers).toEqual([]);
  const apart = await drive(server.url, { only, concurrency: 1, share: 1 });
  expect(driven.exchanges.length).toBeLessThan(apart.exchanges.length);
});

test('what a check has deleted is not deleted again', async () => {
  const { url } = await session();
  const { exchanges, leftovers } = await drive(url, { only: /^projects\.delete\.then-gone$/ });
  const deletions = exchanges.filter(({ request }) => request.method === 'DELETE');
  expect(deletions.filter(({ purpose }) => purpose.startsWith('fixture'))).toEqual([]);
  expect(leftovers).toEqual([]);
});
