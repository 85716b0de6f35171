import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type OperationId, operation } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { newInstance, newNode, type Session, session } from './client.js';
import { valuesOf } from './values.js';

interface Target {
  readonly id: OperationId;
  readonly ids: (server: Session) => Promise<{ project_id: string; node_id?: string }>;
  /** The route that tells what the write did. */
  readonly read: string;
}

const targets: readonly Target[] = [
  { id: 'drawings.create', ids: (server) => server.project(), read: 'drawings.list' },
  { id: 'projects.update', ids: (server) => server.project(), read: 'projects.get' },
  ...instanceKinds.map(
    (kind): Target => ({ id: `${kind}.update`, ids: (server) => server.instance(kind), read: `${kind}.get` }),
  ),
];

const identifiers = ['project_id', 'node_id', 'drawing_id'];

const notJson = {
  nothing: undefined,
  'white space': ' \n',
  'a truncated text': '{"name": "a"',
  'a trailing comma': '{"name": "a",}',
  'single quotes': "{'name': 'a'}",
  'an unquoted key': '{name: "a"}',
  'a bare word': 'name',
  NaN: '{"name": NaN}',
  'two values': '{} {}',
  'a byte-order mark': '\uFEFF{}',
  'invalid UTF-8': Buffer.from('{"name": "\xff"}', 'latin1'),
  'UTF-16': Buffer.from('{}', 'utf16le'),
  '200,000 levels': `{"name": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
};

describe.each(targets)('$id', ({ id, ids, read }) => {
  const { body, success } = operation(id);
  const fields = valuesOf(body ?? 'drawing');

  test.each(fields)('takes %s alone, whatever the document allows', async (field, { right }) => {
    const server = await session();
    const where = await ids(server);
    for (const value of right) {
      const reply = await server.call(id, where, { [field]: value });
      expect([reply.status, JSON.stringify(value)]).toEqual([success[0], JSON.stringify(value)]);
      if (identifiers.includes(field)) expect(reply.json[field]).not.toBe(value);
      else expect(reply.json[field]).toEqual(value);
      if (identifiers.includes(field) && where[field as 'project_id'])
        expect(reply.json[field]).toBe(where[field as 'project_id']);
    }
  });

  test.each(fields)('refuses %s of the wrong kind and changes nothing', async (field, { wrong }) => {
    const server = await session();
    const where = await ids(server);
    const before = await server.call(read, where);
    for (const value of wrong) {
      const reply = await server.call(id, where, { name: 'new', x: 5, [field]: value });
      expect([reply.status, JSON.stringify(value)]).toEqual([400, JSON.stringify(value)]);
      expect(reply.json.message).toMatch(`/${field}`);
    }
    expect((await server.call(read, where)).text).toBe(before.text);
  });

  test.each(Object.entries(notJson))('refuses %s as malformed', async (_, text) => {
    const server = await session();
    const where = await ids(server);
    const path = operation(id)
      .path.replace('{project_id}', where.project_id)
      .replace('{node_id}', where.node_id ?? '');
    expect((await server.send(operation(id).method, path, text)).status).toBe(400);
  });

  test('refuses a body that is no object', async () => {
    const server = await session();
    const where = await ids(server);
    for (const value of [null, [], [{}], 'a', 7, true])
      expect((await server.call(id, where, value)).status, JSON.stringify(value)).toBe(400);
  });

  test('ignores unknown fields', async () => {
    const server = await session();
    const where = await ids(server);
    const reply = await server.send(
      operation(id).method,
      operation(id)
        .path.replace('{project_id}', where.project_id)
        .replace('{node_id}', where.node_id ?? ''),
      '{"unknown": 1, "__proto__": {"polluted": true}, "constructor": 2}',
    );
    expect(reply.status).toBe(success[0]);
    expect(reply.text).not.toMatch(/unknown|polluted|constructor/);
    expect(reply.json).not.toHaveProperty('polluted');
  });
});

test('projects.update refuses what section 2.2 does not accept', async () => {
  const server = await session();
  const ids = await server.project();
  const before = await server.call('projects.get', ids);
  for (const sent of [{ filename: 'a' }, { project_id: ids.project_id }, { status: 'closed' }])
    expect((await server.call('projects.update', ids, { name: 'new', ...sent })).status).toBe(400);
  expect((await server.call('projects.get', ids)).text).toBe(before.text);
});

test('nodes.start takes any object and refuses all else', async () => {
  const server = await session();
  const ids = await server.node();
  expect((await server.call('nodes.start', ids, { anything: [1] })).status).toBe(204);
  for (const value of [undefined, null, [], 'a', 7])
    expect((await server.call('nodes.start', ids, value)).status).toBe(400);
});

const creations: Readonly<Record<string, Record<string, unknown>>> = {
  'projects.create': { name: 'lab' },
  'nodes.create': newNode,
  'compute.projects.create': { name: 'lab', project_id: randomUUID() },
  ...Object.fromEntries(instanceKinds.map((kind) => [`${kind}.create`, newInstance(kind)])),
};

test.each(Object.entries(creations))('%s needs each of its fields, and not null', async (id, body) => {
  const server = await session();
  const ids = id === 'nodes.create' ? await server.project() : await server.computeProject();
  for (const field of Object.keys(body)) {
    const { [field]: _, ...rest } = body;
    expect((await server.call(id, ids, rest)).status, field).toBe(400);
    expect((await server.call(id, ids, { ...body, [field]: null })).status, field).toBe(400);
  }
  expect(server.snapshot()).toHaveLength(1);
});

test('nesting is taken as deep as it can be given back, and no deeper', async () => {
  const server = await session();
  const ids = await server.instance('cloud');
  const nested = (levels: number) => `{"ports_mapping": ${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const path = `/v2/compute/projects/${ids.project_id}/cloud/nodes/${ids.node_id}`;
  expect((await server.send('PUT', path, nested(511))).status).toBe(200);
  expect((await server.send('PUT', path, nested(512))).status).toBe(400);
  expect((await server.call('cloud.get', ids)).json).toEqual(
    expect.objectContaining(JSON.parse(nested(511))),
  );
});
