import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { annotations, type OperationId, operations, shapes } from '../../schemas/index.js';
import { instanceKinds, ofInstances } from '../../schemas/kinds.js';
import { newInstance, type Session, session } from './client.js';

const ajv = new Ajv2020({ strictTypes: false });
formats.default(ajv);
for (const keyword of annotations) ajv.addKeyword(keyword);
for (const shape of Object.values(shapes)) ajv.addSchema(shape);

const fixture = {
  project: (server: Session) => server.project(),
  node: (server: Session) => server.node(),
  'compute-project': (server: Session) => server.computeProject(),
  ...ofInstances('', (kind) => (server: Session) => server.instance(kind)),
};

const successes: Readonly<Record<OperationId, number>> = {
  'drawings.list': 200,
  'drawings.create': 201,
  'nodes.start': 204,
  'projects.get': 200,
  'projects.update': 200,
  'projects.delete': 204,
  'compute.projects.get': 200,
  'compute.projects.delete': 204,
  ...ofInstances('.get', () => 200),
  ...ofInstances('.update', () => 200),
  ...ofInstances('.delete', () => 204),
};

describe.each(operations)('$id', (operation) => {
  const body = operation.takesBody ? {} : undefined;
  const status = successes[operation.id];

  test(`succeeds with ${status} in the documented shape`, async () => {
    const server = await session();
    const ids = await fixture[operation.fixture](server);
    if (operation.id === 'drawings.list') await server.call('drawings.create', ids, {});

    const reply = await server.call(operation.id, ids, body);

    expect(reply.status).toBe(status);
    if (status === 204) return expect(reply.text).toBe('');
    expect(reply.headers['content-type']).toBe('application/json');
    const { shape, list } = operation.answers[status] ?? {};
    const told = (list ? reply.json : [reply.json]) as unknown as Record<string, unknown>[];
    expect(told).toHaveLength(1);
    const documented = shape ?? 'project';
    expect(ajv.validate(shapes[documented].$id as string, told[0]), ajv.errorsText()).toBe(true);
    expect(Object.keys(told[0] ?? {})).toEqual(
      expect.arrayContaining(Object.keys(shapes[documented].properties ?? {})),
    );
  });

  test('answers 404 in JSON for an unknown project', async () => {
    const { call } = await session();
    const reply = await call(operation.id, {}, body);
    expect(reply.status).toBe(404);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.json).toMatchObject({ status: 404, message: expect.any(String) });
  });

  test('answers 404 for identifiers that are no UUIDs, also odd ones', async () => {
    const { call } = await session();
    for (const odd of [
      '1',
      'constructor',
      '__proto__',
      '%',
      '%00',
      '%E2%28',
      '..%2f..',
      'ü',
      '🦊',
      'a'.repeat(5000),
    ])
      expect((await call(operation.id, { project_id: odd, node_id: odd }, body)).status, odd).toBe(404);
  });
});

test('node start can be told to answer 201 with the node', async () => {
  const server = await session({ startAnswer: 201 });
  const ids = await server.node();
  const reply = await server.call('nodes.start', ids, {});
  expect(reply.status).toBe(201);
  expect(reply.json).toMatchObject({ ...ids, status: 'started' });
  expect(ajv.validate(shapes.node.$id as string, reply.json), ajv.errorsText()).toBe(true);
});

test('deleting a compute project names its content type and length', async () => {
  const server = await session();
  const { headers } = await server.call('compute.projects.delete', await server.computeProject());
  expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '0' });
});

test('other deletions and node start carry no content headers', async () => {
  const server = await session();
  const ids = await server.node();
  for (const id of ['nodes.start', 'nodes.delete', 'projects.delete']) {
    const { headers } = await server.call(id, ids, id === 'nodes.start' ? {} : undefined);
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^content-/)]));
  }
});

test('tells its version and lists what was created', async () => {
  const server = await session();
  const ids = await server.node();
  await server.computeProject();
  expect((await server.call('version.get')).json).toHaveProperty('version');
  for (const [id, length] of [
    ['projects.list', 1],
    ['compute.projects.list', 1],
    ['nodes.list', 1],
  ] as const)
    expect((await server.call(id, ids)).json, id).toHaveLength(length);
  expect((await server.call('nodes.get', ids)).json).toMatchObject(ids);
});

test.each(instanceKinds)('%s: what is created twice is a conflict', async (kind) => {
  const server = await session();
  const ids = await server.computeProject();
  const body = newInstance(kind);
  expect((await server.call(`${kind}.create`, ids, body)).status).toBe(201);
  expect((await server.call(`${kind}.create`, ids, { ...body, name: 'again' })).status).toBe(409);
  const { node_id } = body as { node_id: string };
  expect((await server.call(`${kind}.get`, { ...ids, node_id })).json).toMatchObject({ name: kind });
});
