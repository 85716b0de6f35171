import { expect, test } from 'vitest';
import { instanceKinds } from '../../schemas/kinds.js';
import { newInstance, session } from './client.js';

test('a snapshot shows all that there is, and what is deleted takes with it all that it holds', async () => {
  const server = await session();
  const node = await server.node();
  await server.call('drawings.create', node, {});
  const compute = await server.computeProject();
  for (const kind of instanceKinds) await server.instance(kind, compute.project_id);
  expect(server.snapshot().map(({ kind }) => kind)).toEqual([
    ...['projects', 'drawings', 'nodes', 'compute.projects'],
    ...instanceKinds,
  ]);
  await server.call('projects.delete', node);
  await server.call('compute.projects.delete', compute);
  expect(server.snapshot()).toEqual([]);
});

test('drawings are listed in the order in which they were created', async () => {
  const server = await session();
  const ids = await server.project();
  const created = [];
  for (const x of [1, 3, 2]) created.push((await server.call('drawings.create', ids, { x })).json);
  expect((await server.call('drawings.list', ids)).json).toEqual(created);
});

test.each(
  instanceKinds,
)('%s instances of two projects may have the same id and share nothing', async (kind) => {
  const server = await session();
  const body = newInstance(kind);
  const node_id = String(body.node_id);
  const [first, second] = [await server.computeProject(), await server.computeProject()];
  for (const project of [first, second])
    expect((await server.call(`${kind}.create`, project, body)).status).toBe(201);
  await server.call(`${kind}.update`, { ...first, node_id }, { name: 'first' });
  await server.call(`${kind}.delete`, { ...first, node_id });
  expect((await server.call(`${kind}.get`, { ...second, node_id })).json).toMatchObject({ name: kind });
});

test.each(instanceKinds)('%s: what is created twice is a conflict', async (kind) => {
  const server = await session();
  const ids = await server.computeProject();
  const body = newInstance(kind);
  expect((await server.call(`${kind}.create`, ids, body)).status).toBe(201);
  expect((await server.call(`${kind}.create`, ids, { ...body, name: 'again' })).status).toBe(409);
  const node_id = String(body.node_id);
  expect((await server.call(`${kind}.get`, { ...ids, node_id })).json).toMatchObject({ name: kind });
});

test('a started node says so', async () => {
  const server = await session();
  const ids = await server.node();
  expect((await server.call('nodes.get', ids)).json).toMatchObject({ status: 'stopped' });
  await server.call('nodes.start', ids, {});
  expect((await server.call('nodes.get', ids)).json).toMatchObject({ status: 'started' });
});
