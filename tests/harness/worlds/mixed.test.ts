import { expect, test } from 'vitest';
import { type Diagnosis, doctor } from '../../../cli/doctor/diagnose.js';
import { doctorText as textOf } from '../../../cli/doctor/text.js';
import { json, type Modification, refuse } from '../../../reference-impl/index.js';
import { drive, having } from '../../drive.js';
import { type Session, session } from '../../reference-impl/client.js';

const doctorText = (found: Diagnosis) => textOf(found, `npx netemu-conformance ${found.baseUrl}`);

/** Makes what exists before the test looks, and then no VMware instance any more. */
async function withoutVmwareCreation(
  ...faults: Modification[]
): Promise<readonly [Session, close: () => void]> {
  let isClosed = false;
  const closed: Modification = {
    name: 'mine',
    operations: ['vmware.create'],
    hooks: { answer: (_, answer) => (isClosed ? refuse(501, 'not made') : answer) },
  };
  const server = await session({ faults: [closed, ...faults] });
  return [
    server,
    () => {
      isClosed = true;
    },
  ];
}

test('what the file names is taken from it, and the rest is made and removed', async () => {
  const [server, close] = await withoutVmwareCreation();
  const vmware = [
    { ...(await server.instance('vmware')), disposable: true },
    { ...(await server.instance('vmware')), disposable: true },
  ];
  close();
  const projects = server.snapshot().length;
  const driven = await drive(server.url, {
    only: /^(vmware|cloud|compute\.projects)\./,
    runs: 2,
    provision: { by: 'rest', bodies: {}, file: { vmware } },
  });
  expect(having(driven, 'failed')).toEqual([]);
  expect(driven.leftovers).toEqual([]);
  expect(having(driven, 'passed')).toEqual(
    expect.arrayContaining([
      'vmware.get.succeeds',
      'vmware.update.succeeds',
      'vmware.delete.succeeds',
      'cloud.delete.spares-siblings',
      'compute.projects.delete.with-content',
    ]),
  );
  // Only what needs several of the named kind is left.
  const missing = having(driven, 'not-exercised');
  const isOfNamed = (id: string) => /(^|\.)vmware(\.|$)/.test(id);
  expect(missing.filter((id) => !isOfNamed(id))).toEqual([]);
  expect(driven.verdicts.get('vmware.delete.spares-siblings')?.remedy).toMatch(/^leave "vmware" out of/);
  // One of the two was deleted, as "disposable" allows; their projects and the other one are there.
  expect(server.snapshot()).toHaveLength(projects - 1);
});

test('findings on what is named are not seen again, since only a reading is allowed', async () => {
  const wrong: Modification = {
    name: 'wrong',
    operations: ['vmware.get', 'cloud.get'],
    hooks: { answer: () => json(200, { name: 1 }) },
  };
  const [server, close] = await withoutVmwareCreation(wrong);
  const vmware = [await server.instance('vmware')];
  close();
  const driven = await drive(server.url, {
    only: /^(vmware|cloud)\.get\./,
    runs: 1,
    provision: { by: 'rest', bodies: {}, file: { vmware } },
  });
  expect(having(driven, 'failed').map((id) => id.split('.')[0])).toEqual(
    expect.arrayContaining(['vmware', 'cloud']),
  );
  const named = driven.exchanges.filter(({ request }) =>
    vmware.some(({ node_id }) => request.path.includes(node_id)),
  );
  expect([...new Set(named.map(({ request }) => request.method))]).toEqual(['GET']);
});

test('naming what the doctor asks for helps', async () => {
  const [server, close] = await withoutVmwareCreation();
  const named = [await server.instance('vmware'), await server.instance('vmware')];
  close();
  const ask = (provision: Parameters<typeof doctor>[0]['provision']) =>
    doctor({ baseUrl: server.url, headers: [], concurrency: 4, timeoutMs: 2000, provision });
  const before = doctorText(await ask({ by: 'rest', bodies: {} }));
  expect(before).toContain('14 of 17 operations can be tested.');
  expect(before).toMatch(/name what exists with --fixtures FILE[\s\S]* --fixtures fixtures\.json\n/);
  // As the text says: the printed file, with two entries and their ids.
  const text = /fixtures\.json:\n(\{[\s\S]*?\n\})\n/.exec(before)?.[1] ?? '';
  const printed = JSON.parse(text) as { vmware: object[] };
  const vmware = named.map((ids) => ({ ...(printed.vmware[0] as { disposable: boolean }), ...ids }));
  const after = doctorText(await ask({ by: 'rest', bodies: {}, file: { vmware } }));
  expect(after).toContain('17 of 17 operations can be tested.');
});
