import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { serveReference } from '../../reference-impl/index.js';
import type { Modification } from '../../reference-impl/pipeline/modification.js';
import { command, folder, main, plainEnv, reportIn } from './command.js';
import { expectWhole } from './report-schema.js';

const long = ['--runs', '20000', '--reporter', 'console,json'];

test.concurrent.for([
  ['SIGINT', 130, 2000],
  ['SIGTERM', 143, 3000],
  ['SIGINT', 130, 0],
] as const)('%s: exit %i, a whole report after %i ms, and nothing left behind', async ([
  name,
  code,
  after,
]) => {
  const server = await serveReference();
  const ended = await command([server.url, ...long], { signal: [name, after] });
  expect(ended.code).toBe(code);
  const report = reportIn(ended);
  expectWhole(report);
  const who = name === 'SIGINT' ? 'Ctrl-C' : name;
  expect(report.run.stopped).toEqual({ cause: 'signal', message: `Stopped by ${who}.` });
  expect(report.verdict).toBe('incomplete');
  expect(ended.stderr).toMatch(/^Stopping: removing what the run created\./m);
  const next = `next    npx netemu-conformance ${server.url}`;
  expect(ended.stdout).toMatch(
    new RegExp(
      `\\n${next}\nincomplete, exit ${code}: stopped by ${who}, \\d+ of \\d+ requirements judged\\n$`,
    ),
  );
  expect(server.snapshot()).toEqual([]);
  await server.close();
});

test.concurrent('a second Ctrl-C ends at once, and says what may be left', async () => {
  const silent: Modification = {
    name: 'silent',
    hooks: {
      wire: (exchange, answer, next) => exchange.incoming.method !== 'DELETE' && next(exchange, answer),
    },
  };
  const server = await serveReference({ faults: [silent] });
  const child = spawn(process.execPath, [main, server.url, ...long], { cwd: folder(), env: plainEnv() });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (/Judging|Stopping: /.test(text)) child.kill('SIGINT');
  });
  const [code] = await once(child, 'close');
  await server.close();
  expect(code).toBe(130);
  expect(said).toMatch(
    /\nStopped without cleaning up\. The server may still have resources named conformance-…\n$/,
  );
});

test.concurrent('the time for the whole run is kept', async () => {
  const server = await serveReference();
  const ended = await command([server.url, ...long, '--max-time', '2']);
  expect(ended.code).toBe(3);
  const report = reportIn(ended);
  expectWhole(report);
  expect(report.run.stopped).toMatchObject({ cause: 'max-time' });
  expect(server.snapshot()).toEqual([]);
  await server.close();
});

test.concurrent('a closed standard output costs neither the verdict nor the files', async () => {
  const cwd = folder();
  const child = spawn(process.execPath, [main, '--only', 'iou.get', '--runs', '1'], { cwd, env: plainEnv() });
  child.stdout.destroy();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expectWhole(reportIn({ cwd, code, stdout: '', stderr: '' }));
});

test.concurrent('serve takes a free port, tells it, and ends on a signal; a port in use is refused with a clear line', async () => {
  const server = await serveReference();
  const used = await command(['serve', '--port', String(server.port)]);
  await server.close();
  expect(used.code).toBe(2);
  expect(used.stderr).toMatch(/the port is already in use/);
  const ended = await command(['serve', '--port', '0'], { signal: ['SIGTERM', 0] });
  expect(ended.code).toBe(143);
  expect(ended.stdout).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+\n$/);
});
