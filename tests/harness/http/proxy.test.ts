import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { get, targetOf } from '../../hostile/raw.js';

const variables = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy'];

/** A proxy that answers by itself, and what it was asked for. */
async function proxy() {
  const asked: string[] = [];
  const note = ({ method, url }: IncomingMessage) => asked.push(`${method} ${url}`);
  const server = createServer((request, response) => {
    note(request);
    response.end('{}');
  });
  server.on('connect', (request, socket) => {
    note(request);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Sets the variables of a proxy; the others are as good as absent. */
function environment(given: Readonly<Record<string, string>>): void {
  for (const name of variables) vi.stubEnv(name, given[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test.each(['HTTP_PROXY', 'http_proxy'])('a target is asked through the proxy of %s', async (name) => {
  const { at, asked } = await proxy();
  for (const named of [`http://${at}`, at]) {
    environment({ [name]: named });
    const target = targetOf({ url: 'http://lab.example:3080/base' });
    for (const path of ['/v2/x', '/v2/y'])
      expect((await target.send({ ...get, path })).answer?.status).toBe(200);
  }
  const both = ['GET http://lab.example:3080/base/v2/x', 'GET http://lab.example:3080/base/v2/y'];
  expect(asked).toEqual([...both, ...both]);
});

test('a target by TLS is asked through a tunnel', async () => {
  const { at, asked } = await proxy();
  environment({ HTTPS_PROXY: `http://${at}` });
  const { failure } = await targetOf({ url: 'https://lab.example' }).send(get);
  expect(failure).toBeDefined();
  expect(asked[0]).toBe('CONNECT lab.example:443');
});

test.each(['127.0.0.1', 'other, 127.0.0.1', '*'])('NO_PROXY=%s exempts a target', async (exempt) => {
  const { at: direct, asked } = await proxy();
  environment({ HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: exempt });
  expect((await targetOf({ url: `http://${direct}` }).send(get)).answer?.status).toBe(200);
  expect(asked).toEqual(['GET /v2/x']);
});
