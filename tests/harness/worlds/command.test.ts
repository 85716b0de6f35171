import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { HttpClient } from '../../../harness/http/client.js';
import { CommandProvisioner } from '../../../harness/worlds/command.js';
import { drive, having } from '../../drive.js';
import { session } from '../../reference-impl/client.js';

const folder = mkdtempSync(path.join(tmpdir(), 'fixtures-'));

test('the example of the documentation supplies every check that creation supplies', async () => {
  const text = readFileSync(new URL('../../../docs/targets.md', import.meta.url), 'utf8');
  const [, script = ''] = /```js\n(.*?)```/s.exec(text) ?? [];
  const file = path.join(folder, 'lab.mjs');
  const server = await session();
  writeFileSync(file, script.replace('process.env.LAB_URL', JSON.stringify(server.url)));
  const only =
    /^(nodes\.start|projects\.get|compute\.projects\.get|cloud\.(get|delete)|vmware\.get)\.(succeeds|answer-ids|other|twice)/;
  const byRest = await drive((await session()).url, { only, runs: 1 });
  const provision = { by: 'command', argv: [file] } as const;
  const byProgram = await drive(server.url, { only, runs: 1, provision });
  const told = (verdicts: typeof byRest.verdicts) =>
    [...verdicts]
      .filter(([id]) => !id.startsWith('vmware.'))
      .map(([id, { verdict }]) => `${id} ${verdict}`)
      .sort();
  expect(told(byProgram.verdicts)).toEqual(told(byRest.verdicts));
  expect(byProgram.verdicts.get('vmware.get.succeeds')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'the fixture program says: this lab has no vmware',
    remedy: 'add one to lab.mjs',
  });
  expect(having(byProgram, 'failed')).toEqual([]);
  expect(byProgram.leftovers).toEqual([]);
  expect(server.snapshot()).toEqual([]);
});

describe('a program that', () => {
  const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const wrong: readonly [string, string, RegExp][] = [
    ['crashes', 'exit 3', /ended with exit code 3/],
    ['is killed', 'kill -9 $$', /was ended by SIGKILL/],
    ['takes too long', 'sleep 5', /gave no answer within 0\.4 s/],
    ['says nothing', 'true', /printed nothing, but is to print one line of JSON/],
    ['says too much', 'echo "{}"; echo "{}"', /printed 2 lines/],
    ['says no JSON', 'echo hello', /printed no JSON object: hello/],
    ['says a list', 'echo "[]"', /printed no JSON object: \[\]/],
    ['names no node', `echo '{"project_id": "${id}"}'`, /answered without a node_id that is a UUID/],
  ];
  test.each(wrong)('%s makes its kind unavailable, in words', async (_, script, message) => {
    await expect(ask(['sh', '-c', script])).rejects.toMatchObject({
      name: 'Unavailable',
      message: expect.stringMatching(message),
      remedy: expect.stringContaining('--debug'),
    });
  });

  test('is not there makes its kind unavailable, in words', async () => {
    await expect(ask([path.join(folder, 'nothing')])).rejects.toThrow(/cannot be started: .*ENOENT/);
  });

  test('cannot dispose is told among the leftovers', async () => {
    const provisioner = new CommandProvisioner(target(), {
      argv: ['sh', '-c', `echo '{"left": "it is locked"}'`],
    });
    await provisioner.dispose({ kind: 'cloud', project_id: id, node_id: id, resource: {}, made: [] });
    expect((await provisioner.close()).leftovers).toEqual([
      { kind: 'cloud', path: `/v2/compute/projects/${id}/cloud/nodes/${id}`, reason: 'it is locked' },
    ]);
  });
});

const target = () => new HttpClient({ baseUrl: 'http://127.0.0.1:9', concurrency: 1, timeoutMs: 1000 });

function ask(argv: readonly string[]) {
  return new CommandProvisioner(target(), { argv, timeoutMs: 400 }).make({ kind: 'iou', use: 'write' });
}
