/** The scripts are run: against a server with the defect, against one without, and against none. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Modification, type ReferenceServer, serveReference } from '../../reference-impl/index.js';
import { repro } from '../../reporters/repro.js';
import type { Evidence, Report } from '../../schemas/generated/report.js';
import { ALL_HOSTILE, hostileReport } from './hostile-report.js';
import { record, reportOf } from './recorder.js';

const folder = mkdtempSync(join(tmpdir(), 'netemu-repro-'));

const run = (script: string, env: NodeJS.ProcessEnv = {}): Promise<{ code: number; text: string }> => {
  const file = join(folder, `${randomUUID()}.sh`);
  writeFileSync(file, script);
  return new Promise((resolve) => {
    execFile(
      'sh',
      [file],
      { cwd: folder, env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });
};

const only = (report: Report): string => {
  const scripts = Object.values(repro(report));
  expect(scripts).toHaveLength(1);
  return scripts[0] ?? '';
};

const broken: readonly Modification[] = [
  {
    name: 'takes-anything',
    summary: 'checks no input of IOU updates',
    operations: ['iou.update'],
    hooks: { validate: () => undefined },
  },
  {
    name: 'plain-text',
    summary: 'declares IOU instances as text',
    operations: ['iou.get'],
    hooks: { answer: (_, answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } }) },
  },
  {
    name: 'ram-in-words',
    summary: 'tells a string as the RAM of VMware instances, and no name',
    operations: ['vmware.get'],
    hooks: {
      answer: (_, answer) => (answer.status === 200 ? { ...answer, body: { adapters: '4' } } : answer),
    },
  },
  {
    name: 'hangs-up',
    summary: 'closes the connection on a project update',
    operations: ['projects.update'],
    hooks: { wire: (exchange) => void exchange.outgoing.destroy() },
  },
];

describe('a script for a failure', () => {
  let defective: ReferenceServer;
  let sound: ReferenceServer;

  beforeAll(async () => {
    defective = await serveReference({ faults: [...broken] });
    sound = await serveReference();
  });

  afterAll(async () => {
    await defective.close();
    await sound.close();
  });

  const instance = async (kind: string, body: object) => {
    const projects = `${defective.url}/v2/compute/projects`;
    const [project, node] = [randomUUID(), randomUUID()];
    const nodes = `${projects}/${project}/${kind}/nodes`;
    const name = JSON.stringify({ name: `it's ${kind}`, project_id: project });
    return {
      url: `${nodes}/${node}`,
      made: [
        await record('fixture: a compute project', projects, 'POST', name),
        await record(
          `fixture: a ${kind} instance`,
          nodes,
          'POST',
          JSON.stringify({ name: 'R1', node_id: node, ...body }),
        ),
      ],
    };
  };

  const iou = () => instance('iou', { path: 'conformance.bin' });
  const vmware = () => instance('vmware', { vmx_path: 'conformance.vmx', linked_clone: false });

  const cases: Record<string, () => Promise<Omit<Evidence, 'symptom' | 'deciding'>>> = {
    'a status': async () => {
      const { made, url } = await iou();
      const last = await record('the wrong value', url, 'PUT', '{"ram":"it\'s $HOME"}');
      expect(last.answer?.status).toBe(200);
      return {
        expected: '400 Bad Request',
        seen: '200 OK',
        violations: [{ in: 'status', message: 'status 200' }],
        exchanges: [...made, last],
      };
    },
    'a header': async () => {
      const { made, url } = await iou();
      return {
        expected: 'Content-Type: application/json on an answer with a body',
        seen: 'Content-Type: text/plain',
        violations: [{ in: 'header', pointer: 'content-type', message: 'must be application/json' }],
        exchanges: [...made, await record('a read', url, 'GET')],
      };
    },
    'a wrong type': async () => {
      const { made, url } = await vmware();
      return {
        expected: 'a vmware-instance object',
        seen: '/adapters must be integer',
        violations: [{ in: 'body', pointer: '/adapters', message: 'must be integer' }],
        exchanges: [...made, await record('a read', url, 'GET')],
      };
    },
    'a missing field': async () => {
      const { made, url } = await vmware();
      return {
        expected: 'a vmware-instance object',
        seen: '/name is missing',
        violations: [{ in: 'body', pointer: '/name', message: 'is missing' }],
        exchanges: [...made, await record('a read', url, 'GET')],
      };
    },
    'a dropped connection, with an id that the server chose': async () => {
      const projects = `${defective.url}/v2/projects`;
      const made = await record('fixture: a project', projects, 'POST', `{"name":"p-${randomUUID()}"}`);
      const id = JSON.parse(made.answer?.body?.text ?? '{}').project_id as string;
      const last = await record('an update', `${projects}/${id}`, 'PUT', '{}');
      expect(last.failure).toBeDefined();
      return {
        expected: '200 OK',
        seen: 'no answer: the connection was closed',
        violations: [{ in: 'transport', message: 'transport dropped' }],
        exchanges: [made, last],
      };
    },
  };

  test.each(
    Object.entries(cases),
  )('%s exits 0 with the defect, 1 without, 2 without a server', async (name, make) => {
    const evidence = await make();
    const script = only(reportOf(defective.url, 'iou.update.refuses.ram', evidence));
    const left = defective.snapshot().length;
    const shown = await run(script);
    expect(shown, name).toMatchObject({ code: 0 });
    expect(shown.text).toContain(`Expected  ${evidence.expected}`);
    expect(shown.text).toContain('The defect shows.');
    // A second time, on fresh ids; what the script made is gone again.
    expect(await run(script)).toMatchObject({ code: 0 });
    expect(defective.snapshot()).toHaveLength(left);
    expect(await run(script, { BASE_URL: sound.url }), name).toMatchObject({ code: 1 });
    expect(sound.snapshot()).toEqual([]);
    expect(await run(script, { BASE_URL: 'http://127.0.0.1:1', TIMEOUT: '2' })).toMatchObject({ code: 2 });
  });

  test('a secret header comes from the environment, and is left out where it is not there', async () => {
    const evidence = await (cases['a status'] as () => Promise<Omit<Evidence, 'symptom' | 'deciding'>>)();
    for (const { request } of evidence.exchanges) request.headers.push(['Authorization', '<authorization>']);
    const script = only(reportOf(defective.url, 'iou.update.refuses.ram', evidence));
    expect(await run(script)).toMatchObject({ code: 0 });
    expect(await run(script, { HEADER_AUTHORIZATION: 'Bearer a b' })).toMatchObject({ code: 0 });
  });

  test('a request that was cut cannot be told', async () => {
    const evidence = await (cases['a status'] as () => Promise<Omit<Evidence, 'symptom' | 'deciding'>>)();
    const last = evidence.exchanges.at(-1);
    if (last?.request.body) last.request.body.truncated = true;
    expect(await run(only(reportOf(defective.url, 'x', evidence)))).toMatchObject({ code: 2 });
  });
});

test('hostile words run nothing and reach no terminal', async () => {
  const scripts = repro(hostileReport());
  expect(Object.keys(scripts)).toHaveLength(3);
  for (const script of Object.values(scripts)) {
    const { code, text } = await run(script, { BASE_URL: 'http://127.0.0.1:1', TIMEOUT: '2' });
    expect(code).toBe(2);
    expect(/(?!\n)\p{Cc}|\p{Bidi_Control}/u.test(text)).toBe(false);
  }
  expect(readdirSync(folder).filter((name) => name.includes('pwned'))).toEqual([]);
});

test('a file name is made of the id, whatever that holds', () => {
  const report = reportOf('http://127.0.0.1:1', `../${ALL_HOSTILE}`, {
    expected: 'x',
    seen: 'y',
    violations: [],
    exchanges: hostileReport()
      .requirements.flatMap(({ evidence = [] }) => evidence[0]?.exchanges ?? [])
      .slice(0, 1),
  });
  for (const name of Object.keys(repro(report))) expect(name).toMatch(/^[\w.-]+\.sh$/);
});
