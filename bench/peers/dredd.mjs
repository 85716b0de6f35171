import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../lib/processes.mjs';
import { casesIn, ended } from './xunit.mjs';

/**
 * Plain bodies, for those that Dredd makes up of a schema hold texts that are no UUIDs; refusals made of what is
 * a good request by itself; and what cannot be brought about is left out.
 */
const hooksText = `
const hooks = require('hooks');
const unknown = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const drawing = { svg: '<svg width="10" height="10"/>', x: 10, y: 20, z: 1 };
function plain(path) {
  if (path.endsWith('/drawings')) return drawing;
  if (path.endsWith('/start')) return {};
  return path.includes('/compute/') ? { name: 'bench' } : { scene_width: 1600 };
}
hooks.beforeEach((transaction, done) => {
  const code = transaction.expected.statusCode;
  const { request, fullPath } = transaction;
  const writes = request.method === 'PUT' || request.method === 'POST';
  const starts = fullPath.endsWith('/start');
  if (code === '409' || (code === '400' && !writes) || (code === '201' && starts)) transaction.skip = true;
  if (code === '404') transaction.fullPath = fullPath.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, unknown);
  if (writes) {
    request.headers['Content-Type'] = 'application/json';
    request.body = code === '400' ? '{"name": ' : JSON.stringify(plain(fullPath));
  }
  done();
});
`;

export const dredd = {
  name: 'Dredd',
  packages: ['dredd@14'],
  how: 'each listed code once: unknown ids for 404, malformed JSON for 400, 409 left out',

  async prepare(folder, describe) {
    const file = path.join(folder, 'openapi.json');
    const hooks = path.join(folder, 'hooks.cjs');
    writeFileSync(hooks, hooksText);
    return async (url) => {
      const report = path.join(folder, 'report.xml');
      writeFileSync(report, '');
      writeFileSync(file, JSON.stringify(describe(url)));
      const output = ['--reporter=xunit', `--output=${report}`, '--loglevel=error'];
      const args = [file, url, '--sorted', `--hookfiles=${hooks}`, ...output];
      const bin = path.join(folder, 'node_modules/.bin/dredd');
      const ran = await run(bin, args, { cwd: folder, timeoutMs: 120_000 });
      return ended(casesIn(readFileSync(report, 'utf8')), ran);
    };
  },
};
