/** A field that a target wants in every body hides nothing of the others. */
import { expect, test } from 'vitest';
import { serveReference } from '../../../reference-impl/index.js';
import { drive } from '../../drive.js';

test('updates are judged beside a field that they want, and what else is wrong with them is found', async () => {
  const faults = ['cloud.update.wants-name', 'cloud.update.leaves-taps-unchecked'];
  const server = await serveReference({ faults });
  const { findings, verdicts } = await drive(server.url, { only: /^cloud\.update\./ });
  await server.close();
  expect(findings.map(({ title }) => title).sort()).toMatchInlineSnapshot(`
    [
      "cloud.update accepts an invalid boolean in the third item or later of interfaces and others",
      "cloud.update refuses a body without name (400 Bad Request)",
    ]
  `);
  const open = [...verdicts].filter(([, { verdict }]) => verdict === 'inconclusive');
  expect(open.map(([id]) => id)).toEqual([]);
});
