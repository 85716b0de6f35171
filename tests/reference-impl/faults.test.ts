/** Faults do what they say, also those that hide from most clients. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exchangeOn } from './bytes.js';
import { type Session, session } from './client.js';

const faulty = (name: string) => session({ faults: [name] });
const dropped = 'no answer';

/** The code of an answer, or that there is none. */
const statusOf = (reply: Promise<{ status: number }>) =>
  reply.then(({ status }) => status).catch(() => dropped);

describe('values', () => {
  test.each([
    ['iou.update.takes-none-for-console_type', { console_type: 'none' }],
    ['iou.update.takes-spice-agent-for-console_type', { console_type: 'spice+agent' }],
    ['iou.update.takes-closed-for-status', { status: 'closed' }],
    ['iou.update.takes-node_id-in-braces', { node_id: `{${randomUUID()}}` }],
    ['iou.update.takes-node_id-as-urn', { node_id: `urn:uuid:${randomUUID()}` }],
    ['iou.update.takes-project_id-without-hyphens', { project_id: randomUUID().replaceAll('-', '') }],
  ])('%s', async (name, body) => {
    const server = await faulty(name);
    expect((await server.call('iou.update', await server.instance('iou'), body)).status).toBe(200);
  });

  test('an interface of its own lets a wrong one pass, another one does not', async () => {
    const server = await faulty('cloud.update.takes-items-without-special-behind-its-own-interface');
    const ids = await server.instance('cloud');
    const [own] = (await server.call('cloud.get', ids)).json.interfaces as object[];
    const wrong = { name: 'eth1', type: 'tap' };
    const update = async (...interfaces: object[]) =>
      (await server.call('cloud.update', ids, { interfaces })).status;
    expect([await update(own as object, wrong), await update({ ...own, name: 'a' }, wrong)]).toEqual([
      200, 400,
    ]);
  });

  test('a port mapping of its own lets a wrong one crash', async () => {
    const server = await faulty('cloud.update.crashes-on-numbers-behind-its-own-mapping');
    const ids = await server.instance('cloud');
    const own = (await server.call('cloud.get', ids)).json.ports_mapping as object[];
    const update = async (...ports_mapping: unknown[]) =>
      (await server.call('cloud.update', ids, { ports_mapping })).status;
    expect([await update(...own, 7), await update(7), await update(...own)]).toEqual([500, 200, 200]);
  });

  const nested = (opening: string, closing: string, levels: number) =>
    `{"a": ${opening.repeat(levels)}1${closing.repeat(levels)}}`;
  test.each([
    ['crashes-on-2000-arrays', nested('[', ']', 2000), 500],
    ['crashes-on-2000-arrays', nested('{"a":', '}', 2000), 400],
    ['crashes-on-2000-objects', nested('{"a":', '}', 2000), 500],
    ['drops-2000-levels', nested('[', ']', 2000), dropped],
    ['drops-2000-levels', nested('[', ']', 500), 200],
    ['refuses-over-100-kb', `{"name": "${'n'.repeat(100_000)}"}`, 413],
    ['crashes-over-250-kb', `{"name": "${'n'.repeat(200_000)}"}`, 200],
    ['crashes-over-250-kb', `{"name": "${'n'.repeat(250_000)}"}`, 500],
    ['drops-over-500-kb', `{"name": "${'n'.repeat(500_000)}"}`, dropped],
    ['crashes-on-the-name-__proto__', '{"name": "__proto__"}', 500],
  ])('projects.update.%s', async (name, body, status) => {
    const server = await faulty(`projects.update.${name}`);
    const { project_id } = await server.project();
    expect(await statusOf(server.send('PUT', `/v2/projects/${project_id}`, body))).toBe(status);
  });

  test('a name is lost', async () => {
    const server = await faulty('projects.update.loses-the-name-constructor');
    const ids = await server.project();
    const update = await server.call('projects.update', ids, { name: 'constructor' });
    expect([update.json.name, (await server.call('projects.get', ids)).json.name]).toEqual([
      'constructor',
      'lab',
    ]);
  });
});

describe('other notations of ids', () => {
  const forms = {
    'in-braces': (id: string) => `%7B${id}%7D`,
    'as-urn': (id: string) => `urn:uuid:${id}`,
    'without-hyphens': (id: string) => id.replaceAll('-', ''),
  };
  test.each(Object.entries(forms))('find a node %s', async (name, form) => {
    const server = await faulty(`iou.get.finds-node-${name}`);
    const { project_id, node_id } = await server.instance('iou');
    const get = async (id: string) =>
      (await server.send('GET', `/v2/compute/projects/${project_id}/iou/nodes/${id}`)).status;
    expect([await get(form(node_id)), await get(form(randomUUID())), await get(node_id)]).toEqual([
      200, 404, 200,
    ]);
  });
});

describe('HTTP', () => {
  /** All that comes back for the bytes, sent over a connection of their own. */
  const raw = async (server: Session, line: string, headers: string, body = '') =>
    exchangeOn(server.port, `${line} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`);
  const chunked = ['Transfer-Encoding: chunked', 'e\r\n{"name":"new"}\r\n0\r\n\r\n'] as const;

  test.each([
    ['refuses-chunks', 400, 'lab'],
    ['crashes-on-chunks', 500, 'lab'],
    ['disregards-chunks', 200, 'lab'],
  ])('projects.update.%s', async (name, status, stored) => {
    const server = await faulty(`projects.update.${name}`);
    const ids = await server.project();
    const reply = await raw(server, `PUT /v2/projects/${ids.project_id}`, ...chunked);
    expect(reply).toMatch(`HTTP/1.1 ${status} `);
    expect((await server.call('projects.get', ids)).json.name).toBe(stored);
  });

  test.each([
    ['projects.get.crashes-on-a-body', 'GET', 'Content-Length: 2', /^HTTP\/1.1 500 /],
    ['projects.delete.crashes-on-a-body', 'DELETE', 'Content-Length: 2', /^HTTP\/1.1 500 /],
    ['projects.get.drops-a-body', 'GET', 'Content-Length: 2', /^$/],
    ['projects.update.drops-when-told-to-close', 'PUT', 'Connection: close\r\nContent-Length: 2', /^$/],
    ['projects.get.ends-a-byte-early', 'GET', 'Accept: */*', /[^}]$/],
  ])('%s', async (name, method, headers, received) => {
    const server = await faulty(name);
    const { project_id } = await server.project();
    const body = headers.includes('Length') ? '{}' : '';
    expect(await raw(server, `${method} /v2/projects/${project_id}`, headers, body)).toMatch(received);
  });

  test('a byte is owed, a last chunk left out', async () => {
    for (const [name, expected] of [
      ['projects.update.ends-with-a-byte-owed', (length: number) => `content-length: ${length + 1}\r\n`],
      ['cloud.update.ends-without-a-last-chunk', () => 'Transfer-Encoding: chunked\r\n'],
    ] as const) {
      const server = await faulty(name);
      const ids = name.startsWith('cloud') ? await server.instance('cloud') : await server.project();
      const path =
        'node_id' in ids
          ? `compute/projects/${ids.project_id}/cloud/nodes/${ids.node_id}`
          : `projects/${ids.project_id}`;
      const reply = await raw(server, `PUT /v2/${path}`, 'Content-Length: 2', '{}');
      expect(reply).toContain(expected(reply.split('\r\n\r\n')[1]?.length ?? 0));
      expect(reply).not.toContain('\r\n0\r\n');
    }
  });

  test('a connection that has carried twenty requests ends, and the request is carried out', async () => {
    const server = await faulty('drawings.create.ends-long-connections');
    const { project_id } = await server.project();
    const path = `/v2/projects/${project_id}/drawings`;
    const requests = [
      ...Array.from({ length: 20 }, () => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`,
    ];
    const reply = await exchangeOn(server.port, requests.join(''));
    expect(reply.match(/HTTP\/1\.1 200/g)).toHaveLength(20);
    expect(reply).not.toContain('HTTP/1.1 201');
    expect((await server.call('drawings.list', { project_id })).json).toHaveLength(1);
  });

  test('what was created has no body', async () => {
    const server = await faulty('nodes.start.created-without-body');
    expect(await server.call('nodes.start', await server.node(), {})).toMatchObject({
      status: 201,
      text: '',
    });
  });
});

describe('at the same time, and afterwards', () => {
  test.each([
    ['iou.update.resurrects', [200, 204, 200]],
    ['iou.update.crashes-when-overtaken', [500, 204, 404]],
    ['iou.delete.crashes-during-an-update', [200, 500, 200]],
  ])('%s', async (name, statuses) => {
    const server = await faulty(name);
    const ids = await server.instance('iou');
    // The update lasts until the test says so.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const update = server.call('iou.update', ids, { ram: 512 });
    while (!server.snapshot().some(({ record }) => record.ram === 512)) await setImmediate();
    const deletion = await server.call('iou.delete', ids);
    vi.runAllTimers();
    const replies = [await update, deletion, await server.call('iou.get', ids)];
    expect(replies.map(({ status }) => status)).toEqual(statuses);
  });

  test.each([
    ['breaks-reading-of-its-kind', 'iou.get'],
    ['breaks-reading-of-other-kinds', 'cloud.get'],
    ['breaks-writing-beside-it', 'iou.update'],
  ])('a deletion %s', async (name, broken) => {
    const server = await faulty(`iou.delete.${name}`);
    const gone = await server.instance('iou');
    const beside = {
      iou: await server.instance('iou', gone.project_id),
      cloud: await server.instance('cloud', gone.project_id),
      elsewhere: await server.instance('iou'),
    };
    await server.call('iou.delete', gone);
    const status = async (id: string, ids: object) =>
      (await server.call(id, ids, id.endsWith('get') ? undefined : {})).status;
    const seen = await Promise.all(
      (['iou.get', 'cloud.get', 'iou.update'] as const).map(async (id) => [
        id,
        await status(id, beside[id.split('.')[0] as 'iou' | 'cloud']),
      ]),
    );
    expect(seen).toEqual(seen.map(([id]) => [id, id === broken ? 500 : 200]));
    expect(await status(broken.replace('cloud', 'iou'), beside.elsewhere)).toBe(200);
  });
});

test('memory is not stored even without the default values', async () => {
  const server = await faulty('iou.update.never-stores-ram');
  const ids = await server.instance('iou');
  expect((await server.call('iou.get', ids)).json.use_default_iou_values).toBe(true);
  const sent = { use_default_iou_values: false };
  await server.call('iou.update', ids, sent);
  expect((await server.call('iou.update', ids, { ram: 512, nvram: 64 })).json).toMatchObject({
    ...sent,
    ram: 256,
    nvram: 64,
  });
});
