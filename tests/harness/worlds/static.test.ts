import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FixturesFileError, parseFixturesFile } from '../../../harness/worlds/named/fixtures-file.js';
import { type Modification, refuse } from '../../../reference-impl/index.js';
import { drive, having } from '../../drive.js';
import { session } from '../../reference-impl/client.js';
import { disposables } from './named.js';

const by = 'static';

test('what is not disposable is only read', async () => {
  const server = await session();
  const named = await disposables(server, 2);
  const file = Object.fromEntries(
    Object.entries(named).map(([kind, entries]) => [
      kind,
      entries.map((each) => ({ ...each, disposable: false })),
    ]),
  );
  const before = JSON.stringify(server.snapshot());
  const driven = await drive(server.url, { only: /./, runs: 1, provision: { by, file } });
  expect(JSON.stringify(server.snapshot())).toBe(before);
  expect(having(driven, 'failed')).toEqual([]);
  const passed = having(driven, 'passed');
  for (const id of ['projects.get.succeeds', 'iou.get.unknown-node', 'cloud.get.other-project'])
    expect(passed).toContain(id);
  expect(driven.verdicts.get('iou.delete.succeeds')).toMatchObject({
    verdict: 'not-exercised',
    reason: 'no iou of the fixtures file is disposable',
    remedy: expect.stringContaining('"disposable": true'),
  });
  const ids = Object.values(named).flatMap((entries) => entries.flatMap((each) => Object.values(each)));
  const touching = driven.exchanges.filter(({ request }) =>
    ids.some((id) => typeof id === 'string' && request.path.includes(id)),
  );
  expect([...new Set(touching.map(({ request }) => request.method))]).toEqual(['GET']);
});

test('with two disposable ones, one is deleted and one is written to and put back', async () => {
  const server = await session();
  const file = await disposables(server, 2);
  const clouds = new Map(server.snapshot().map(({ record }) => [record.node_id, record]));
  const driven = await drive(server.url, { only: /^cloud\./, runs: 3, provision: { by, file } });
  expect(having(driven, 'failed')).toEqual([]);
  expect(having(driven, 'passed')).toContain('cloud.update.accepts.name');
  expect(driven.verdicts.get('cloud.delete.then-gone')?.verdict).toMatch(/passed|not-exercised/);
  const left = server.snapshot().filter(({ kind }) => kind === 'cloud');
  expect(left).toHaveLength(1);
  expect(left[0]?.record).toEqual(clouds.get(left[0]?.record.node_id));
  expect(driven.leftovers).toEqual([]);
});

test('drawings that cannot be deleted are told', async () => {
  const server = await session();
  const file = await disposables(server, 1);
  const { leftovers } = await drive(server.url, {
    only: /^drawings\.create\.succeeds/,
    runs: 1,
    provision: { by, file },
  });
  const [project] = file.project ?? [];
  expect(leftovers).toEqual([
    {
      kind: 'project',
      path: `/v2/projects/${project?.project_id}/drawings`,
      reason: '1 drawings of this run: the target has no operation that deletes them',
    },
  ]);
});

test('nothing is written to or deleted but what is named, not even the project of a node that is', async () => {
  const server = await session();
  const file = await disposables(server, 6);
  const ofNodes = (kind: 'iou' | 'vmware' | 'cloud') =>
    file[kind].map(
      ({ project_id, node_id }) => `/v2/compute/projects/${project_id}/${kind}/nodes/${node_id}`,
    );
  const named = {
    PUT: file.project
      .map(({ project_id }) => `/v2/projects/${project_id}`)
      .concat(...(['iou', 'vmware', 'cloud'] as const).map(ofNodes)),
    POST: [
      ...file.project.map(({ project_id }) => `/v2/projects/${project_id}/drawings`),
      ...file.node.map(({ project_id, node_id }) => `/v2/projects/${project_id}/nodes/${node_id}/start`),
    ],
  };
  const deletable = [
    ...named.PUT,
    ...file['compute-project'].map(({ project_id }) => `/v2/compute/projects/${project_id}`),
  ];
  const { exchanges } = await drive(server.url, { only: /./, runs: 1, provision: { by, file } });
  const accepted = (wanted: string) =>
    exchanges
      .filter(({ request, answer }) => request.method === wanted && (answer?.status ?? 500) < 300)
      .map(({ request }) => request.path)
      // Restoring takes drawings away again.
      .filter((path) => !/\/drawings\/[^/]+$/.test(path));
  for (const [method, paths] of Object.entries({ ...named, DELETE: deletable })) {
    const reached = accepted(method);
    for (const kind of method === 'POST'
      ? ['/drawings', '/start']
      : ['v2/projects/', '/iou/', '/vmware/', '/cloud/'])
      expect(reached.some((path) => path.includes(kind))).toBe(true);
    expect(reached.filter((path) => !paths.includes(path.toLowerCase()))).toEqual([]);
  }
});

test('what was deleted by a request that should have been refused is lent to nobody else', async () => {
  const server = await session({ faults: ['iou.delete.ignores-project'] });
  const file = await disposables(server, 12);
  const driven = await drive(server.url, { only: /^iou\./, runs: 1, provision: { by, file } });
  expect(having(driven, 'failed').sort()).toEqual([
    'iou.delete.deletes-nothing-elsewhere',
    'iou.delete.other-project',
  ]);
});

test('a project whose drawings a check has spoiled is not used again, and is told', async () => {
  const spoilt = new Set<unknown>();
  const poison: Modification = {
    name: 'mine',
    operations: ['drawings.list', 'drawings.create'],
    hooks: {
      act: (exchange, next) => {
        if ((exchange.input as { x?: number } | undefined)?.x === 2 ** 31) spoilt.add(exchange.projectId);
        return spoilt.has(exchange.projectId) ? refuse(500, 'broken') : next(exchange);
      },
    },
  };
  const server = await session({ faults: [poison] });
  const file = await disposables(server, 3);
  const only = /^drawings\.(create\.(answers-edges\.x|distinct-ids|parallel|listed-once)|list\.)/;
  const driven = await drive(server.url, { only, provision: { by, file }, concurrency: 1 });
  expect(having(driven, 'failed')).toEqual(['drawings.create.answers-edges.x', 'drawings.list.codes.always']);
  expect(driven.leftovers).toContainEqual(
    expect.objectContaining({ reason: 'not as it was before: its drawings cannot be listed any more' }),
  );
});

test('an id that the target does not have is not held against it', async () => {
  const server = await session();
  const project_id = randomUUID();
  const file = { project: [{ project_id }] };
  const driven = await drive(server.url, { only: /^projects\.get\.succeeds/, provision: { by, file } });
  expect(driven.verdicts.get('projects.get.succeeds')).toMatchObject({
    verdict: 'not-exercised',
    reason: `no project of the fixtures file is left: GET /v2/projects/${project_id} answered 404 Not Found`,
  });
});

describe('a fixtures file', () => {
  const id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
  const refused: readonly [string, string, RegExp, RegExp][] = [
    ['is no JSON', '{', /f\.json is not valid JSON/, /write an object/],
    ['is a list', '[]', /the whole must be object/, /write it like/],
    ['is empty', '{}', /names no resource/, /name at least one/],
    ['has an unknown kind', '{"qemu": []}', /no kind of fixture "qemu"/, /the kinds are project, node/],
    ['lacks an id', `{"iou": [{"project_id": "${id}"}]}`, /iou\[0\] has no node_id/, /"node_id": /],
    [
      'has an id that is none',
      '{"project": [{"project_id": "7"}]}',
      /project_id of project\[0\] is not a UUID/,
      /copy/,
    ],
    [
      'has an unknown field',
      `{"project": [{"project_id": "${id}", "x": 1}]}`,
      /unknown field "x"/,
      /write it like/,
    ],
    ['names one twice', `{"project": [{"project_id": "${id}"}, {"project_id": "${id}"}]}`, /twice/, /once/],
  ];
  test.each(refused)('that %s is refused with cause and remedy', (_, text, message, remedy) => {
    const parse = () => parseFixturesFile(text, 'f.json');
    expect(parse).toThrow(FixturesFileError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(expect.objectContaining({ remedy: expect.stringMatching(remedy) }));
  });
});
