import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../lib/processes.mjs';
import { casesIn, ended } from './xunit.mjs';

export const specmatic = {
  name: 'Specmatic',
  packages: ['specmatic@2'],
  needs: { command: 'java', args: ['-version'] },
  how: 'contract tests with its generative tests, positive and negative',

  async prepare(folder, describe) {
    const spec = path.join(folder, 'spec.json');
    const reports = path.join(folder, 'junit');
    const jar = path.join(folder, 'node_modules/specmatic/specmatic.jar');
    return async (url) => {
      rmSync(reports, { recursive: true, force: true });
      writeFileSync(spec, JSON.stringify(describe(url)));
      const args = ['-jar', jar, 'test', spec, `--testBaseURL=${url}`, `--junitReportDir=${reports}`];
      const env = { ...process.env, SPECMATIC_GENERATIVE_TESTS: 'true' };
      const ran = await run('java', args, { cwd: folder, env, timeoutMs: 240_000 });
      return ended(junit(reports), ran);
    };
  },
};

function junit(folder) {
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith('.xml'))
    .flatMap((file) => casesIn(readFileSync(path.join(folder, file), 'utf8')));
}
