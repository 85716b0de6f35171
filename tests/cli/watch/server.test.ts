/** `--server CMD`: the server under test is started and ended by the command. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { session } from '../../reference-impl/client.js';
import { call, command, folder, main, reportIn } from '../command.js';
import { closedPort } from '../servers.js';

const part = ['--only', 'nodes.start,projects.get', '--runs', '1', '--reporter', 'console,json'];

test('what a server printed before it ended is shown, escaped, with the path of the rest', async () => {
  const url = await closedPort();
  const cwd = folder();
  writeFileSync(
    path.join(cwd, 'server.mjs'),
    `import { createServer } from 'node:http';
    createServer((request, response) => {
      if (request.method === 'GET') return response.writeHead(404).end();
      console.error(['one', 'two', '\\x1b[31mthree', 'four', 'five', 'six', ''].join('\\n'));
      process.exit(1);
    }).listen(${new URL(url).port}, '127.0.0.1');`,
  );
  const server = `exec ${process.execPath} server.mjs`;
  const ended = await command([url, '--server', server, ...part], { cwd });
  expect(ended.stderr).toContain(
    [
      'The server printed last (conformance-report/server.log):',
      ...['two', '\\u001b[31mthree', 'four', 'five', 'six', ''].map((line) => line && `  ${line}`),
    ].join('\n'),
  );
});

test('a command starts the server, and its children end with it', async () => {
  const url = await closedPort();
  const { port } = new URL(url);
  // The shell has a child that has the server as its child.
  const server = `sh -c '${process.execPath} ${main} serve --port ${port} & wait'; true`;
  const ended = await command([url, '--server', server, ...part]);
  expect(ended.code).toBe(0);
  expect(reportIn(ended).target.embedded).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
});

test('a command starts the server for the replay of a finding', async () => {
  const url = await closedPort();
  const server = `exec ${process.execPath} ${main} serve --port ${new URL(url).port} --fault nodes.start.crashes-on-fields`;
  const cwd = folder();
  expect((await call([url, '--server', server, ...part], { cwd })).code).toBe(1);
  const { code, stdout } = await call([url, '--server', server, '--replay', 'F1'], { cwd });
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('exit 1: F1') });
});

test('a command that ends at once or a port in use gets an error message', async () => {
  const url = await closedPort();
  const fails = await call([url, '--server', 'echo no such server; exit 7', ...part]);
  expect(fails.code).toBe(3);
  expect(fails.stderr).toMatch(
    /--server ended \(exit code 7\) before anything listened on .*\.\n.*\nThe server printed last \(.*server\.log\):\n {2}no such server\n/,
  );
  const server = await session();
  const inUse = await call([server.url, '--server', 'sleep 60', ...part]);
  const nobodyTypes = await command([server.url, '--watch', '--server', 'sleep 60', ...part]);
  expect(nobodyTypes.code).toBe(3);
  expect(inUse.code).toBe(3);
  expect(inUse.stderr).toMatch(/Something listens on .* before --server has started anything/);
});
