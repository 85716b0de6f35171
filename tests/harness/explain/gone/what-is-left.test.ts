/** A deletion that goes wrong is told with the one field that was written before, or with what is in the project. */
import { afterAll, expect, test } from 'vitest';
import { empty, type Hooks, json, refuse } from '../../../../reference-impl/index.js';
import { drive } from '../../../drive.js';
import { type Session, session } from '../../../reference-impl/client.js';

const servers: Session[] = [];
afterAll(() => Promise.all(servers.map((each) => each.close())));

/** The titles of what is found where a deletion goes wrong like this. */
async function titles(only: RegExp, operation: string, hooks: Hooks): Promise<string[]> {
  const server = await session({ faults: [{ name: 'mine', operations: [operation], hooks }] });
  servers.push(server);
  const { findings } = await drive(server.url, { only, runs: 1 });
  return findings.map(({ title }) => title);
}

type Record = Parameters<NonNullable<Hooks['act']>>[0]['entry']['record'];
const where = (isWrong: (record: Record) => boolean, status: number): Hooks => ({
  act: (exchange, next) => {
    if (!isWrong(exchange.entry.record)) return next(exchange);
    return status === 204 ? empty(204) : refuse(status, 'no');
  },
});
const only = /^vmware\.delete\.(removes-)?started$/;

test.each<[string, (record: Record) => boolean, number]>([
  ['does not remove an instance with linked_clone false', (each) => each.linked_clone === false, 204],
  ['does not remove a suspended instance', (each) => each.status === 'suspended', 204],
  ['does not remove an instance after an update of its console', (each) => each.console === 9123, 204],
  [
    'crashes on an instance with linked_clone false (500 Internal Server Error)',
    (each) => each.linked_clone === false,
    500,
  ],
  [
    'does not remove a suspended VMware instance with false, null and another console',
    (each) => each.linked_clone === false && each.status === 'suspended',
    204,
  ],
])('vmware.delete %s', async (words, isWrong, status) => {
  expect(await titles(only, 'vmware.delete', where(isWrong, status))).toEqual([`vmware.delete ${words}`]);
});

type Running = Parameters<NonNullable<Hooks['act']>>[0];
const isRunning = ({ store, projectId, id }: Running) =>
  store.collection('nodes', projectId)?.get(id)?.record.status === 'started';

test.each([
  ['does not remove an instance that was started', 204],
  ['refuses an instance that was started (409 Conflict)', 409],
])('vmware.delete %s', async (words, status) => {
  const hooks: Hooks = {
    act: (exchange, next) => {
      if (!isRunning(exchange)) return next(exchange);
      return status === 204 ? empty(204) : refuse(status, 'no');
    },
  };
  expect(await titles(only, 'vmware.delete', hooks)).toEqual([`vmware.delete ${words}`]);
});

test('an update that does nothing to an instance that was started', async () => {
  const hooks: Hooks = {
    act: (exchange, next) => (isRunning(exchange) ? json(200, exchange.entry.record) : next(exchange)),
  };
  expect(await titles(/^vmware\.update\.(of-started|stores\.name)$/, 'vmware.update', hooks)).toEqual([
    'vmware.update ignores another name for an instance that was started',
  ]);
});

test('instances after a deletion that found nothing', async () => {
  let isUpset = false;
  const hooks: Hooks = {
    locate: (exchange, next) => {
      const refusal = next(exchange);
      if (refusal) isUpset = true;
      return refusal;
    },
    act: (exchange, next) => (isUpset ? empty(204) : next(exchange)),
  };
  const [first, ...more] = await titles(
    /^vmware\.delete\.(after-unknown|(removes-)?started)$/,
    'vmware.delete',
    hooks,
  );
  expect(first).toBe('vmware.delete does not remove a VMware instance after a deletion that found nothing');
  expect(more).toEqual([]);
});

test('projects with nodes in them, where all others are removed', async () => {
  const hooks: Hooks = {
    act: (exchange, next) => (exchange.entry.parts.get('nodes')?.size ? empty(204) : next(exchange)),
  };
  expect(await titles(/^(nodes\.start|projects\.)/, 'projects.delete', hooks)).toEqual([
    'projects.delete does not remove a project with nodes in it',
  ]);
});
