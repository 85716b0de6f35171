/** The quickest of the hostile servers; `npm run robustness` tries all of them. */
import { expect, test } from 'vitest';
import { behaviours } from './behaviours/index.js';
import { type Extent, serveHostile } from './server.js';
import { tryOut } from './try.js';

const quick: readonly (readonly [name: string, extent: Extent, only: string])[] = [
  ['half-a-head', 'everywhere', '*'],
  ['speaks-noise', 'everywhere', '*'],
  ['endless-headers', 'everywhere', '*'],
  ['gzip-bomb', 'everywhere', '*'],
  ['deep-objects', 'everywhere', 'projects.*'],
  ['live-headers', 'everywhere', 'projects.*'],
  ['live-values', 'everywhere', 'projects.*'],
  ['acts-and-drops', 'writes', 'cloud.*'],
  ['resets-after-body', 'writes', 'cloud.*'],
  ['wrong-and-long', 'writes', 'projects.*'],
  ['closes-later', 'everywhere', 'projects.*'],
];

test.concurrent.each(quick)('%s, %s', { timeout: 120_000 }, async (name, extent, only) => {
  const behaviour = behaviours.find((each) => each.name === name);
  if (!behaviour) throw new RangeError(`There is no ${name}.`);
  const server = await serveHostile(behaviour, extent);
  try {
    const { breaches } = await tryOut(server.url, behaviour.harmless === true, [
      '--only',
      only,
      '--runs',
      '3',
    ]);
    expect(breaches).toEqual([]);
  } finally {
    await server.close();
  }
});
