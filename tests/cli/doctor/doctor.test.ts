import { expect, test } from 'vitest';
import { type Diagnosis, doctor } from '../../../cli/doctor/diagnose.js';
import { doctorText as textOf } from '../../../cli/doctor/text.js';
import { family } from '../../../cli/run/selection.js';
import type { ProvisionSettings } from '../../../harness/worlds/index.js';
import { parseFixturesFile } from '../../../harness/worlds/named/fixtures-file.js';
import { json, type Modification, refuse } from '../../../reference-impl/index.js';
import { disposables } from '../../harness/worlds/named.js';
import { session } from '../../reference-impl/client.js';

const ask = (baseUrl: string, provision: ProvisionSettings = { by: 'rest', bodies: {} }) =>
  doctor({ baseUrl, headers: [], concurrency: 4, timeoutMs: 2000, provision });

const doctorText = (found: Diagnosis) => textOf(found, `npx netemu-conformance ${found.baseUrl}`);

test('every operation of a whole server can be exercised, and nothing stays behind', async () => {
  const server = await session();
  const { project_id } = await server.project();
  const before = JSON.stringify(server.snapshot());
  const found = await ask(server.url);
  expect(found.operations.filter(({ can }) => !can)).toEqual([]);
  expect(found).toMatchObject({ leftovers: [], inventory: { before: 1, after: 1, differences: [] } });
  expect(JSON.stringify(server.snapshot())).toBe(before);
  expect(before).toContain(project_id);
  expect(doctorText(found)).toMatch(/yes {2}iou\.get +200 OK\n[\s\S]*17 of 17 operations can be tested\./);
  expect(doctorText(found)).toMatch(/\nNext:\n {2}npx netemu-conformance http:\/\/\S+\n$/);
});

test('what is missing is told with the line that supplies it', async () => {
  const noImage: Modification = {
    name: 'mine',
    operations: ['iou.create'],
    hooks: { act: () => refuse(409, 'The image conformance.bin is missing') },
  };
  const images: Modification = {
    name: 'lists images',
    hooks: {
      answer: (exchange, answer) =>
        exchange.path === '/v2/compute/iou/images' ? json(200, [{ path: 'i86bi.bin' }]) : answer,
    },
  };
  const server = await session({ faults: [noImage, images] });
  const text = doctorText(await ask(server.url));
  expect(text).toContain('14 of 17 operations can be tested.');
  // Where several operations cannot be exercised for one reason, the reason stands once.
  expect(text).toMatch(/^ no {2}iou\.get$/m);
  expect(text).toMatch(
    /\nFor iou\.get, iou\.update, iou\.delete:\n {2}POST .* answered 409 Conflict \(The image conformance\.bin is missing\) → add to the config: \{"rest":\{"iou":\{"path":"i86bi\.bin"\}\}\}\n/,
  );
  // The fixtures file that is printed is one that is read, and the command judges what it names.
  const file = /fixtures\.json:\n(\{[\s\S]*?\n\})\n/.exec(text)?.[1] ?? '';
  const named = parseFixturesFile(file, 'fixtures.json');
  expect(Object.keys(named)).toEqual(['iou']);
  expect(new Set(named.iou?.map(({ node_id }) => node_id)).size).toBe(2);
  expect(text).toContain('Put your own ids into this fixtures.json:');
  expect(text).toMatch(/netemu-conformance \S+ --fixtures fixtures\.json\n/);
  expect(text).toMatch(/\nNext:\n {2}npx netemu-conformance \S+ --skip 'iou\.\*'\n$/);
});

test('the next command leaves out what is missing in as few words as it takes', async () => {
  const server = await session();
  const found = await ask(server.url);
  const nextWithout = (isMissing: (each: Diagnosis['operations'][number]) => boolean) => {
    const operations = found.operations.map((each) =>
      isMissing(each) ? { ...each, can: false as const, reason: 'POST answered 501' } : each,
    );
    return doctorText({ ...found, operations })
      .split('\n')
      .at(-2)
      ?.replace(/^.*http:\S+ /, '');
  };
  expect(nextWithout(({ id }) => family(id) === 'compute')).toBe('--profile controller');
  expect(nextWithout(({ id }) => /^(iou\.|cloud\.get)/.test(id))).toBe("--skip 'iou.*,cloud.get'");
  expect(nextWithout(({ id }) => id === 'nodes.start')).toBe('--skip nodes.start');
});

test('doctor says so when no node starts', async () => {
  const server = await session({
    faults: [
      {
        name: 'starts-nothing',
        operations: ['nodes.start'],
        hooks: { act: () => refuse(409, 'no such program') },
      },
    ],
  });
  expect(doctorText(await ask(server.url))).toMatch(
    /^! No node that could be created starts here: vpcs \(starting one got 409 Conflict.*\), ethernet_switch \(/m,
  );
});

test('doctor says so when the document does not list an answer', async () => {
  const server = await session({ faults: ['projects.get.other-success-code', 'cloud.delete.always-403'] });
  const text = doctorText(await ask(server.url));
  expect(text).toMatch(/^yes {2}projects\.get +201 Created \(the document: 200\)$/m);
  expect(text).toMatch(/^yes {2}cloud\.delete +403 Forbidden \(the document: 204\)$/m);
  expect(text).toMatch(/^yes {2}nodes\.start +204 No Content$/m);
});

test('named resources are only read', async () => {
  const server = await session();
  const { project, iou } = await disposables(server, 1);
  const before = JSON.stringify(server.snapshot());
  const found = await ask(server.url, { by: 'static', file: { project, iou } });
  expect(JSON.stringify(server.snapshot())).toBe(before);
  const able = found.operations.filter(({ can }) => can).map(({ id }) => id);
  expect(able).toEqual([
    'drawings.list',
    'drawings.create',
    'projects.get',
    'projects.update',
    'iou.get',
    'iou.update',
  ]);
  expect(doctorText(found)).toMatch(
    /For iou\.delete:\n {2}every disposable iou of the fixtures file.* → name one more: "iou": \[/,
  );
});

test('a target that nothing can be judged on is told as such', async () => {
  const text = doctorText(await ask('http://127.0.0.1:1'));
  expect(text).toMatch(/^http:\/\/127\.0\.0\.1:1\n\nNothing can be judged\. .*refused/);
});

test('doctor says to correct an id that the server does not have, for every operation on it', async () => {
  const server = await session();
  const project = [{ project_id: '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5', disposable: true }];
  const text = doctorText(await ask(server.url, { by: 'static', file: { project } }));
  const correct =
    /GET \/v2\/projects\/3f2c1d4e\S+ answered 404 Not Found → correct the ids in the fixtures file/g;
  expect(text.match(correct)?.length).toBeGreaterThan(1);
  expect(text).toMatch(
    /correct the ids in the fixtures file, or leave the operation out with --skip projects\.get/,
  );
});
