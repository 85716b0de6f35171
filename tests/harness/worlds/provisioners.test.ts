import { expect, test } from 'vitest';
import { serveReference } from '../../../reference-impl/index.js';
import { refuse } from '../../../reference-impl/pipeline/answer.js';
import { requirements } from '../../../suites/index.js';
import { drive, having } from '../../drive.js';
import { session } from '../../reference-impl/client.js';
import { disposables } from './named.js';

test('a file with enough disposable resources gives the verdicts that creation gives', async () => {
  const server = await session();
  const provision = { by: 'static', file: await disposables(server, 8) } as const;
  const byFile = await drive(server.url, { only: /./, runs: 1, provision });
  const needsMaking = [
    'drawings.list.shows-all',
    ...['projects', 'compute.projects'].flatMap((kind) => [
      `${kind}.get.finds-remade`,
      `${kind}.delete.nothing-comes-back`,
    ]),
    'nodes.start.answers-own-ids',
    'nodes.start.deleted-node',
    ...['projects', 'compute.projects', 'iou', 'vmware', 'cloud'].map(
      (kind) => `${kind}.delete.answers-body`,
    ),
    'projects.delete.content-gone',
    'projects.delete.keeps-nothing',
    'drawings.list.with-nodes',
    'cloud.delete.spares-siblings.interfaces',
    'projects.delete.always',
    'compute.projects.delete.always',
    'projects.update.spares-siblings',
    'projects.update.answers-nameless',
    'compute.projects.delete.with-content',
    ...['ports_mapping', 'interfaces'].map((field) => `cloud.update.spares-siblings.${field}`),
    'nodes.start.spares-project',
    'projects.update.keeps-nodes',
    'projects.update.finds-remade',
    'nodes.start.after-update',
    'compute.projects.get.answers-own-id',
    'compute.projects.get.shows-name',
    'compute.projects.delete.emptied',
    'compute.projects.delete.accepts.content-type',
    'compute.projects.delete.at-once',
    'compute.projects.delete.spares-instances',
    'compute.projects.delete.spares-same-name',
    ...['', '.iou', '.vmware'].map((kind) => `compute.projects.delete.content-gone${kind}`),
    ...['iou', 'vmware', 'cloud'].flatMap((kind) => [
      `${kind}.update.spares-siblings`,
      `${kind}.update.spares-node-of-body`,
      `${kind}.get.answers-own-id`,
      `${kind}.delete.spares-siblings`,
      `${kind}.get.finds-remade`,
      `${kind}.update.finds-remade`,
      `${kind}.update.of-started`,
      `${kind}.delete.older-of-two`,
      `${kind}.delete.spares-older-of-name`,
      `${kind}.delete.by-capitals`,
      `${kind}.delete.after-unknown`,
      `${kind}.delete.keeps-nothing`,
      `${kind}.delete.two-at-once`,
      `compute.projects.delete.content-gone.${kind}.update`,
      `${kind}.delete.spares-same-name-beside`,
    ]),
  ];
  // In whichever order they ended.
  expect(having(byFile, 'not-exercised').sort()).toEqual(needsMaking.sort());
  // Creation gives nothing else on the reference implementation.
  expect(having(byFile, 'passed')).toHaveLength(requirements.length - needsMaking.length);
});

test('the type of node that starts are judged on is named where others were passed over', async () => {
  const server = await serveReference({
    faults: [
      {
        name: 'no-vpcs',
        operations: ['nodes.create'],
        hooks: {
          act: (exchange, next) =>
            Object(exchange.input).node_type === 'vpcs' ? refuse(409, 'not installed') : next(exchange),
        },
      },
    ],
  });
  const only = /^nodes\.start\.succeeds$/;
  const all = [
    await drive(server.url, { only }),
    await drive(server.url, { only, provision: { by: 'rest', bodies: {}, file: {} } }),
  ];
  await server.close();
  for (const { notices } of all)
    expect(notices).toEqual([
      'nodes.start was tested on nodes of type ethernet_switch, not on vpcs (none could be created).',
    ]);
});
