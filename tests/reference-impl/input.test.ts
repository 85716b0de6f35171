/** Bodies, as far as the suite does not judge them: it knows what a target has to take, and not what it may. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type OperationId, operation } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { examplesOf } from '../schemas/examples.js';
import { newInstance, newNode, type Session, session } from './client.js';

interface Target {
  readonly id: OperationId;
  readonly make: (server: Session) => Promise<{ project_id: string; node_id?: string }>;
}

const targets: readonly Target[] = [
  { id: 'drawings.create', make: (server) => server.project() },
  { id: 'projects.update', make: (server) => server.project() },
  ...instanceKinds.map((kind): Target => ({ id: `${kind}.update`, make: (server) => server.instance(kind) })),
];

const identifiers = ['project_id', 'node_id', 'drawing_id'];

describe.each(targets)('$id', ({ id, make }) => {
  const { body = 'drawing', success } = operation(id);

  test('takes and shows whatever the document allows; identifiers stay as they are', async () => {
    const server = await session();
    const ids = await make(server);
    for (const { name, right } of examplesOf(body).fields)
      for (const value of right) {
        const { status, json } = await server.call(id, ids, { [name]: value });
        expect([status, name, JSON.stringify(value)]).toEqual([success[0], name, JSON.stringify(value)]);
        if (identifiers.includes(name)) {
          expect(json[name]).not.toBe(value);
          expect({ ...json, ...ids }).toEqual(json);
        } else expect(json[name]).toEqual(value);
      }
  });

  test('names the field that is wrong', async () => {
    const server = await session();
    const ids = await make(server);
    for (const { name, wrong } of examplesOf(body).fields)
      expect((await server.call(id, ids, { [name]: wrong[0] })).json.message).toMatch(`/${name}`);
  });

  test.each([
    ['nothing', undefined],
    ['white space', ' \n'],
    ['a byte-order mark', '\uFEFF{}'],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['200,000 levels', `{"name": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('refuses %s as malformed', async (_, text) => {
    const server = await session();
    expect((await server.callWith(id, await make(server), text)).status).toBe(400);
  });

  test('does not show unknown fields', async () => {
    const server = await session();
    const unknown = '{"unknown": 1, "__proto__": {"polluted": true}, "constructor": 2}';
    const { status, text, json } = await server.callWith(id, await make(server), unknown);
    expect(status).toBe(success[0]);
    expect(text).not.toMatch(/unknown|polluted|constructor/);
    expect(json).not.toHaveProperty('polluted');
  });
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
  expect((await server.callWith('cloud.update', ids, nested(511))).status).toBe(200);
  expect((await server.callWith('cloud.update', ids, nested(512))).status).toBe(400);
  expect((await server.call('cloud.get', ids)).json).toMatchObject(JSON.parse(nested(511)));
});
