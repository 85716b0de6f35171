/** Every second compute project has the name of the one before: no operation writes it, and something may go by it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpClient } from '../../../harness/http/client.js';
import { provisionerFor } from '../../../harness/worlds/index.js';
import { session } from '../../reference-impl/client.js';
import { answered } from '../by-hand.js';

async function provisioner() {
  const { url } = await session();
  const target = new HttpClient({ baseUrl: url, concurrency: 1, timeoutMs: 1000 });
  onTestFinished(() => target.close());
  const rest = provisionerFor({ by: 'rest', bodies: {} }, target);
  const make = (kind: 'compute-project' | 'project', apartFrom?: string) =>
    rest.make({ kind, use: 'write', ...(apartFrom !== undefined && { apartFrom }) });
  const nameOfOne = async (kind: 'compute-project' | 'project') => String((await make(kind)).resource.name);
  return { target, make, nameOfOne };
}

test('two compute projects have one name, and other projects have their own', async () => {
  const { nameOfOne } = await provisioner();
  const [one, two, three] = [
    await nameOfOne('compute-project'),
    await nameOfOne('compute-project'),
    await nameOfOne('compute-project'),
  ];
  expect(two).toBe(one);
  expect(three).not.toBe(one);
  expect(await nameOfOne('project')).not.toBe(await nameOfOne('project'));
});

test('one that is used beside another has its name, whatever was made meanwhile', async () => {
  const { make, nameOfOne } = await provisioner();
  const one = await make('compute-project');
  await nameOfOne('compute-project');
  const other = await make('compute-project', one.project_id);
  expect(other.resource.name).toBe(one.resource.name);
  expect(other.project_id).not.toBe(one.project_id);
});

test.each([
  ['refuses', () => answered(409, {})],
  ['answers with the project of', (first: string) => answered(201, { project_id: first })],
])('where a target %s a name that is taken, each compute project has its own', async (_, instead) => {
  const { target, nameOfOne } = await provisioner();
  const send = target.send.bind(target);
  const made = new Map<string, string>();
  const taken: string[] = [];
  vi.spyOn(target, 'send').mockImplementation(async (request, options) => {
    if (request.method !== 'POST') return send(request, options);
    const { name, project_id } = JSON.parse(String(request.body));
    const first = made.get(name);
    if (first !== undefined) {
      taken.push(name);
      return instead(first);
    }
    made.set(name, project_id);
    return send(request, options);
  });
  const names: string[] = [];
  for (let i = 0; i < 4; i++) names.push(await nameOfOne('compute-project'));
  expect(new Set(names).size).toBe(4);
  expect(taken).toHaveLength(1);
});
