import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../cli/io.js';
import type { Statement } from '../../harness/requirement.js';
import type { Report } from '../../schemas/generated/report.js';
import { type OperationId, operation, type ShapeName } from '../../schemas/index.js';
import { fieldTables, operationTable } from '../schemas/document.js';
import { call } from './command.js';

const { stdout } = await call(['list', '--json']);
interface Listed {
  readonly requirements: readonly Statement[];
  readonly outOfScope: Report['outOfScope'];
}
const { requirements, outOfScope } = JSON.parse(stdout) as Listed;
const of = (id: string) => requirements.filter(({ operation: mine }) => mine === id);
const statementsOf = (id: string) =>
  of(id)
    .map((row) => row.statement)
    .join('\n');

test('each requirement has an id of its own, an operation, a section, a level, a kind and a sentence', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
  for (const row of requirements) {
    expect(row.id.startsWith(`${row.operation}.`), row.id).toBe(true);
    expect(row.section, row.id).toMatch(/^[1-9](\.\d+)*$/);
    expect(['must', 'should', 'may'], row.id).toContain(row.level);
    expect(row.statement, row.id).toMatch(/^[A-Z].*\.$/);
    expect(row.kind, row.id).toBeTruthy();
  }
});

describe('each row of the table of operations is named', () => {
  test.for(Object.keys(operationTable) as OperationId[])('%s', (id) => {
    const { listed, method } = operation(id);
    const ids = of(id).map((row) => row.id);
    expect(ids).toContain(`${id}.succeeds`);
    if (listed.includes(404)) expect(ids).toContain(`${id}.unknown-project`);
    if (listed.includes(400) && method !== 'GET' && method !== 'DELETE')
      expect(ids).toContain(`${id}.refuses.malformed-json`);
    for (const code of listed)
      if (code < 400) expect(statementsOf(id), `${id} ${code}`).toMatch(new RegExp(`\\b${code}\\b`));
  });

  test('409 is listed where the document lists it, and its conditions are out of scope', () => {
    expect(outOfScope.map(({ subject }) => subject)).toContain('Conditions that produce 409');
  });
});

/** Fields of a table: name, type or values. */
const fields = (shape: ShapeName) =>
  fieldTables[shape]
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .map(([name = '', type = '']) => ({ name: name.replace('!', ''), type }));

/** Operations whose answers and bodies show a table. */
const uses: Readonly<Record<ShapeName, { answers: readonly OperationId[]; bodies: readonly OperationId[] }>> =
  {
    drawing: { answers: [], bodies: ['drawings.create'] },
    'drawing-answer': { answers: ['drawings.list', 'drawings.create'], bodies: [] },
    project: { answers: ['projects.update', 'compute.projects.get'], bodies: [] },
    'project-update': { answers: [], bodies: ['projects.update'] },
    node: { answers: ['nodes.start'], bodies: [] },
    label: { answers: ['nodes.start'], bodies: [] },
    port: { answers: ['nodes.start'], bodies: [] },
    'iou-instance': { answers: ['iou.get', 'iou.update'], bodies: ['iou.update'] },
    'vmware-instance': { answers: ['vmware.get', 'vmware.update'], bodies: ['vmware.update'] },
    'cloud-instance': { answers: ['cloud.get', 'cloud.update'], bodies: [] },
    'cloud-update': { answers: [], bodies: ['cloud.update'] },
    'host-interface': { answers: [], bodies: ['cloud.update'] },
  };

describe('each field of the tables is named', () => {
  const rows = (Object.keys(fieldTables) as ShapeName[]).flatMap((shape) =>
    fields(shape).map((field) => ({ shape, ...field })),
  );
  test.for(rows)('$shape $name', ({ shape, name, type }) => {
    const mentions = (id: OperationId, kind: string) =>
      of(id).filter(
        (row) =>
          row.kind === kind &&
          (row.id.endsWith(name) || row.id.includes(`${name}.`) || row.statement.includes(name)),
      );
    const { answers, bodies } = uses[shape];
    for (const id of answers) expect(mentions(id, 'answer'), `answer of ${id}`).not.toEqual([]);
    for (const id of bodies) {
      expect(mentions(id, 'refuses'), `refusal by ${id}`).not.toEqual([]);
      if (shape !== 'host-interface') expect(mentions(id, 'accepts'), `acceptance by ${id}`).not.toEqual([]);
    }
    if (!/,/.test(type)) return;
    const values = type.split(',').filter((value) => value !== 'null');
    for (const id of [...answers, ...bodies]) {
      for (const value of values) expect(statementsOf(id), `${id} ${name}`).toContain(`"${value}"`);
    }
  });
});

test('list takes operations and globs, as --only does', async () => {
  const some = await call(['list', 'iou.get', 'drawings.list.*', '--json']);
  const { requirements: rows } = JSON.parse(some.stdout) as Listed;
  expect(rows).toEqual(requirements.filter(({ operation: id }) => /^(iou\.get|drawings\.list)$/.test(id)));
  const { stdout: text } = await call(['list', 'iou.get.succeeds']);
  expect(text).toMatch(/^iou\.get {2}GET .*\n {2}must +iou\.get\.succeeds\n.*\n\n1 requirement\n$/);
});

test('list for people names every requirement, and explain tells each', async () => {
  const { stdout: text } = await call(['list']);
  for (const { id, statement } of requirements) {
    expect(text).toContain(id);
    expect(text).toContain(statement);
  }
  const explained = await call(['explain', 'iou.update.refuses.ram']);
  expect(explained.stdout).toMatch(
    /iou\.update: PUT \/v2\/compute\/projects[\s\S]*listed codes +200, 400, 404, 409/,
  );
  expect(explained.stdout).toContain('npx netemu-conformance URL --only iou.update.refuses.ram');
  expect(explained.stdout).toMatch(/\n {2}turned red by +([\w.-]+, ){2}[\w.-]+ and \d+ more\n/);
});

test('explain lists the requirements of an operation, since it suggests operations', async () => {
  const [explained, listed] = await Promise.all([call(['explain', 'iou.get']), call(['list', 'iou.get'])]);
  expect(explained).toMatchObject({ code: 0, stdout: listed.stdout });
});

test('a terminal that tells no width has none', () => {
  const output = (columns?: number) =>
    Object.assign(new PassThrough(), columns === undefined ? {} : { columns });
  expect([output(), output(0), output(80)].map(widthOf)).toEqual([undefined, undefined, 80]);
});
