import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { instanceKinds } from '../../schemas/kinds.js';
import { newInstance, type Session, session } from './client.js';

const updatable = [
  { kind: 'projects', make: (server: Session) => server.project(), changes: ['auto_close', 'scene_width'] },
  ...instanceKinds.map((kind) => ({
    kind,
    make: (server: Session) => server.instance(kind),
    changes: ['name', 'status'],
  })),
];

const samples: Readonly<Record<string, unknown>> = {
  auto_close: false,
  scene_width: 7,
  name: 'renamed',
  status: 'suspended',
};

describe.each(updatable)('$kind', ({ kind, make, changes }) => {
  test('what is written is read back and the rest stays', async () => {
    const server = await session();
    const ids = await make(server);
    let expected = (await server.call(`${kind}.get`, ids)).json;
    for (const field of changes) {
      expected = { ...expected, [field]: samples[field] };
      expect((await server.call(`${kind}.update`, ids, { [field]: samples[field] })).json).toEqual(expected);
      expect((await server.call(`${kind}.get`, ids)).json).toEqual(expected);
    }
  });

  test('an empty update changes nothing', async () => {
    const server = await session();
    const ids = await make(server);
    const before = await server.call(`${kind}.get`, ids);
    expect((await server.call(`${kind}.update`, ids, {})).text).toBe(before.text);
  });

  test('all that was read can be written', async () => {
    const server = await session();
    const ids = await make(server);
    const { filename: _, project_id, status, ...told } = (await server.call(`${kind}.get`, ids)).json;
    const sent = kind === 'projects' ? told : { ...told, project_id, status };
    expect((await server.call(`${kind}.update`, ids, sent)).json).toMatchObject(sent);
  });
});

describe('deleted resources', () => {
  test.each([
    'projects',
    'compute.projects',
    ...instanceKinds,
  ])('%s answer 404 from then on', async (kind) => {
    const server = await session();
    const ids =
      kind === 'projects'
        ? await server.project()
        : kind === 'compute.projects'
          ? await server.computeProject()
          : await server.instance(kind as 'iou');
    expect((await server.call(`${kind}.delete`, ids)).status).toBe(204);
    expect((await server.call(`${kind}.get`, ids)).status).toBe(404);
    expect((await server.call(`${kind}.delete`, ids)).status).toBe(404);
    if (kind !== 'compute.projects') expect((await server.call(`${kind}.update`, ids, {})).status).toBe(404);
  });

  test('take with them all that they hold', async () => {
    const server = await session();
    const node = await server.node();
    await server.call('drawings.create', node, {});
    const compute = await server.computeProject();
    const instances = await Promise.all(
      instanceKinds.map((kind) => server.instance(kind, compute.project_id)),
    );
    expect(server.snapshot().map(({ kind }) => kind)).toEqual([
      'projects',
      'drawings',
      'nodes',
      'compute.projects',
      'iou',
      'vmware',
      'cloud',
    ]);

    await server.call('projects.delete', node);
    await server.call('compute.projects.delete', compute);

    expect(server.snapshot()).toEqual([]);
    expect((await server.call('nodes.start', node, {})).status).toBe(404);
    for (const [at, kind] of instanceKinds.entries())
      expect((await server.call(`${kind}.get`, instances[at])).status).toBe(404);
  });
});

describe('drawings', () => {
  test('are listed once each, in order, as they were created', async () => {
    const server = await session();
    const ids = await server.project();
    const created = [];
    for (const body of [{}, { svg: '<svg/>', x: 1, y: 2, z: 3 }, { rotation: 90 }])
      created.push((await server.call('drawings.create', ids, body)).json);
    expect((await server.call('drawings.list', ids)).json).toEqual(created);
    expect(created[1]).toMatchObject({ ...ids, rotation: 0, svg: '<svg/>', x: 1, y: 2, z: 3 });
  });

  test('have the id that the server gave and the project of the path, whatever is sent', async () => {
    const server = await session();
    const { project_id } = await server.project();
    const sent = { drawing_id: randomUUID(), project_id: randomUUID() };
    const first = (await server.call('drawings.create', { project_id }, sent)).json;
    const second = (await server.call('drawings.create', { project_id }, sent)).json;
    expect(new Set([sent.drawing_id, first.drawing_id, second.drawing_id]).size).toBe(3);
    expect([first.project_id, second.project_id]).toEqual([project_id, project_id]);
  });

  test('lie in their own project only', async () => {
    const server = await session();
    const [mine, other] = [await server.project(), await server.project()];
    await server.call('drawings.create', mine, {});
    expect((await server.call('drawings.list', other)).text).toBe('[]');
  });
});

describe.each(instanceKinds)('%s instances', (kind) => {
  test('are found under their own project and kind only', async () => {
    const server = await session();
    const own = await server.instance(kind);
    const other = { ...own, project_id: (await server.computeProject()).project_id };
    const wrong = instanceKinds.filter((one) => one !== kind).map((one) => [one, own] as const);
    for (const [of, ids] of [[kind, other] as const, ...wrong]) {
      expect((await server.call(`${of}.get`, ids)).status).toBe(404);
      expect((await server.call(`${of}.update`, ids, { name: 'stolen' })).status).toBe(404);
      expect((await server.call(`${of}.delete`, ids)).status).toBe(404);
    }
    expect((await server.call(`${kind}.get`, own)).json).toMatchObject({ ...own, name: kind });
  });

  test('of two projects may have the same id and do not share anything', async () => {
    const server = await session();
    const body = newInstance(kind);
    const ids = [await server.computeProject(), await server.computeProject()].map((project) => ({
      project_id: project.project_id,
      node_id: body.node_id as string,
    }));
    for (const one of ids) await server.call(`${kind}.create`, one, body);
    await server.call(`${kind}.update`, ids[0], { name: 'first' });
    await server.call(`${kind}.delete`, ids[0]);
    expect((await server.call(`${kind}.get`, ids[1])).json).toMatchObject({ name: kind });
  });
});

test('a started node says so', async () => {
  const server = await session();
  const ids = await server.node();
  expect((await server.call('nodes.get', ids)).json).toMatchObject({ status: 'stopped' });
  await server.call('nodes.start', ids, {});
  expect((await server.call('nodes.get', ids)).json).toMatchObject({ status: 'started' });
});
