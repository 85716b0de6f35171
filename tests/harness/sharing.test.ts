/** Sharing saves requests, and changes no verdict: neither on a server that conforms nor on one with a fault. */
import { expect, test } from 'vitest';
import { faults, serveReference } from '../../reference-impl/index.js';
import { refuse } from '../../reference-impl/pipeline/answer.js';
import { drive } from '../drive.js';

/** A few of as many families: refusals, state, and what only shows together or across requests. */
const sample = [
  'drawings.create.resolves-entities',
  'projects.update.invalid-as-422',
  'projects.update.rolls-back-on-refusal',
  'iou.update.applies-refused-in-part',
  'drawings.create.unchecked-in-large-bodies',
  'vmware.update.crashes-on-lone-surrogate',
  'vmware.update.refuses-many-fields',
  'cloud.update.leaves-taps-unchecked',
];

const escaped = (text: string) => text.replaceAll('.', '\\.');

/** The verdict of each requirement, without sharing and with it, and what each costs. */
async function judged(only: RegExp, runs: number, fault?: string) {
  const verdicts: Record<string, string>[] = [];
  const requests: number[] = [];
  for (const share of [1, undefined]) {
    const server = await serveReference({ faults: fault === undefined ? [] : [fault] });
    const driven = await drive(server.url, { only, runs, ...(share !== undefined && { share }) });
    await server.close();
    verdicts.push(Object.fromEntries([...driven.verdicts].map(([id, { verdict }]) => [id, verdict])));
    requests.push(driven.exchanges.length);
  }
  return { verdicts, requests };
}

test('on a server that conforms', async () => {
  const { verdicts, requests } = await judged(/^(iou|drawings|nodes)\./, 5);
  expect(verdicts[1]).toEqual(verdicts[0]);
  expect(requests[1]).toBeLessThan(0.7 * (requests[0] ?? 0));
});

test.each(sample)('on one with the fault %s', async (name) => {
  const fault = faults.find((each) => each.name === name);
  const operations = fault?.operations.map(escaped).join('|');
  const { verdicts } = await judged(new RegExp(`^(${operations})\\.`), 15, name);
  expect(verdicts[1]).toEqual(verdicts[0]);
  expect(Object.values(verdicts[1] ?? {})).toContain('failed');
});

test('nobody else works in a project where a write has crashed', async () => {
  // Updates crash on a null path, and nothing is drawn in the project from then on.
  const damaged = new Set<string | undefined>();
  const server = await serveReference({
    faults: [
      {
        name: 'crashes-half-way',
        operations: ['projects.update', 'drawings.create'],
        hooks: {
          act(exchange, next) {
            const { input, projectId, route } = exchange;
            const isNull = (input as { path?: unknown } | undefined)?.path === null;
            if (route.id === 'projects.update' && isNull) {
              damaged.add(projectId);
              return refuse(500, 'half done');
            }
            return damaged.has(projectId) ? refuse(409, 'damaged') : next(exchange);
          },
        },
      },
    ],
  });
  const { verdicts } = await drive(server.url, { only: /^(projects|drawings|nodes)\./ });
  await server.close();
  const failed = [...verdicts].filter(([, { verdict }]) => verdict === 'failed').map(([id]) => id);
  expect(damaged.size).toBeGreaterThan(0);
  expect(failed).toContain('projects.update.accepts.path.null');
  expect(failed.filter((id) => id.startsWith('drawings.'))).toEqual([]);
});
