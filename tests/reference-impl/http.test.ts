import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { exchangeOn } from './bytes.js';
import { type Session, session } from './client.js';

let server: Session;

const exchange = (bytes: string | Buffer) => exchangeOn(server.port, bytes);

const start = async () => {
  server = await session();
  return server.project();
};

describe('malformed HTTP', () => {
  afterEach(async () => expect((await server.call('version.get')).status).toBe(200));

  const host = 'Host: a\r\nConnection: close\r\n';
  test.each(
    Object.entries({
      noise: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'a wrong version': 'GET /v2/version HTTP/9.9\r\n\r\n',
      'an unknown method': `BREW /v2/version HTTP/1.1\r\n${host}\r\n`,
      'a header without a colon': `GET /v2/version HTTP/1.1\r\n${host}broken\r\n\r\n`,
      'two lengths': `POST /v2/projects HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      'a negative length': `POST /v2/projects HTTP/1.1\r\n${host}Content-Length: -2\r\n\r\n{}`,
      'a length and chunks': `POST /v2/projects HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'a broken chunk': `POST /v2/projects HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      'huge headers': `GET /v2/version HTTP/1.1\r\n${host}X: ${'x'.repeat(100_000)}\r\n\r\n`,
      'a huge path': `GET /v2/${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
    }),
  )('%s is refused with a 4xx', async (_, bytes) => {
    await start();
    expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test.each(
    Object.entries({
      'a back slash': '/v2\\projects',
      'dot segments': '/v2/projects/../../etc/passwd',
      'a broken escape': '/v2/projects/%zz/drawings',
      'an empty segment': '/v2/projects//drawings',
      'an asterisk': '*',
      'a name of every object': '/v2/projects/__proto__',
    }),
  )('a target with %s is 404', async (_, target) => {
    await start();
    expect(await exchange(`GET ${target} HTTP/1.1\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test.each([
    'GET http://a/v2/version HTTP/1.1',
    'GET /v2/version?x=%zz HTTP/1.1',
    'HEAD /v2/version HTTP/1.1',
  ])('%s is no malformed request', async (line) => {
    await start();
    expect(await exchange(`${line}\r\n${host}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a request that is cut off takes no effect', async () => {
    await start();
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /v2/projects HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{"name": "cut off"}');
    await sleep(20);
    socket.destroy();
    await sleep(20);
    expect(server.snapshot()).toHaveLength(1);
  });

  test('requests in one packet are answered in order', async () => {
    const { project_id } = await start();
    const body = '{"name": "pipelined"}';
    const path = `/v2/projects/${project_id}`;
    const put = `PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const received = await exchange(
      `${put}DELETE ${path} HTTP/1.1\r\nHost: a\r\n\r\nGET ${path} HTTP/1.1\r\n${host}\r\n`,
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 204', 'HTTP/1.1 404']);
  });

  test('a body that comes in pieces, split within a character, arrives whole', async () => {
    await start();
    const body = Buffer.from('{"name": "🦊"}');
    const chunks = [...body].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
    const head = Buffer.from(`POST /v2/projects HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`);
    await exchange(Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]));
    expect(server.snapshot().map(({ record }) => record.name)).toEqual(['lab', '🦊']);
  });
});

describe('huge bodies', () => {
  const path = (ids: { project_id: string }) => `/v2/projects/${ids.project_id}`;

  test('within the limit are taken and given back', async () => {
    const ids = await start();
    const name = 'n'.repeat(8 * 1024 * 1024);
    expect((await server.call('projects.update', ids, { name })).status).toBe(200);
    expect((await server.call('projects.get', ids)).json.name === name).toBe(true);
  });

  test('over the limit are refused with 413 and change nothing', async () => {
    const ids = await start();
    const reply = await server.send('PUT', path(ids), `{"name": "${'n'.repeat(33 * 1024 * 1024)}"}`);
    expect(reply.status).toBe(413);
    expect((await server.call('projects.get', ids)).json.name).toBe('lab');
  });

  test('are left unread where no body is taken', async () => {
    const ids = await start();
    const body = Buffer.alloc(4 * 1024 * 1024, 'x');
    expect((await server.send('GET', path(ids), body)).status).toBe(200);
    expect((await server.send('DELETE', path(ids), body)).status).toBe(204);
  });
});

describe('routes', () => {
  test('what is at no path is 404 in JSON', async () => {
    await start();
    for (const unknown of [
      '/',
      '/v2',
      '/v3/projects',
      '/v2/projects/',
      '/v2/compute/projects/1/qemu/nodes/2',
    ]) {
      const reply = await server.send('GET', unknown);
      expect([reply.status, reply.headers['content-type']]).toEqual([404, 'application/json']);
      expect(reply.json.status).toBe(404);
    }
  });

  test('a method that a path does not take is 405 and names those that it takes', async () => {
    const ids = await start();
    for (const [method, at, allow] of [
      ['PATCH', `/v2/projects/${ids.project_id}`, 'GET, PUT, DELETE'],
      ['OPTIONS', '/v2/projects', 'GET, POST'],
      ['PROPFIND', '/v2/version', 'GET'],
      ['DELETE', `/v2/projects/${ids.project_id}/drawings`, 'GET, POST'],
    ] as const) {
      const reply = await exchange(`${method} ${at} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1\.1 405 /);
      const [, header = ''] = /^allow: (.*)$/im.exec(reply) ?? [];
      expect(new Set(header.split(', '))).toEqual(new Set(allow.split(', ')));
    }
  });

  test('any Content-Type of a request will do', async () => {
    const ids = await start();
    for (const type of ['text/plain', 'application/octet-stream', 'nonsense']) {
      const head = `PUT /v2/projects/${ids.project_id} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
      const reply = await exchange(
        `${head}Content-Type: ${type}\r\nContent-Length: 14\r\n\r\n{"name":"typ"}`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});
