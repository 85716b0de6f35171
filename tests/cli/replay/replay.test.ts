/** `--replay F1`: the recorded requests of a finding, in a new world. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Modification } from '../../../reference-impl/pipeline/modification.js';
import { session } from '../../reference-impl/client.js';
import { call, folder, reportIn } from '../command.js';

const only = ['--only', 'drawings.create.spares-project-of-body', '--reporter', 'json'];
const faults = ['drawings.create.puts-into-project-of-body'];

test('tells whether a finding still shows, by id and by fingerprint, and leaves everything as it was', async () => {
  const cwd = folder();
  const broken = await session({ faults });
  const [finding] = reportIn(await call([broken.url, ...only], { cwd })).findings;
  const file = path.join(cwd, 'conformance-report', 'report.json');
  const written = readFileSync(file, 'utf8');
  expect(finding?.replay).toBe(`npx netemu-conformance ${broken.url} --replay F1`);
  for (const name of ['F1', String(finding?.fingerprint)]) {
    const { code, stdout } = await call([broken.url, '--replay', name], { cwd });
    expect({ code, stdout }).toMatchObject({ code: 1 });
    expect(stdout).toMatch(
      /^F1 should {2}drawings\..*\n {2}expected .*, after \d+ requests\nstill shows, exit 1: F1\n$/,
    );
  }
  expect(broken.snapshot()).toEqual([]);
  const mended = await call(['reference', '--replay', 'F1'], { cwd });
  expect(mended).toMatchObject({ code: 0 });
  expect(mended.stdout).toMatch(/\n {2}got .*\ndoes not show any more, exit 0: F1\n$/);
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test('a report of a server is not replayed on the reference implementation unless that is said', async () => {
  const cwd = folder();
  const broken = await session({ faults });
  await call([broken.url, ...only], { cwd });
  for (const again of [['--replay', 'F1'], ['--last-failed']]) {
    const { code, stderr } = await call(again, { cwd });
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain(`The last report is of ${broken.url}; without a URL`);
    expect(stderr).toContain(`Give ${broken.url} as the first argument.`);
  }
});

test('what did not show again in its run is not said to be mended by a replay', async () => {
  const cwd = folder();
  const broken = await session({ faults });
  const report = reportIn(await call([broken.url, ...only], { cwd }));
  const file = path.join(cwd, 'conformance-report', 'report.json');
  const [finding] = report.findings;
  const evidence = { ...finding?.evidence, reproducibility: 'flaky' };
  writeFileSync(file, JSON.stringify({ ...report, findings: [{ ...finding, evidence }] }));
  const { code, stdout } = await call(['reference', '--replay', 'F1'], { cwd });
  expect(stdout).toMatch(
    /as when the run repeated it.*\ncannot be told by its requests: run the whole again/,
  );
  expect(code).toBe(3);
});

test('judges the requirements where the requests do not tell', async () => {
  const cwd = folder();
  const server = await session({ faults: ['compute.projects.delete.sends-body-on-204'] });
  await call([server.url, '--only', 'compute.projects.delete', '--reporter', 'json'], { cwd });
  const { code, stdout } = await call([server.url, '--replay', 'F1'], { cwd });
  expect(stdout).toMatch(/^F1 must .*\n {2}cannot be told by its requests alone/);
  expect(stdout).toMatch(/compute\.projects\.delete +- +1|compute\.projects\.delete/);
  expect(code).toBe(1);
});

test('a reading of what is gone says nothing, and nothing leads to a report that was not written', async () => {
  const cwd = folder();
  const server = await session({ faults: ['projects.get.answers-name-as-object'] });
  const args = [server.url, '--only', 'projects.get.answer.name'];
  const first = await call([...args, '--reporter', 'json'], { cwd });
  const report = reportIn(first);
  const [finding] = report.findings;
  const { exchanges = [], deciding = 0 } = finding?.evidence ?? {};
  const alone = { ...finding?.evidence, exchanges: exchanges.slice(deciding, deciding + 1), deciding: 0 };
  const file = path.join(cwd, 'conformance-report', 'report.json');
  const replacements = { fresh: [], answered: [] };
  writeFileSync(
    file,
    JSON.stringify({ ...report, findings: [{ ...finding, evidence: { ...alone, replacements } }] }),
  );
  const again = await call([server.url, '--replay', 'F1'], { cwd });
  const shown = await call([...args, '--reporter', 'console'], { cwd: folder() });
  expect(again.stdout).toMatch(/cannot be told by its requests alone \(what they read is gone\): judging/);
  expect(again.code).toBe(1);
  expect(shown.stdout).toMatch(/again +npx netemu-conformance \S+ --seed \d+ --replay projects\.get\.answer/);
  expect(shown.stdout).not.toMatch(/--last-failed/);
});

test('a server that is down, or goes away meanwhile, is no defect of the suite', async () => {
  const cwd = folder();
  const broken = await session({ faults });
  await call([broken.url, ...only], { cwd });
  const { port, url } = broken;
  await broken.close();
  const down = await call([url, '--replay', 'F1'], { cwd });
  expect(down).toMatchObject({ code: 3, stderr: '' });
  expect(down.stdout).toMatch(
    /^The target http:\S+ does not answer: .+\. Check the port.+\nincomplete, exit 3: the server cannot be reached\n$/,
  );

  const leaving: Modification = {
    name: 'leaving',
    hooks: {
      wire(exchange, answer, next) {
        if (exchange.incoming.method === 'POST') server.close();
        else next(exchange, answer);
      },
    },
  };
  const server = await session({ port, faults: [leaving] });
  const gone = await call([url, '--replay', 'F1'], { cwd });
  expect(gone.code).toBe(3);
  expect(gone.stdout).toMatch(/cannot be told by its requests alone \(.+\): judging its requirements\n/);
  expect(gone.stdout).toMatch(/\nincomplete, exit 3: the server cannot be reached\n$/);
});

test('says what there is where there is no such finding', async () => {
  const cwd = folder();
  const none = await call(['reference', '--replay', 'F1'], { cwd });
  expect(none.code).toBe(2);
  expect(none.stderr).toMatch(
    /There is no finding in conformance-report: no report\.json there has judged anything\./,
  );
  const server = await session({ faults });
  await call([server.url, ...only], { cwd });
  const wrong = await call([server.url, '--replay', 'F7'], { cwd });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(
    /There is no finding F7 in the last report in conformance-report, which has F1\./,
  );
});
