/** The loop of somebody who builds a server: one process that stays, and judges again. */
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { planOf } from '../../../cli/options/plan.js';
import { resolve } from '../../../cli/options/resolve.js';
import { watch } from '../../../cli/watch/watch.js';
import type { Modification } from '../../../reference-impl/pipeline/modification.js';
import type { Report } from '../../../schemas/generated/report.js';
import { session } from '../../reference-impl/client.js';
import { call, folder, main, plainEnv } from '../command.js';

const fault = 'nodes.start.crashes-on-fields';

/** A command that goes on, with what it says. */
function going(args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder(), env: plainEnv() });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let read = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
      child.emit('said');
    });
  return {
    type: (text: string) => child.stdin.write(text),
    stop: () => child.kill('SIGINT'),
    /** Waits for words after those that were waited for before; gives all until then. */
    async says(words: string): Promise<string> {
      for (;;) {
        const at = said.indexOf(words, read);
        if (at !== -1) {
          const until = said.slice(read, at + words.length);
          read = at + words.length;
          return until;
        }
        await once(child, 'said');
      }
    },
    /** What was not waited for. */
    rest: () => said.slice(read),
    ended: once(child, 'close').then(([code]) => code as number),
  };
}

const part = ['--only', 'nodes.start,projects.get', '--runs', '1', '--reporter', 'console,json'];

test('what failed is judged first when the server is back, and told as still, fixed or new', async () => {
  const broken = await session({ faults: [fault] });
  const { port, url } = broken;
  const loop = going([url, '--watch', ...part]);
  // Failures that look alike are printed once: which of them is a matter of time.
  expect(await loop.says('Waiting')).toMatch(/^✗ \w+ +nodes\.start\.answers-\S*fields: /m);

  await broken.close();
  const same = await session({ port, faults: [fault] });
  const second = await loop.says('Waiting');
  expect(second).toMatch(/still ✗ \w+ +nodes\.start\.answers-\S*fields: /);
  expect(second).toMatch(
    /\nround 2, server restarted: \d+ findings?; requirements: 0 fixed, 0 new, \d+ still\n/,
  );
  // What was printed in full before is one line.
  expect(second).toMatch(/^✗ F1 must {2}/m);
  expect(second).not.toContain('curl');

  await same.close();
  const other = await session({ port, faults: ['projects.get.other-success-code'] });
  const round = await loop.says('Waiting');
  expect(round).toMatch(/fixed ✓ \w+ +nodes\.start\.answers-\S*fields: passes now/);
  // What looks alike is told once: which requirement comes first is a matter of time.
  expect(round).toMatch(/new +✗ \w+ +projects\.get\.[\w.-]+: .*got 201 Created/);
  expect(round).toMatch(
    /\nround 3, server restarted: \d+ findings? \(\d+ new\); requirements: \d+ fixed, \d+ new, 0 still\n/,
  );
  expect(round).toContain('curl');

  await other.close();
  await session({ port });
  const last = await loop.says('Waiting');
  expect(last).toMatch(/fixed ✓ \w+ +projects\.get\.[\w.-]+: passes now/);
  // All that failed in the round before, whichever is printed.
  const [, failed] = /requirements: \d+ fixed, (\d+) new/.exec(round) ?? [];
  expect(last).toContain(`requirements: ${failed} fixed, 0 new, 0 still\n`);
  loop.type('q\n');
  expect(await loop.ended).toBe(0);
});

test('a server that goes away in a round is judged again when it is back, and blamed the second time', async () => {
  const leaving: Modification = {
    name: 'leaving',
    operations: ['projects.update'],
    hooks: { wire: () => void server.close() },
  };
  let server = await session({ faults: [leaving] });
  const { port, url } = server;
  const loop = going([url, '--watch', '--only', 'projects.update', '--runs', '1', '--reporter', 'console']);
  const first = await loop.says('Waiting');
  expect(first).toMatch(
    /\nThe server went away in the middle of the round; judging again when it is back\.\n/,
  );
  expect(first).not.toMatch(/✗|exit/);
  server = await session({ port, faults: [leaving] });
  const second = await loop.says('Waiting');
  expect(second).toMatch(/✗ F1 must {2}the server goes away after a request of projects\.update/);
  expect(second).toMatch(/\nnon-conformant, exit 1: \d+ must requirements? failed; the server went away\n/);
  expect(second).toMatch(/\nround 1, server restarted: /);
  server = await session({ port });
  expect(await loop.says('Waiting')).toMatch(
    /\nround 2, server restarted: 0 findings; requirements: \d+ fixed, 0 new, 0 still\n/,
  );
  loop.type('q\n');
  expect(await loop.ended).toBe(0);
});

test('keys judge what failed, a part, or all', async () => {
  const server = await session({ faults: [fault] });
  const loop = going([server.url, '--watch', ...part]);
  await loop.says('Waiting');
  loop.type('f\n');
  expect(await loop.says('Waiting')).toMatch(/Judging 3 requirements on/);
  loop.type('o\n');
  await loop.says('only: ');
  loop.type('projects.get.succeeds\n');
  expect(await loop.says('Waiting')).toMatch(/Judging 1 requirement on/);
  // What was typed stays.
  loop.type('\n');
  const again = await loop.says('Waiting');
  expect(again).toMatch(/Judging 1 requirement on/);
  expect(again).not.toMatch(/^next /m);
  loop.type('o\n');
  await loop.says('only: ');
  loop.type('projects.gett\n');
  expect(await loop.says('Waiting')).toMatch(/did you mean projects\.get\?/);
  loop.type('a\n');
  expect(await loop.says('Waiting')).toMatch(/Judging \d\d+ requirements on/);
  loop.type('q\n');
  expect(await loop.ended).toBe(1);
});

test('the key for what failed judges nothing when nothing failed', async () => {
  const server = await session();
  const loop = going([server.url, '--watch', ...part]);
  await loop.says('Waiting');
  loop.type('f\n');
  expect(await loop.says('Waiting')).toMatch(/\nNothing failed\.\nWaiting$/);
  loop.type('q\n');
  expect(await loop.ended).toBe(0);
  expect(loop.rest()).not.toContain('Judging');
});

test('Ctrl-C in the middle of a round ends the loop', async () => {
  const server = await session();
  const loop = going([server.url, '--watch', '--runs', '20000']);
  await loop.says('Judging');
  loop.stop();
  expect(await loop.says('exit 130')).toContain('Stopping: ');
  expect(await loop.ended).toBe(130);
  expect(loop.rest()).toMatch(/^: stopped by Ctrl-C, .*\n$/);
});

test('a question is cancelled by Ctrl-C, and the keys are there again', async () => {
  const server = await session();
  const { options, ...plan } = await planOf(
    server.url,
    resolve({}, {}, {}),
    { values: {}, rest: {} },
    process.cwd(),
  );
  const [stdin, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  const io = { stdin, stderr, stdout: new PassThrough(), env: {}, cwd: process.cwd(), onSignal: () => {} };
  const judged: (readonly string[])[] = [];
  const loop = watch({
    plan: { ...plan, options },
    url: server.url,
    io,
    log: 'unused',
    ended: new AbortController().signal,
    round: async ({ options: { only } }) => {
      judged.push(only);
      return { exit: 1, report: { requirements: [], findings: [], run: {} } as unknown as Report };
    },
  });
  const said = async (words: string) => {
    for await (const text of on(stderr, 'data')) if (String(text).includes(words)) return;
  };
  for (const [words, keys] of [
    ['quit', 'o'],
    ['only: ', 'iou\u0003'],
    ['quit', 'o'],
    ['only: ', 'iou.get\r'],
    ['quit', 'q'],
  ] as const) {
    await said(words);
    stdin.write(keys);
  }
  expect(await loop).toBe(1);
  expect(judged).toEqual([[], ['iou.get']]);
});

test('a loop needs a server of its own', async () => {
  const { code, stderr } = await call(['--watch'], { cwd: path.resolve(folder()) });
  expect(code).toBe(2);
  expect(stderr).toMatch(/--watch needs the URL of a server/);
});
