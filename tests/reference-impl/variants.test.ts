import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { markup } from '../../reference-impl/variants/markup.js';
import { type Session, session } from './client.js';

const varied = (name: string) => session({ variants: [name] });

describe('another form with the same meaning', () => {
  test('text is composed, in items too', async () => {
    const server = await varied('composed-text');
    const ids = await server.instance('cloud');
    const item = { special: false, type: 'tap' };
    const sent = { name: 'e\u0301', interfaces: [{ ...item, name: 'o\u0308' }] };
    expect((await server.call('cloud.update', ids, sent)).json).toMatchObject({
      name: '\u00e9',
      interfaces: [{ ...item, name: '\u00f6' }],
    });
  });

  test.each([
    [-90, 270],
    [360, 0],
    [725, 5],
    [45, 45],
  ])('a rotation of %i is shown as %i', async (rotation, shown) => {
    const server = await varied('angles-within-a-turn');
    expect((await server.call('drawings.create', await server.project(), { rotation })).json.rotation).toBe(
      shown,
    );
  });

  test('markup is written in another way', () => {
    expect(markup(`<svg width="1" title='2"'><g/><a x = "it's">a &lt; b</a ></svg>`)).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" title="2&quot;" width='1'><g></g><a x='it&apos;s'>a &lt; b</a></svg>`,
    );
  });

  test('markup means what it meant', () => {
    const parser = new XMLParser({ ignoreAttributes: false });
    const text = `<svg xmlns='http://www.w3.org/2000/svg' width="20"  height='10'><rect x="it's" y='&quot;'/><text>a &amp; b</text></svg>`;
    expect(markup(text)).not.toBe(text);
    expect(parser.parse(markup(text).replaceAll('ns0:', '').replace(':ns0', ''))).toEqual(parser.parse(text));
  });

  test.each([
    '<svg><g></svg>',
    '<svg></g></svg>',
    '<svg width=1></svg>',
    '<svg>a & b<g x="1"/></svg>',
    '<svg><!-- <g x="1"/> --></svg>',
    '<svg><![CDATA[<g x="1"/>]]></svg>',
  ])('%s is left as it is', (text) => expect(markup(text)).toBe(text));
});

describe('bounds', () => {
  test.each([
    ['small-scenes', 'projects', 'scene_width', 1000],
    ['small-scenes', 'projects', 'scene_height', 800],
    ['few-adapters', 'iou', 'serial_adapters', 8],
    ['few-adapters', 'vmware', 'adapters', 8],
    ['console-range', 'vmware', 'console', 5100],
  ] as const)('%s: %s has %s up to %i, and is made within', async (name, kind, field, most) => {
    const server = await varied(name);
    await Promise.all(Array.from({ length: 110 }, () => server.project()));
    const ids = kind === 'projects' ? await server.project() : await server.instance(kind);
    expect((await server.call(`${kind}.get`, ids)).json[field]).toBeLessThanOrEqual(most);
    expect((await server.call(`${kind}.update`, ids, { [field]: most })).status).toBe(200);
    expect((await server.call(`${kind}.update`, ids, { [field]: most + 1 })).status).toBe(400);
  });

  test('names have 64 characters at most, also of what is made', async () => {
    const server = await varied('short-names');
    const name = 'n'.repeat(64);
    expect((await server.call('projects.create', {}, { name: `${name}n` })).status).toBe(400);
    const ids = (await server.call('projects.create', {}, { name })).json as { project_id: string };
    expect((await server.call('projects.update', ids, { name: `${name}n` })).status).toBe(400);
  });

  test('the thousand and first drawing is refused', async () => {
    const server = await varied('thousand-drawings');
    const ids = await server.project();
    const create = () => server.call('drawings.create', ids, {});
    const made = await Promise.all(Array.from({ length: 1000 }, create));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await create()).status).toBe(400);
  });
});

describe('fields of the server', () => {
  const sent = { console: 7000, status: 'started', md5sum: 'a' };

  test('are taken and stay as they are', async () => {
    const server = await varied('own-fields-fixed');
    const ids = await server.instance('iou');
    const before = (await server.call('iou.get', ids)).json;
    const update = await server.call('iou.update', ids, { ...sent, ram: 512 });
    expect([update.status, update.json]).toEqual([200, { ...before, ram: 512 }]);
  });

  test('are refused unless they are as they were', async () => {
    const server = await varied('own-fields-refused');
    const ids = await server.instance('iou');
    const { console: port, status } = (await server.call('iou.get', ids)).json;
    expect((await server.call('iou.update', ids, { console: port, status })).status).toBe(200);
    for (const [field, value] of Object.entries(sent))
      expect((await server.call('iou.update', ids, { [field]: value })).status).toBe(400);
  });

  test('memory is that of the default values as long as they are used', async () => {
    const server = await varied('default-iou-values');
    const ids = await server.instance('iou');
    expect((await server.call('iou.update', ids, { ram: 512 })).json.ram).toBe(256);
    expect((await server.call('iou.update', ids, { use_default_iou_values: false })).json.ram).toBe(512);
    expect((await server.call('iou.update', ids, { use_default_iou_values: true })).json.ram).toBe(256);
  });
});

describe('conflicts', () => {
  const update = async (server: Session, ids: { project_id: string; node_id: string }, body: object) =>
    (await server.call('vmware.update', ids, body)).status;

  test('a port that a node of another project has is in use', async () => {
    const server = await varied('ports-in-use');
    const [mine, other] = [await server.instance('vmware'), await server.instance('iou')];
    const portOf = async (kind: string, ids: object) => (await server.call(`${kind}.get`, ids)).json.console;
    expect(await update(server, mine, { console: await portOf('iou', other) })).toBe(409);
    expect(await update(server, mine, { console: await portOf('vmware', mine) })).toBe(200);
    expect(await update(server, mine, { console: 7000 })).toBe(200);
  });

  test('come before what is wrong with the rest of a body, and after what is wrong with the value', async () => {
    const server = await varied('conflicts-first');
    const mine = await server.instance('vmware');
    await server.instance('iou', mine.project_id);
    expect(await update(server, mine, { name: 'iou', headless: 7 })).toBe(409);
    expect(await update(server, mine, { vmx_path: 'other.vmx', headless: 7 })).toBe(409);
    expect(await update(server, mine, { name: 'vmware', vmx_path: 'conformance.vmx', headless: 7 })).toBe(
      400,
    );
    expect(await update(server, mine, { vmx_path: 7 })).toBe(400);
  });

  test('an id that is not that of the path conflicts, whatever it is', async () => {
    const server = await varied('other-ids-conflict');
    const mine = await server.instance('vmware');
    for (const node_id of ['nothing', randomUUID()])
      expect(await update(server, mine, { node_id })).toBe(409);
    expect(await update(server, mine, { ...mine, name: 'another' })).toBe(200);
  });

  test('a started instance is busy from then on, and can be read and deleted', async () => {
    const server = await varied('busy-after-start');
    const ids = await server.instance('vmware');
    expect(await update(server, ids, { status: 'suspended' })).toBe(200);
    expect(await update(server, ids, { status: 'started' })).toBe(200);
    for (const body of [{}, { status: 'stopped' }, { name: 7 }])
      expect(await update(server, ids, body)).toBe(409);
    expect((await server.call('vmware.get', ids)).json.status).toBe('started');
    expect((await server.call('vmware.delete', ids)).status).toBe(204);
  });
});

describe('load', () => {
  const many = (server: Session, count: number) =>
    Promise.all(Array.from({ length: count }, () => server.call('version.get')));

  test.each([
    ['limits-bursts', undefined],
    ['limits-bursts-for-a-moment', '0'],
    ['limits-bursts-for-a-second', '1'],
  ])('%s answers 429 until it is quiet', async (name, retryAfter) => {
    const server = await varied(name);
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const refused = (await many(server, 40)).filter(({ status }) => status === 429);
    expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(10).fill(retryAfter));
    now.mockReturnValue(1101);
    expect((await server.call('version.get')).status).toBe(200);
    now.mockRestore();
  });

  test('overloaded answers six at once and 503 to the others', async () => {
    const server = await varied('overloaded');
    const statuses = (await many(server, 32)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await vi.waitFor(async () =>
      expect((await many(server, 6)).map(({ status }) => status)).toEqual(Array(6).fill(200)),
    );
  });

  /** A connection over which one request goes at a time. */
  const connection = (server: Session) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const ask = (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      const answered = () => end(true);
      const ended = () => end(false);
      const end = (isAnswered: boolean) => {
        socket.off('data', answered).off('close', ended);
        resolve(isAnswered);
      };
      socket.on('data', answered).on('close', ended);
      socket.write('GET /v2/version HTTP/1.1\r\nHost: a\r\n\r\n');
    });

  test('the third connection waits until another one ends', async () => {
    const server = await varied('two-connections');
    const [first, second, third] = [connection(server), connection(server), connection(server)];
    expect([await ask(first), await ask(second)]).toEqual([true, true]);
    const waiting = ask(third);
    expect(await Promise.race([waiting, sleep(50, 'waiting')])).toBe('waiting');
    expect(await ask(first)).toBe(true);
    second.destroy();
    expect(await waiting).toBe(true);
  });

  test('a short connection carries twenty answers', async () => {
    const server = await varied('short-connections');
    const socket = connection(server);
    for (let i = 0; i < 20; i++) expect(await ask(socket)).toBe(true);
    expect(await ask(socket)).toBe(false);
  });
});

test('a deleted compute project is answered with a type and without a length', async () => {
  const server = await varied('unmeasured-204');
  const { headers } = await server.call('compute.projects.delete', await server.computeProject());
  expect(headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  expect(headers).not.toHaveProperty('content-length');
});
