/** The scripts are run: against a server with the defect, against one without, and against none. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge } from '../../proof/judge.js';
import { play, verdictsOfScripts } from '../../proof/measures/scripts.js';
import { faults } from '../../reference-impl/index.js';
import { numbered } from '../../report/findings.js';
import { repro } from '../../reporters/repro.js';
import type { Finding } from '../../schemas/generated/report.js';
import { requirements } from '../../suites/index.js';
import { session } from '../reference-impl/client.js';
import { hostileReport } from './hostile-report.js';

const folder = mkdtempSync(join(tmpdir(), 'netemu-repro-'));
const options = { seed: 1, runs: 15, timeoutMs: 2000 };

const run = (script: string, env: NodeJS.ProcessEnv = {}) => play(script, env, folder);

const aimedAt = (name: string) => {
  const aims = new Set(faults.find((fault) => fault.name === name)?.aims);
  expect(aims.size, name).toBeGreaterThan(0);
  return requirements.filter(({ id }) => aims.has(id));
};

/** One of each way in which a script tells, and of each way in which a world is made. */
const sample = [
  'iou.update.crashes-on-null-for-node_directory',
  'iou.get.answers-ram-as-null',
  'cloud.update.error-as-text-html',
  'compute.projects.delete.head-text-html',
  'vmware.update.does-not-store-name',
  'projects.update.removes-drawings',
  'vmware.delete.deletes-elsewhere',
  'drawings.list.shows-lone-drawing-twice',
  'compute.projects.get.drops',
  'projects.update.refuses-over-100-kb',
];

test.each(sample)('the script of each finding in %s is red there and green elsewhere', async (name) => {
  const { verdicts } = await verdictsOfScripts(name, aimedAt(name), options);
  expect(verdicts.size).toBeGreaterThan(0);
  expect([...verdicts].filter(([, { verdict }]) => verdict !== 'passed')).toEqual([]);
});

describe('a script', () => {
  const fault = 'drawings.create.puts-into-project-of-body';

  /** The script of the first finding in a fault, with the server that has it. */
  const scriptOf = async (change: (finding: Finding) => void = () => {}) => {
    const server = await session({ faults: [fault] });
    const { findings: found } = await judge(server.url, aimedAt(fault), options);
    const findings = structuredClone(numbered(found as unknown as Omit<Finding, 'id'>[]));
    expect(findings).toHaveLength(1);
    for (const finding of findings) change(finding);
    const scripts = Object.values(repro({ target: { baseUrl: server.url }, run: options, findings }));
    return { server, script: scripts[0] ?? '' };
  };

  test('makes a world of its own each time, and leaves nothing behind', async () => {
    const { server, script } = await scriptOf();
    const left = server.snapshot().length;
    for (const _ of [1, 2]) {
      const { code, text } = await run(script);
      expect({ code, text }).toMatchObject({ code: 0 });
      expect(text).toContain('The defect shows.');
    }
    expect(server.snapshot()).toHaveLength(left);
    await server.close();
    expect(await run(script, { TIMEOUT: '2' })).toMatchObject({ code: 2 });
  });

  test('takes secret headers from the environment, and leaves them out where they are not there', async () => {
    const { script } = await scriptOf(({ evidence }) => {
      for (const { request } of evidence.exchanges)
        request.headers = [...request.headers, ['Authorization', '<authorization>']];
    });
    expect(await run(script)).toMatchObject({ code: 0 });
    expect(await run(script, { HEADER_AUTHORIZATION: 'Bearer a b' })).toMatchObject({ code: 0 });
  });

  test('cannot tell where a request was cut', async () => {
    const { script } = await scriptOf(({ evidence }) => {
      const body = evidence.exchanges.at(-1)?.request.body ?? evidence.exchanges.at(-2)?.request.body;
      expect(body).toBeDefined();
      if (body) body.truncated = true;
    });
    expect(await run(script)).toMatchObject({ code: 2 });
  });
});

test('hostile words run nothing and reach no terminal', async () => {
  const report = hostileReport();
  const scripts = repro(report);
  expect(Object.keys(scripts)).toEqual(report.findings.map(({ id }) => `${id}.sh`));
  for (const script of Object.values(scripts)) {
    const { code, text } = await run(script, { BASE_URL: 'http://127.0.0.1:1', TIMEOUT: '2' });
    expect(code).toBe(2);
    expect(/(?!\n)\p{Cc}|\p{Bidi_Control}/u.test(text)).toBe(false);
  }
  expect(readdirSync(folder).filter((name) => name.includes('pwned'))).toEqual([]);
});
