import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { empty, faults, type Hooks, json, refuse, routes, variants } from '../../reference-impl/index.js';
import { session } from './client.js';

const modified = (hooks: Hooks, operations?: readonly string[]) =>
  session({ faults: [{ name: 'mine', summary: 'For the test.', ...(operations && { operations }), hooks }] });

describe('a hook on', () => {
  test('locate finds what is elsewhere', async () => {
    const server = await modified({
      locate(exchange, next) {
        const missing = next(exchange);
        const projects = exchange.store.collection('projects', undefined);
        const [entry] = projects?.values() ?? [];
        if (!missing || !entry) return missing;
        exchange.entry = entry;
        return undefined;
      },
    });
    const { project_id } = await server.project();
    expect((await server.call('projects.get')).json).toMatchObject({ project_id });
  });

  test('decode takes malformed bodies for empty ones', async () => {
    const server = await modified({
      decode(exchange, next) {
        if (next(exchange)) exchange.input = {};
        return undefined;
      },
    });
    const { project_id } = await server.project();
    expect((await server.send('PUT', `/v2/projects/${project_id}`, '{')).status).toBe(200);
  });

  test('validate lets a field pass unchecked, or refuses it', async () => {
    const ids = { name: 7, path: 'a' };
    const unchecked = await modified({ validate: () => undefined }, ['projects.update']);
    expect((await unchecked.call('projects.update', await unchecked.project(), ids)).json).toMatchObject(ids);
    const refused = await modified({ validate: () => refuse(400, 'no') }, ['projects.update']);
    expect((await refused.call('projects.update', await refused.project(), {})).status).toBe(400);
  });

  test('act answers without doing', async () => {
    const server = await modified({ act: () => empty(204) }, ['projects.delete']);
    const ids = await server.project();
    expect((await server.call('projects.delete', ids)).status).toBe(204);
    expect((await server.call('projects.get', ids)).status).toBe(200);
  });

  test('act can put back what was there', async () => {
    const server = await modified(
      {
        act(exchange, next) {
          const { record } = exchange.entry;
          const answer = next(exchange);
          exchange.entry.record = record;
          return answer;
        },
      },
      ['projects.update'],
    );
    const ids = await server.project();
    expect((await server.call('projects.update', ids, { name: 'new' })).json.name).toBe('new');
    expect((await server.call('projects.get', ids)).json.name).toBe('lab');
  });

  test('answer changes refusals and successes, codes, headers and bytes', async () => {
    const server = await modified({
      answer: ({ route }, { status }) => ({
        status: status + 1,
        headers: { 'Content-Type': 'text/html' },
        raw: route.id,
      }),
    });
    for (const [id, status] of [
      ['version.get', 201],
      ['projects.get', 405],
    ] as const) {
      const reply = await server.call(id);
      expect(reply).toMatchObject({ status, text: id, headers: { 'content-type': 'text/html' } });
    }
    expect(await server.send('GET', '/nowhere')).toMatchObject({ status: 405, text: 'unrouted' });
  });

  test('wire answers later, never, or in its own bytes', async () => {
    const late = await modified({ wire: (exchange, answer, next) => setTimeout(next, 30, exchange, answer) });
    const started = performance.now();
    await late.call('version.get');
    expect(performance.now() - started).toBeGreaterThan(25);

    const cut = await modified({ wire: ({ outgoing }) => outgoing.destroy() });
    await expect(cut.call('version.get')).rejects.toThrow();

    const silent = await modified({ wire: () => {} });
    const waiting = silent.call('version.get').then(
      () => 'answered',
      () => 'cut off',
    );
    expect(await Promise.race([waiting, sleep(30, 'waiting')])).toBe('waiting');
    await silent.close();
    expect(await waiting).toBe('cut off');

    const abandoned = await modified({
      wire: (exchange, answer, next) => setTimeout(next, 20, exchange, answer),
    });
    const socket = connect(abandoned.port, '127.0.0.1').on('error', () => {});
    socket.write('GET /v2/version HTTP/1.1\r\nHost: a\r\n\r\n');
    await sleep(10);
    socket.destroy();
    expect((await abandoned.call('version.get')).status).toBe(200);

    const raw = await modified({
      wire: ({ outgoing }) =>
        outgoing.socket?.end('HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\njunk'),
    });
    expect((await raw.call('version.get')).status).toBe(204);
  });
});

test('hooks concern their operations only, and the last one is outermost', async () => {
  const log: string[] = [];
  const logging = (name: string, operations: string[]) => ({
    name,
    summary: '',
    operations,
    hooks: {
      act: (exchange, next) => {
        log.push(name);
        return next(exchange);
      },
    } satisfies Hooks,
  });
  const server = await session({
    variants: [logging('inner', ['version.get'])],
    faults: [logging('outer', ['version.get']), logging('other', ['projects.list'])],
  });
  await server.call('version.get');
  expect(log).toEqual(['outer', 'inner']);
});

test('a hook that throws is a 500, and the server goes on', async () => {
  const broken = () => {
    throw new Error('broken');
  };
  for (const hooks of [{ locate: broken }, { act: broken }, { answer: broken }, { wire: broken }]) {
    const server = await modified(hooks);
    const reply = await server.call('version.get');
    expect([reply.status, reply.json.message]).toEqual([500, 'Error: broken']);
    expect((await server.call('version.get')).status).toBe(500);
  }
});

test('servers share nothing, and a modification of one leaves the other as it is', async () => {
  const [one, other] = [await modified({ act: () => json(200, 'modified') }), await session()];
  await other.project();
  expect(one.snapshot()).toEqual([]);
  expect((await other.call('version.get')).text).not.toContain('modified');
});

test('every name in the catalogues is used once, and names only routes that exist', () => {
  const all = [...faults, ...variants];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  const ids = routes.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(all.flatMap(({ operations }) => operations ?? [])));
});
