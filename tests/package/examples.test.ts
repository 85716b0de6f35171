/** What the documentation shows to type is typed here. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type ReferenceServer, serveReference } from '../../reference-impl/index.js';
import { call, folder } from '../cli/command.js';
import { root } from '../root.js';
import { offline, run } from './installed.js';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const shown = 'http://127.0.0.1:3080';

let server: ReferenceServer;
beforeAll(async () => {
  server = await serveReference();
  return () => server.close();
});

/** Less of everything, unless an example says otherwise itself. */
const short = { NETEMU_CONFORMANCE_RUNS: '1', NETEMU_CONFORMANCE_ONLY: 'iou.get,projects.get,drawings.list' };

/** The commands of a document's shell blocks, without those that go on in the background. */
const commandsIn = (file: string) =>
  [...read(file).matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line.startsWith('npx netemu-conformance') && !line.endsWith('&'));

/** Words of a command line without a shell: the examples quote with single quotes only. */
const words = (line: string) =>
  [...line.replace(/ +#.*/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/** A recording of a project that is renamed. */
async function session(): Promise<string> {
  const entries: object[] = [];
  const send = async (method: string, at: string, json?: object) => {
    const body = json && { method, body: JSON.stringify(json) };
    const type = { 'content-type': 'application/json' };
    const answer = await fetch(server.url + at, { headers: type, ...body });
    const text = await answer.text();
    const headers = [{ name: 'content-type', value: 'application/json' }];
    entries.push({
      startedDateTime: new Date(Date.UTC(2026, 0, 1) + 1000 * entries.length).toISOString(),
      time: 5,
      request: { method, url: server.url + at, headers, ...(body && { postData: { text: body.body } }) },
      response: { status: answer.status, headers, content: { text, size: Buffer.byteLength(text) } },
    });
    return JSON.parse(text) as { project_id: string };
  };
  const { project_id } = await send('POST', '/v2/projects', { name: 'lab' });
  await send('PUT', `/v2/projects/${project_id}`, { name: 'lab-2' });
  await send('GET', `/v2/projects/${project_id}`);
  return JSON.stringify({ log: { version: '1.2', entries } });
}

test('the README begins with what works from a clone', async () => {
  const [, block = ''] = /```sh\n([\s\S]*?)\n```/.exec(read('README.md')) ?? [];
  const lines = block.split('\n').map((line) => line.replace(/ +#.*/, ''));
  expect(lines).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  const start = ['start', '--', '--runs', '1', '--only', 'iou.get', '--out', folder()];
  const { stdout } = await run('npm', start, { cwd: root, env: offline() });
  expect(stdout).toMatch(/^conformant in what was selected, exit 0: /m);
  expect(Object.keys(manifest.scripts)).toContain('test');
});

describe.for(['README.md', 'docs/ci.md', 'docs/configuration.md', 'docs/traffic.md'])('%s', (file) => {
  test('its commands do what it says', { timeout: 300_000 }, async () => {
    const cwd = folder();
    writeFileSync(path.join(cwd, 'session.har'), await session());
    const lines = commandsIn(file);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const args = words(line)
        .slice(2)
        .map((word) => word.replace(shown, server.url));
      const own = args.includes('--only') ? { NETEMU_CONFORMANCE_RUNS: '1' } : short;
      const { code, stderr } = await call(args, { cwd, env: own });
      expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
    }
  });

  test('what it links to is there', () => {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) => to);
    for (const to of links) expect(existsSync(path.join(root, path.dirname(file), to)), to).toBe(true);
  });
});

test('the configuration that is shown is valid, and complete enough to run', async () => {
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(read('docs/configuration.md')) ?? [];
  const cwd = folder();
  writeFileSync(path.join(cwd, 'netemu-conformance.config.json'), text.replace(shown, server.url));
  const ended = await call([], { cwd, env: { ...short, LAB_TOKEN: 'x' } });
  expect(ended.code).toBe(0);
});
