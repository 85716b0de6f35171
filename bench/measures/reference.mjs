/** Requests a second of the reference implementation, over the empty route of the router it is built on. */
import { flood } from '../lib/flood.mjs';
import { post, target } from '../lib/processes.mjs';
import { interleave, ratios, spread } from '../lib/statistics.mjs';

const milliseconds = 1500;
const id = crypto.randomUUID();
const path = `/v2/projects/${id}`;
const update = JSON.stringify({ name: 'bench', scene_width: 1500, auto_close: false });

export async function reference({ rounds }) {
  const rates = await interleave(rounds, {
    reference: () => measured('plain', true),
    router: () => measured('router', false),
    framework: () => measured('framework', false),
  });
  const of = (name, what, key) => rates[name].map((each) => each[what][key]);
  const both = (result) => ({ reading: result('reading'), writing: result('writing') });
  const over = (name, key) => both((what) => ratios(of('reference', what, key), of(name, what, key)));
  return {
    rounds,
    perSecond: both((what) => spread(of('reference', what, 'perSecond'))),
    overRouter: over('router', 'perSecond'),
    /** Requests a second of processor time: what else runs on the machine does not count. */
    overRouterByCpu: over('router', 'perCpuSecond'),
    overFrameworkByCpu: over('framework', 'perCpuSecond'),
  };
}

async function measured(kind, needsProject) {
  const server = await target({ kind });
  if (needsProject) await post(`${server.url}/v2/projects`, { name: 'bench', project_id: id });
  const rate = async (method, body) => {
    await flood(server.url, method, path, body, milliseconds / 3);
    const before = await server.cpuMs();
    const { answered, perSecond } = await flood(server.url, method, path, body, milliseconds);
    return { perSecond, perCpuSecond: (1000 * answered) / ((await server.cpuMs()) - before) };
  };
  const reading = await rate('GET', '');
  const writing = await rate('PUT', update);
  await server.end();
  return { reading, writing };
}
