/** Makes what each operation works on: peers do not, and a deletion must not take away what others need. */
import { compiled, post } from '../lib/processes.mjs';

/** The same ids on every server, so that one description does for all. */
const idOf = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The ids of each operation's own project and node. */
export async function fixtureIds() {
  const { operations } = await compiled('schemas/index.js');
  return Object.fromEntries(
    operations.map(({ id }, index) => [id, { project_id: idOf(index + 1), node_id: idOf(index + 101) }]),
  );
}

export async function makeFixtures(url) {
  const { operations } = await compiled('schemas/index.js');
  const { kinds } = await compiled('schemas/kinds.js');
  const ids = await fixtureIds();
  let requests = 0;
  for (const { id, fixture: kind } of operations) {
    const { project_id, node_id } = ids[id];
    const family = ['project', 'node'].includes(kind) ? '/v2/projects' : '/v2/compute/projects';
    await make(family, { name: `bench-${id}`, project_id });
    if (!kind.endsWith('project')) {
      const under = kind === 'node' ? 'nodes' : `${kind}/nodes`;
      await make(`${family}/${project_id}/${under}`, {
        name: `bench-${id}`,
        node_id,
        node_type: 'vpcs',
        ...kinds[kind].creation,
      });
    }
  }
  return requests;

  async function make(path, body) {
    requests++;
    await post(url + path, body);
  }
}
