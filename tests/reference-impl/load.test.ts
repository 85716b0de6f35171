import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { session } from './client.js';

const many = Array.from({ length: 300 }, (_, at) => at);

test('no creation is lost when all come at once', async () => {
  const server = await session();
  const ids = await server.project();
  const replies = await Promise.all(many.map((x) => server.call('drawings.create', ids, { x })));
  expect(new Set(replies.map(({ json }) => json.drawing_id)).size).toBe(many.length);
  const listed = (await server.call('drawings.list', ids)).json as unknown as { x: number }[];
  expect(listed.map(({ x }) => x).sort((a, b) => a - b)).toEqual(many);
});

test('no update is lost when all fields are written at once', async () => {
  const server = await session();
  const ids = await server.instance('iou');
  const fields = ['console', 'ethernet_adapters', 'nvram', 'ram', 'serial_adapters'];
  for (const round of [1, 2, 3, 4, 5])
    await Promise.all(
      fields.map((field, at) => server.call('iou.update', ids, { [field]: 10 * round + at })),
    );
  expect((await server.call('iou.get', ids)).json).toMatchObject(
    Object.fromEntries(fields.map((field, at) => [field, 50 + at])),
  );
});

test('one id is created once, one resource deleted once, however many try', async () => {
  const server = await session();
  const project_id = randomUUID();
  const statuses = async (id: string, body?: object) =>
    (await Promise.all(many.map(() => server.call(id, { project_id }, body)))).map(({ status }) => status);
  const once = (first: number, others: number) => [first, ...many.slice(1).map(() => others)];
  const created = await statuses('compute.projects.create', { name: 'lab', project_id });
  expect(created.sort()).toEqual(once(201, 409));
  expect((await statuses('compute.projects.delete')).sort()).toEqual(once(204, 404));
  expect(server.snapshot()).toEqual([]);
});

test('writers, readers and deleters at once see nothing but listed codes', async () => {
  const server = await session();
  const projects = await Promise.all(many.slice(0, 20).map(() => server.project()));
  const replies = await Promise.all(
    projects.flatMap((ids, at) => [
      ...many.slice(0, 10).map((x) => server.call('drawings.create', ids, { x })),
      server.call('projects.update', ids, { scene_width: at }),
      server.call('projects.get', ids),
      ...(at % 2 ? [server.call('projects.delete', ids)] : []),
      server.call('drawings.list', ids),
    ]),
  );
  expect(replies.filter(({ status }) => ![200, 201, 204, 404].includes(status))).toEqual([]);
  const lists = await Promise.all(projects.map((ids) => server.call('drawings.list', ids)));
  const kept = lists.filter((_, at) => at % 2 === 0).map(({ json }) => json);
  expect(kept.map((list) => (list as unknown as []).length)).toEqual(kept.map(() => 10));
});
