import { expect, test } from 'vitest';
import { serveReference } from '../../reference-impl/index.js';
import { session } from './client.js';

test('listens where it says', async () => {
  const server = await session();
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
});

test('a port in use is told in words', async () => {
  const { port } = await session();
  await expect(serveReference({ port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${port}: the port is already in use.`,
  );
});

test('an address that is not of this machine is told in words', async () => {
  await expect(serveReference({ host: '192.0.2.1' })).rejects.toThrow('Cannot listen on 192.0.2.1, port 0: ');
});

test('an unknown name is refused with where to find the names', async () => {
  await expect(serveReference({ faults: ['no-such-fault'] })).rejects.toThrow('There is no no-such-fault');
  await expect(serveReference({ variants: ['no-such'] })).rejects.toThrow('`variants`');
});

test('a closed server is gone at once, with its open connections', async () => {
  const server = await session();
  await server.call('version.get');
  await server.close();
  await expect(server.call('version.get')).rejects.toThrow();
});
