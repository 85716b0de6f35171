import { expect, test } from 'vitest';
import { serveReference } from '../../reference-impl/index.js';
import { drive, having } from '../drive.js';

/** A server whose process ends over a request of `route` that `deadly` picks. */
async function mortal(route: string, deadly: (input: unknown) => boolean) {
  const server = await serveReference({
    faults: [
      {
        name: 'mortal',
        operations: [route],
        hooks: {
          wire: (x, answer, next) => {
            if (!deadly(x.input)) return next(x, answer);
            x.outgoing.destroy();
            void server.close();
          },
        },
      },
    ],
  });
  return server;
}

test.each([
  [
    'a body that is not JSON',
    'iou.update',
    (input: unknown) => input === undefined,
    /^iou\.update\.(refuses|generated)/,
  ],
  [
    'an empty name',
    'iou.update',
    (input: unknown) => (input as { name?: string })?.name === '',
    /^iou\.update\.(answers|accepts)/,
  ],
  [
    'four fields together',
    'iou.update',
    (input: unknown) => Object.keys(Object(input)).length >= 4,
    /^iou\.update\.generated/,
  ],
])('a target that dies of %s fails the check that sent it', async (_, route, deadly, only) => {
  const server = await mortal(route, deadly);
  const driven = await drive(server.url, { only, runs: 60 });
  expect(having(driven, 'failed').length).toBeGreaterThan(0);
  expect(having(driven, 'suite-error')).toEqual([]);
  const unjudged = [...driven.verdicts.values()].filter(({ verdict }) => verdict === 'inconclusive');
  expect(unjudged.some(({ reason }) => reason?.includes('the target refuses connections'))).toBe(true);
});

test('a creation that ends the target is a finding, even if it was sent twice', async () => {
  const server = await mortal('drawings.create', (input) => input === undefined);
  const driven = await drive(server.url, { only: /^drawings\.create\.(refuses|accepts)/, runs: 1 });
  expect(driven.findings.map(({ title }) => title)).toEqual([
    'the server goes away after a request of drawings.create with malformed JSON',
  ]);
});

test('the first request that is to be refused ends the target: one finding, whichever check sent it', async () => {
  const server = await mortal('iou.update', (input) => input === undefined);
  const driven = await drive(server.url, { only: /^iou\.update\.errors\.json$/ });
  expect(driven.verdicts.get('iou.update.errors.json')).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('no answer'),
  });
  expect(driven.findings.map(({ title }) => title)).toEqual([
    'the server goes away after a request of iou.update',
  ]);
});
