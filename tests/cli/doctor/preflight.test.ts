import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { preflight } from '../../../cli/doctor/preflight.js';
import { session } from '../../reference-impl/client.js';

const settings = (baseUrl: string) => ({ baseUrl, headers: [], concurrency: 2, timeoutMs: 500 });

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = async (listener: RequestListener, at = '') =>
  preflight(settings(`http://${await listening(createServer(listener))}${at}`));

const always =
  (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

const page = '<!DOCTYPE html><title>hello</title>';
const html = { 'content-type': 'text/html' };

describe('nothing can be judged', () => {
  const stopped: readonly [string, RequestListener, RegExp][] = [
    [
      'a challenge',
      always(401, { 'www-authenticate': 'Basic realm="lab"' }),
      /authentication.*--user USER:PASSWORD/,
    ],
    ['a token asked for', always(401), /401 Unauthorized.*--header/],
    ['a refusal with a challenge', always(403, { 'www-authenticate': 'Bearer' }), /403 Forbidden \(Bearer\)/],
    ['a proxy that wants a password', always(407), /proxy.*HTTP_PROXY/],
    ['a proxy without the server', always(502, html, page), /proxy in between answers 502 Bad Gateway/],
    ['a proxy that waits for the server', always(504, html, page), /cannot reach the target.*NO_PROXY/],
    ['a web page', always(200, html, page), /web page where the interface has JSON.*before \/v2/],
    [
      'another place',
      (request, response) =>
        void response.writeHead(301, { location: `https://b.example${request.url}` }).end(),
      /never followed.*netemu-conformance https:\/\/b\.example\./,
    ],
    [
      'no answer',
      (request) => request.socket.destroy(),
      /does not answer: the connection was .*https rather than http/,
    ],
    ['silence', () => {}, /no whole answer within 500 ms.*--timeout/],
  ];
  test.each(stopped)('behind %s', async (_, listener, words) => {
    const found = await answering(listener);
    expect(found).toMatchObject({ ok: false, stop: expect.stringMatching(words) });
    expect(found.requests).toBeLessThanOrEqual(5);
  });

  test.each([
    ['a closed port', 'http://127.0.0.1:1', /refused\. Check the port/],
    ['a name that nobody has', 'http://nobody.invalid:3080', /Check the spelling of nobody\.invalid/],
  ])('at %s', async (_, url, words) => {
    const stop = expect.stringMatching(words);
    expect(await preflight(settings(url))).toMatchObject({ cause: 'unreachable', stop });
  });

  test('at a port that speaks TLS to nobody, or no HTTP', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-x\r\n'));
    const address = await listening(server);
    const stopAt = (scheme: string) => preflight(settings(`${scheme}://${address}`));
    expect(await stopAt('https')).toMatchObject({ stop: expect.stringMatching(/--insecure/) });
    expect(await stopAt('http')).toMatchObject({ stop: expect.stringMatching(/no HTTP at all/) });
  });
});

describe('a server that answers wrongly is judged', () => {
  const json = { 'content-type': 'application/json' };
  const judged: readonly [string, RequestListener][] = [
    ['500', always(500)],
    ['500 with a page', always(500, html, page)],
    ['200 {}', always(200, json, '{}')],
    ['200 []', always(200, json, '[]')],
    ['404', always(404)],
    ['403', always(403, json, '{}')],
    ['502 of its own', always(502, json, '{}')],
    ['200 and nothing', always(200)],
    ['503 and a time to wait', always(503, { ...json, 'retry-after': '1' }, '{}')],
  ];
  test.each(judged)('%s', async (_, listener) => {
    expect(await answering(listener)).toMatchObject({ ok: true, requests: 2 });
  });
});

test('what a server says of itself is told', async () => {
  const { url } = await session();
  expect(await preflight(settings(url))).toEqual({ ok: true, version: '2.0.0', requests: 2 });
});

test('a proxy and an odd base path are remarked', async () => {
  const found = await answering(always(404, { ...html, via: '1.1 squid' }, page), '/v2/x');
  expect(found).toMatchObject({ ok: true });
  expect(found.notices).toEqual([
    expect.stringContaining('Via: 1.1 squid'),
    expect.stringContaining('/v2 in its path'),
    expect.stringContaining('web page'),
  ]);
});

test('a base path that is too much is remarked', async () => {
  const listener: RequestListener = ({ url }, response) =>
    void response.writeHead(url === '/v2/projects' ? 200 : 404).end('[]');
  const found = await answering(listener, '/api');
  expect(found).toMatchObject({ ok: true, requests: 3 });
  expect(found.notices).toEqual([expect.stringMatching(/but (http:\S+)\/v2\/projects answers: try \1 as/)]);
  expect(await answering(listener)).toEqual({ ok: true, requests: 2 });
});
