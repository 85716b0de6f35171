/** Instances whose node was started (4.2), where a target has nodes on its compute under the same ids. */
import { succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Run } from '../../harness/run.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';

/**
 * Does something with a node that was started.
 * @param use Answers undefined where the node is no instance.
 * @returns undefined, too, where no node of that type can be made or started.
 */
export async function whenStarted<T>(
  run: Run,
  kind: InstanceKind,
  use: (instance: Fixture, start: Exchange) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (!run.fixtures.renews('node') || !run.fixtures.renews(kind)) return undefined;
  const story = async (project: Fixture) => {
    const node = await run.fixtures.besideIfAny(project, 'node', { node_type: kind });
    const start = node && (await run.send('nodes.start', node, { json: {} }, 'start'));
    return start && succeeded(start) ? use(node, start) : undefined;
  };
  return run.with('project', 'write', story).catch(unlessUnavailable);
}
