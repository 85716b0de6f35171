/** A server that answers writes with another code for success: all else is judged as it would be. */
import { expect, test } from 'vitest';
import { serveReference } from '../../../reference-impl/index.js';
import { drive, having } from '../../drive.js';

test.each([
  ['drawings.create', 'keeps-images-only', / stores another value for svg with an image$/],
  ['iou.update', 'never-stores-nvram', / ignores nvram$/],
])('%s answers another success code and %s: both are found, and every requirement is judged', async (operation, fault, title) => {
  const faults = [`${operation}.other-success-code`, `${operation}.${fault}`];
  const server = await serveReference({ faults });
  const only = new RegExp(`^${operation.replace('.', '\\.')}\\.`);
  const driven = await drive(server.url, { only, runs: 10 });
  await server.close();
  expect(driven.findings.map((each) => each.title)).toEqual([
    expect.stringMatching(/ answers 20[01] .* instead of 20[01] /),
    expect.stringMatching(title),
  ]);
  for (const verdict of ['inconclusive', 'not-exercised'] as const)
    expect(having(driven, verdict)).toEqual([]);
});
