import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { judgeSelected } from '../../../cli/engine/engine.js';
import { session } from '../../reference-impl/client.js';

test('a run that is over is not stopped by what comes afterwards', async () => {
  const { url: baseUrl } = await session();
  const halt = new AbortController();
  const { judged } = await judgeSelected(
    {
      ...{ baseUrl, headers: [], concurrency: 1, timeoutMs: 5000, seed: 1, runs: 1, hazards: false },
      provision: { by: 'rest', bodies: {} },
      selected: ['iou.get.succeeds'],
    },
    { halt: halt.signal },
  );
  expect([...judged.values()].map(({ verdict }) => verdict)).toEqual(['passed']);
  expect(getEventListeners(halt.signal, 'abort')).toEqual([]);
});
