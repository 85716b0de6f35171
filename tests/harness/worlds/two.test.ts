/** Work with two fixtures is carried out anew with two others: what the first pass has deleted is none of the target's. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpClient } from '../../../harness/http/client.js';
import { Run } from '../../../harness/run.js';
import { type Fixture, provisionerFor } from '../../../harness/worlds/index.js';
import { session } from '../../reference-impl/client.js';

test('where the target fell meanwhile, neither of two fixtures is used again', async () => {
  const { url } = await session();
  const target = new HttpClient({ baseUrl: url, concurrency: 1, timeoutMs: 1000 });
  onTestFinished(() => target.close());
  const provisioner = provisionerFor({ by: 'rest', bodies: {} }, target);
  const run = new Run({ target, provisioner, seed: 1, runs: 1, lanes: 1, hazards: false });
  const upsets = vi.spyOn(target, 'upsets', 'get').mockReturnValue(0);
  const pairs: (readonly [Fixture, Fixture])[] = [];
  await run.withTwo('project', 'destroy', async (...pair) => {
    pairs.push(pair);
    upsets.mockReturnValue(1);
  });
  expect(pairs).toHaveLength(2);
  expect(new Set(pairs.flat().map(({ project_id }) => project_id)).size).toBe(4);
});
