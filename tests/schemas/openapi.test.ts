import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { configSchema } from '../../cli/options/config-schema.js';
import fixtures from '../../schemas/fixtures.schema.json' with { type: 'json' };
import {
  type Answer,
  type FixtureKind,
  type Operation,
  type OperationId,
  operation,
  operations,
} from '../../schemas/index.js';
import { fixtureKinds } from '../../schemas/kinds.js';
import { operationTable } from './document.js';

function told(code: number, { shape, list, empty, contentType }: Partial<Answer>): string {
  if (empty) return [code, 'empty', contentType].filter(Boolean).join(' ');
  expect(contentType, `content type of ${code}`).toBe('application/json');
  return shape ? `${code} ${list ? `[${shape}]` : shape}` : `${code}`;
}

function row({ section, method, path, takesBody, body, listed, answers }: Operation): string[] {
  const codes = listed.map((code) => told(code, answers[code] ?? {}));
  return [section, method, path, body ?? (takesBody ? 'not shown' : 'none'), codes.join(', ')];
}

test('the operations come in the order of the document', () => {
  expect(operations.map(({ id }) => id)).toEqual(Object.keys(operationTable));
});

describe.each(Object.keys(operationTable) as OperationId[])('%s', (id) => {
  test('is described as the document lists it', () => {
    expect(row(operation(id))).toEqual(operationTable[id]);
  });

  test('succeeds with its codes below 400', () => {
    const { success, listed } = operation(id);
    expect(success.length).toBeGreaterThan(0);
    expect(listed.filter((code) => !success.includes(code)).every((code) => code >= 400)).toBe(true);
  });

  test('has the identifiers of its path', () => {
    const { path, ids } = operation(id);
    expect(ids).toEqual(path.includes('{node_id}') ? ['project_id', 'node_id'] : ['project_id']);
  });
});

test('each operation says on what it works', () => {
  const fixtures: Record<string, FixtureKind> = {
    drawings: 'project',
    nodes: 'node',
    projects: 'project',
    'compute.projects': 'compute-project',
  };
  for (const { id, fixture } of operations) {
    const family = id.replace(/\.\w+$/, '');
    expect(fixture, id).toBe(fixtures[family] ?? family);
  }
});

test('users can name resources of every kind, and what creates them: npm run build adds a new kind', () => {
  expect(Object.keys(fixtures.properties)).toEqual(expect.arrayContaining(fixtureKinds));
  expect(Object.keys(configSchema.properties.rest.properties)).toEqual(expect.arrayContaining(fixtureKinds));
});

test('an operation that does not exist is refused', () => {
  expect(() => operation('nodes.stop' as OperationId)).toThrow('there is no operation nodes.stop');
});

test('the description passes a public linter', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'dist/schemas/openapi.json', '--format', 'json'],
    // Neither news of releases nor usage statistics: the test must not need a network.
    { env: { ...process.env, REDOCLY_SUPPRESS_NOTIFICATIONS: 'true', REDOCLY_TELEMETRY: 'off' } },
  ).catch((failed: { stdout: string }) => failed);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});
