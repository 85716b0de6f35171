import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../lib/processes.mjs';

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
      const { code, stdout, timedOut } = await run('java', args, { cwd: folder, env, timeoutMs: 240_000 });
      const cases = junit(reports);
      const failed = cases
        .filter((each) => /<failure|<error/.test(each))
        .map((each) => each.match(/\sname="([^"]*)"/)?.[1] ?? '');
      return {
        failed: [...failed, ...(timedOut ? ['timed out'] : [])],
        tests: cases.length,
        code,
        output: stdout,
      };
    };
  },
};

function junit(folder) {
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith('.xml'))
    .flatMap(
      (file) =>
        readFileSync(path.join(folder, file), 'utf8').match(/<testcase [\s\S]*?(?:\/>|<\/testcase>)/g) ?? [],
    );
}
