/** Time until the first request, over the time that Vitest needs for one empty test. */
import { spawn } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cli, compiled, root, run, temporaryFolder } from '../lib/processes.mjs';
import { interleave, ratios, spread } from '../lib/statistics.mjs';

export async function start({ rounds }) {
  const folder = emptyTest();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { suite: suites, empty: empties } = await interleave(rounds, {
    suite: untilFirstRequests,
    empty: () => run(process.execPath, [vitest, 'run'], { cwd: folder }),
  });
  const emptyMs = empties.map(({ wallMs }) => wallMs);
  const requests = suites.map(({ requestMs }) => requestMs);
  const writes = suites.map(({ writeMs }) => writeMs);
  return {
    rounds,
    emptyTestMs: spread(emptyMs),
    firstRequestMs: spread(requests),
    /** The look at the target comes first; the first fixture is when judging begins. */
    firstWriteMs: spread(writes),
    firstRequest: ratios(requests, emptyMs),
    firstWrite: ratios(writes, emptyMs),
  };
}

function emptyTest() {
  const folder = temporaryFolder();
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, 'empty.test.mjs'),
    "import { test } from 'vitest';\ntest('empty', () => {});\n",
  );
  return folder;
}

async function untilFirstRequests() {
  const { serveReference } = await compiled('reference-impl/index.js');
  let requestMs = 0;
  let written = () => {};
  const firstWrite = new Promise((resolve) => {
    written = () => resolve(performance.now() - started);
  });
  const watcher = {
    name: 'bench-watcher',
    summary: 'Notes when the first requests come.',
    hooks: {
      locate(exchange, next) {
        requestMs ||= performance.now() - started;
        if (exchange.incoming.method === 'POST') written();
        return next(exchange);
      },
    },
  };
  const server = await serveReference({ variants: [watcher] });
  const out = temporaryFolder();
  const started = performance.now();
  const child = spawn(process.execPath, [cli, server.url, '--out', out], { cwd: out, stdio: 'ignore' });
  const writeMs = /** @type {number} */ (await firstWrite);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  await server.close();
  return { requestMs, writeMs };
}
