/** What is given back is lent again, in a project that is still there. */
import { expect, onTestFinished, test } from 'vitest';
import { HttpClient } from '../../../harness/http/client.js';
import { Run } from '../../../harness/run.js';
import { type Fixture, provisionerFor } from '../../../harness/worlds/index.js';
import { session } from '../../reference-impl/client.js';

async function runOn(...variants: readonly string[]): Promise<Run> {
  const { url } = await session({ variants });
  const target = new HttpClient({ baseUrl: url, concurrency: 1, timeoutMs: 1000 });
  onTestFinished(() => target.close());
  const provisioner = provisionerFor({ by: 'rest', bodies: {} }, target);
  return new Run({ target, provisioner, seed: 1, runs: 1, lanes: 1, hazards: false });
}

/** The project of an instance that follows one with which something was done, and whether it is the same. */
async function following(run: Run, work: (own: Fixture) => Promise<unknown>) {
  const projectOf = async ({ project_id }: Fixture) => project_id;
  const first = await run.target.histories.begin(() =>
    run.with('cloud', 'destroy', async (own) => {
      await work(own);
      return own.project_id;
    }),
  );
  const next = await run.target.histories.begin(() => run.with('iou', 'write', projectOf));
  return { first, next };
}

test('the project of an instance that was deleted has the next one', async () => {
  const run = await runOn();
  const { first, next } = await following(run, (own) => run.send('cloud.delete', own));
  expect(next).toBe(first);
});

test('one that was deleted too has none, though a target may take it', async () => {
  const run = await runOn('instances-anywhere');
  const { first, next } = await following(run, async (own) => {
    await run.send('cloud.delete', own);
    await run.send('compute.projects.delete', own);
  });
  expect(next).not.toBe(first);
});
