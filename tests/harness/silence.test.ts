import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpClient } from '../../harness/http/client.js';
import { gentler } from '../../harness/http/overload.js';
import { Run } from '../../harness/run.js';
import { provisionerFor, Unavailable } from '../../harness/worlds/index.js';
import { type Modification, serveReference } from '../../reference-impl/index.js';
import { drive, having } from '../drive.js';
import { answered } from './by-hand.js';

test('an operation that never answers is waited for three times', async () => {
  const silent: Modification = {
    name: 'silent',
    operations: ['drawings.create'],
    hooks: { wire: () => {} },
  };
  const server = await serveReference({ faults: [silent] });
  onTestFinished(server.close);
  const driven = await drive(server.url, { only: /^drawings\.create\.(succeeds|refuses)/, timeoutMs: 500 });
  expect(having(driven, 'failed')).toEqual(['drawings.create.succeeds']);
  expect(driven.leftovers).toEqual([]);
  const creations = driven.exchanges.filter(({ request }) => request.path.endsWith('/drawings'));
  const sent = creations.filter(({ failure }) => failure?.message.startsWith('no whole answer'));
  expect(creations.length).toBeGreaterThan(100);
  // Up to eight, three and three at once, and one in a hundred of the others.
  expect(sent.length).toBeLessThanOrEqual(14 + creations.length / 100);
});

test('what failed because the target was away for a moment is tried again, what cannot be had is not', async () => {
  const target = new HttpClient({ baseUrl: 'http://127.0.0.1:9', concurrency: 1, timeoutMs: 100 });
  onTestFinished(() => target.close());
  const provisioner = provisionerFor({ by: 'rest', bodies: {} }, target);
  const run = new Run({ target, provisioner, seed: 1, runs: 1, lanes: 1, hazards: false });
  const asked: string[] = [];
  const failing = (key: string, error: Error) =>
    run.once(key, async () => {
      asked.push(key);
      throw error;
    });
  for (const [key, error] of [
    ['away', new Error('away')],
    ['busy', new Unavailable('busy', undefined, true)],
    ['final', new Unavailable('final')],
  ] as const)
    for (let i = 0; i < 2; i++) await expect(failing(key, error)).rejects.toThrow(key);
  expect(asked).toEqual(['away', 'away', 'busy', 'busy', 'final']);
});

test('a fixture that a target had no time to create is asked for again, with a remedy that helps', async () => {
  const target = new HttpClient({ baseUrl: 'http://127.0.0.1:9', concurrency: 1, timeoutMs: 100 });
  onTestFinished(() => target.close());
  vi.spyOn(target, 'send').mockResolvedValue({ ...answered(429, {}), overloaded: true });
  const made = provisionerFor({ by: 'rest', bodies: {} }, target).make({ kind: 'project', use: 'write' });
  await expect(made).rejects.toMatchObject({ name: 'Unavailable', remedy: gentler, passing: true });
});
