import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeSelected } from '../../../cli/engine/engine.js';
import type { Settings } from '../../../harness/settings.js';
import { type ReferenceServer, serveReference } from '../../../reference-impl/index.js';
import { requirements } from '../../../suites/index.js';

let server: ReferenceServer;
beforeAll(async () => {
  server = await serveReference();
});
afterAll(() => server.close());

const selected = requirements.map(({ id }) => id).filter((id) => /^projects\.update\./.test(id));

async function judged(runs: number, isShortOfTime: () => boolean) {
  const settings: Settings = {
    baseUrl: server.url,
    headers: [],
    concurrency: 1,
    timeoutMs: 5000,
    seed: 1,
    runs,
    isShortOfTime,
    hazards: false,
    provision: { by: 'rest', bodies: {} },
    selected,
  };
  const { judged, finished } = await judgeSelected(settings, { lanes: 1 });
  return { verdicts: [...judged].map(([id, { verdict }]) => [id, verdict]), ...finished };
}

test('a run that is short of time judges as much, with one generated case a property', async () => {
  const whole = await judged(100, () => false);
  const short = await judged(100, () => true);
  const one = await judged(1, () => true);
  expect(short.verdicts).toEqual(whole.verdicts);
  expect(short.requests).toBeLessThan(0.9 * whole.requests);
  expect(short.requests).toBe(one.requests);
  // Nothing is left out where no more was asked for.
  expect([whole.shortened, short.shortened, one.shortened]).toEqual([undefined, true, undefined]);
});
