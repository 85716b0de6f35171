/** What faults spare, and what they send byte for byte: the proof holds only that each breaks something. */
import { describe, expect, test } from 'vitest';
import { exchangeOn } from './bytes.js';
import { type Session, session } from './client.js';

const faulty = (name: string) => session({ faults: [name] });

describe('bounds', () => {
  test('an interface of its own lets a wrong one pass, another one does not', async () => {
    const server = await faulty('cloud.update.takes-items-without-special-behind-its-own-interface');
    const ids = await server.instance('cloud');
    const { interfaces } = (await server.call('cloud.get', ids)).json;
    const update = async (...before: unknown[]) => {
      const sent = { interfaces: [...before, { name: 'eth1', type: 'tap' }] };
      return (await server.call('cloud.update', ids, sent)).status;
    };
    const other = { name: 'a', special: false, type: 'ethernet' };
    expect([await update(...[interfaces].flat()), await update(other)]).toEqual([200, 400]);
  });

  test('a port mapping of its own lets a wrong one crash', async () => {
    const server = await faulty('cloud.update.crashes-on-numbers-behind-its-own-mapping');
    const ids = await server.instance('cloud');
    const own = [(await server.call('cloud.get', ids)).json.ports_mapping].flat();
    const update = async (...ports_mapping: unknown[]) =>
      (await server.call('cloud.update', ids, { ports_mapping })).status;
    expect([await update(...own, 7), await update(7), await update(...own)]).toEqual([500, 200, 200]);
  });

  const nested = (opening: string, closing: string, levels: number) =>
    `{"a": ${opening.repeat(levels)}1${closing.repeat(levels)}}`;
  test.each([
    ['crashes-on-2000-arrays', nested('{"a":', '}', 2000), 400],
    ['crashes-on-2000-objects', nested('[', ']', 2000), 400],
    ['drops-2000-levels', nested('[', ']', 500), 200],
    ['refuses-over-100-kb', `{"name": "${'n'.repeat(90_000)}"}`, 200],
    ['crashes-over-250-kb', `{"name": "${'n'.repeat(200_000)}"}`, 200],
    ['drops-over-500-kb', `{"name": "${'n'.repeat(400_000)}"}`, 200],
  ])('projects.update.%s spares what is less', async (name, body, status) => {
    const server = await faulty(`projects.update.${name}`);
    expect((await server.callWith('projects.update', await server.project(), body)).status).toBe(status);
  });

  test.each([
    'breaks-reading-of-its-kind',
    'breaks-reading-of-other-kinds',
    'breaks-writing-beside-it',
  ])('a deletion that %s spares other projects', async (name) => {
    const server = await faulty(`iou.delete.${name}`);
    const [gone, iou, cloud] = [
      await server.instance('iou'),
      await server.instance('iou'),
      await server.instance('cloud'),
    ];
    await server.call('iou.delete', gone);
    const replies = [
      await server.call('iou.get', iou),
      await server.call('cloud.get', cloud),
      await server.call('iou.update', iou, {}),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test.each([
    ['is answered behind nine requests', 9, 1],
    ['is carried out and not answered behind ten', 10, 0],
  ])('a creation %s', async (_, before, answered) => {
    const server = await faulty('drawings.create.ends-long-connections');
    const { project_id } = await server.project();
    const path = `/v2/projects/${project_id}/drawings`;
    const get = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const create = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`;
    const reply = await exchangeOn(server.port, get.repeat(before) + create);
    expect(reply.match(/HTTP\/1\.1 200/g)).toHaveLength(before);
    expect(reply.match(/HTTP\/1\.1 201/g) ?? []).toHaveLength(answered);
    expect((await server.call('drawings.list', { project_id })).json).toHaveLength(1);
  });
});

describe('bytes', () => {
  const get = async (server: Session, path: string) =>
    exchangeOn(server.port, `GET /v2/${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const put = async (server: Session, path: string) =>
    exchangeOn(server.port, `PUT /v2/${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`);

  test('a body ends a byte early', async () => {
    const server = await faulty('projects.get.ends-a-byte-early');
    const { project_id } = await server.project();
    expect(await get(server, `projects/${project_id}`)).toMatch(/[^}]$/);
  });

  test('a byte is owed', async () => {
    const server = await faulty('projects.update.ends-with-a-byte-owed');
    const { project_id } = await server.project();
    const [head = '', body = ''] = (await put(server, `projects/${project_id}`)).split('\r\n\r\n');
    expect(head).toContain(`content-length: ${body.length + 1}`);
    expect(JSON.parse(body)).toMatchObject({ project_id });
  });

  test('a last chunk is left out', async () => {
    const server = await faulty('cloud.update.ends-without-a-last-chunk');
    const { project_id, node_id } = await server.instance('cloud');
    const reply = await put(server, `compute/projects/${project_id}/cloud/nodes/${node_id}`);
    expect(reply).toContain('Transfer-Encoding: chunked\r\n');
    expect(reply).not.toContain('\r\n0\r\n');
  });
});
