/** Answers, as far as the suite does not judge them: fields may be missing, and hardly any header is documented. */
import { expect, test } from 'vitest';
import { operations, shapes } from '../../schemas/index.js';
import { ofInstances } from '../../schemas/kinds.js';
import { type Session, session } from './client.js';

const fixtures = {
  project: (server: Session) => server.project(),
  node: (server: Session) => server.node(),
  'compute-project': (server: Session) => server.computeProject(),
  ...ofInstances('', (kind) => (server: Session) => server.instance(kind)),
};

test.each(
  operations.filter(({ success }) => success.some((code) => code !== 204)),
)('$id shows every documented field', async ({ id, fixture, takesBody, success: [status = 0], answers }) => {
  const server = await session({ variants: ['start-answers-201'] });
  const ids = await fixtures[fixture](server);
  if (id === 'drawings.list') await server.call('drawings.create', ids, {});
  const reply = await server.call(id, ids, takesBody ? {} : undefined);
  expect(reply.status).toBe(status);
  const [shown = {}] = [reply.json].flat();
  const { properties = {} } = shapes[answers[status]?.shape ?? 'project'];
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(properties)));
});

test('node start answers 204 without a body, and a variant answers 201 with the node', async () => {
  const server = await session();
  const reply = await server.call('nodes.start', await server.node(), { anything: [1] });
  expect(reply).toMatchObject({ status: 204, text: '' });
  const telling = await session({ variants: ['start-answers-201'] });
  const ids = await telling.node();
  const { status, json } = await telling.call('nodes.start', ids, {});
  expect([status, json]).toEqual([201, expect.objectContaining({ ...ids, status: 'started' })]);
});

test('deleting a compute project names its content type and length', async () => {
  const server = await session();
  const { headers } = await server.call('compute.projects.delete', await server.computeProject());
  expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': '0' });
});

test('other deletions and node start carry no content headers', async () => {
  const server = await session();
  const ids = await server.node();
  for (const id of ['nodes.start', 'nodes.delete', 'projects.delete']) {
    const { headers } = await server.call(id, ids, id === 'nodes.start' ? {} : undefined);
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^content-/)]));
  }
});

test('tells its version and lists what was created', async () => {
  const server = await session();
  const ids = await server.node();
  await server.computeProject();
  expect((await server.call('version.get')).json).toHaveProperty('version');
  for (const id of ['projects.list', 'compute.projects.list', 'nodes.list'])
    expect((await server.call(id, ids)).json, id).toHaveLength(1);
  expect((await server.call('nodes.get', ids)).json).toMatchObject(ids);
});
