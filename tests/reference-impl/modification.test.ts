/** Hooks, as far as faults and variants do not show what they do. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { faults, type Hooks, json, routes, variants } from '../../reference-impl/index.js';
import { session } from './client.js';

const modified = (hooks: Hooks) => session({ faults: [{ name: 'mine', hooks }] });

describe('a hook on', () => {
  test('answer changes what is at no path, too', async () => {
    const server = await modified({
      answer: ({ route }, { status }) => ({ status: status + 1, headers: {}, raw: route.id }),
    });
    expect(await server.call('version.get')).toMatchObject({ status: 201, text: 'version.get' });
    expect(await server.send('GET', '/nowhere')).toMatchObject({ status: 405, text: 'unrouted' });
  });

  test('wire never answers, until the server is closed', async () => {
    const server = await modified({ wire: () => {} });
    const waiting = server.call('version.get').then(
      () => 'answered',
      () => 'cut off',
    );
    expect(await Promise.race([waiting, sleep(30, 'waiting')])).toBe('waiting');
    await server.close();
    expect(await waiting).toBe('cut off');
  });

  test('wire answers a client that is gone', async () => {
    const late: Hooks = { wire: (exchange, answer, next) => setTimeout(next, 20, exchange, answer) };
    const server = await modified(late);
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    socket.write('GET /v2/version HTTP/1.1\r\nHost: a\r\n\r\n');
    await sleep(10);
    socket.destroy();
    expect((await server.call('version.get')).status).toBe(200);
  });
});

test('hooks concern their operations only, and the last one is outermost', async () => {
  const log: string[] = [];
  const logging = (name: string, operations: string[]) => ({
    name,
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

test('every variant has a name of its own, and changes routes that exist', () => {
  const names = [...faults, ...variants].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const ids = routes.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(variants.flatMap(({ operations }) => operations ?? [])));
});
