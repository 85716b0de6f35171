import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { serveReference } from '../../../reference-impl/index.js';
import { call, type Ended, folder, reportIn } from '../command.js';
import { expectWhole } from '../report-schema.js';
import { forward, listening } from '../servers.js';

const tls = (name: string) => fileURLToPath(new URL(`../tls/${name}`, import.meta.url));
const read = (name: string) => readFileSync(tls(name));

const password = 'pa55:w0rd/with%odd';
const token = 'tok-8f3b27c1';
const prefix = '/lab/a';
const expected = `Basic ${Buffer.from(`tester:${password}`).toString('base64')}`;
const few = ['--only', 'iou.get,drawings.create.refuses,cloud.delete', '--runs', '1'];
const everything = ['--reporter', 'console,json,html,junit,markdown,har,github,badge'];

let url = '';

/** Behind TLS with a certificate of its own, a client certificate, basic authentication, a token and a prefix. */
beforeAll(async () => {
  const reference = await serveReference();
  const options = {
    key: read('server.key'),
    cert: read('server.pem'),
    ca: read('ca.pem'),
    requestCert: true,
    rejectUnauthorized: true,
  };
  const base = await listening(async (request, response) => {
    const { authorization, 'x-token': given } = request.headers;
    if (authorization !== expected || given !== token || !request.url?.startsWith(`${prefix}/`)) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: 'who are you?', sent: request.headers }));
      return;
    }
    // A server that tells its secrets: nothing of it may reach a report.
    response.setHeader('set-cookie', `session=${token}`);
    response.setHeader('x-echo', authorization);
    await forward(request, response, reference.url + request.url.slice(prefix.length));
  }, options);
  url = base + prefix;
});

const certificates = ['--ca', tls('ca.pem'), '--cert', tls('client.pem'), '--key', tls('client.key')];

function expectNoSecret(ended: Ended): void {
  const out = path.join(ended.cwd, 'conformance-report');
  const texts = readdirSync(out).map((name) => readFileSync(path.join(out, name), 'utf8'));
  const basic = expected.slice('Basic '.length);
  for (const text of [...texts, ended.stdout, ended.stderr])
    for (const secret of [password, encodeURIComponent(password), token, basic])
      expect(text).not.toContain(secret);
}

test('authentication from the environment, a prefix and certificates: conformant', async () => {
  const env = {
    NETEMU_CONFORMANCE_USER: `tester:${password}`,
    NETEMU_CONFORMANCE_HEADER: `X-Token: ${token}`,
  };
  const ended = await call([`${url}/`, ...few, ...certificates, ...everything], { env });
  expect(ended.code).toBe(0);
  expectWhole(reportIn(ended));
  expectNoSecret(ended);
});

test('authentication from files, and no check of the certificate', async () => {
  const cwd = folder();
  writeFileSync(path.join(cwd, 'user'), `tester:${password}\n`);
  writeFileSync(path.join(cwd, 'headers'), `X-Token: ${token}\n`);
  const files = ['--user-file', 'user', '--header-file', 'headers', '--insecure'];
  const client = certificates.slice(2);
  const ended = await call([url, ...few, ...client, ...files, ...everything], { cwd });
  expect(ended.code).toBe(0);
  expectNoSecret(ended);
});

test('credentials in the URL are used and never told', async () => {
  const withUser = url.replace('//', `//tester:${encodeURIComponent(password)}@`);
  const given = ['--header', `X-Token: ${token}`];
  const ended = await call([withUser, ...few, ...certificates, ...given, ...everything]);
  expect(ended.code).toBe(0);
  expect(reportIn(ended).target.baseUrl).toBe(url);
  expectNoSecret(ended);
});

test('wrong credentials end the run before it begins, and are not told either', async () => {
  const ended = await call([url, ...few, ...certificates, '--user', `tester:${password}x`, ...everything]);
  expect(ended.code).toBe(3);
  expectWhole(reportIn(ended));
  expectNoSecret(ended);
});

test('a certificate that nobody vouches for: exit 3, and what to do', async () => {
  const ended = await call([url, ...few]);
  expect(ended.code).toBe(3);
  expect(ended.stdout).toMatch(/--ca/);
});

test('a server that is down costs no report that judged something: --last-failed and --replay take that one', async () => {
  const cwd = folder();
  const broken = await serveReference({ faults: ['iou.get.other-success-code'] });
  const files = [...few, '--reporter', 'json,html,junit'];
  const good = reportIn(await call([broken.url, ...files], { cwd }));
  await broken.close();
  for (const _ of ['once', 'twice']) {
    const down = await call([broken.url, ...files], { cwd });
    expect(down.code).toBe(3);
    expect(reportIn(down).run.stopped?.cause).toBe('unreachable');
    expect(reportIn(down, 'conformance-report/last-judged.json')).toEqual(good);
  }
  const out = path.join(cwd, 'conformance-report');
  expect(readFileSync(path.join(out, 'last-judged.html'), 'utf8')).toContain('F1');
  expect(readFileSync(path.join(out, 'junit.xml'), 'utf8')).not.toContain('F1');

  const again = await serveReference({ port: broken.port, faults: ['iou.get.other-success-code'] });
  const taken = `The last run judged nothing: taking conformance-report/last-judged.json, of ${good.run.startedAt}`;
  const replay = await call([again.url, '--replay', 'F1'], { cwd });
  expect(replay).toMatchObject({ code: 1, stderr: `${taken}\n` });
  const failed = await call([again.url, '--last-failed', '--reporter', 'json,html'], { cwd });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(`${taken}\nJudging `);
  await call([again.url, ...files], { cwd });
  await again.close();
  expect(existsSync(path.join(out, 'last-judged.json'))).toBe(false);
});
