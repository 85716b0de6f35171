/** Recordings of runs on servers that conform are judged by themselves: a few of what `npm run prove -- --traffic` judges. */
import { describe, expect, test } from 'vitest';
import { judgeCut, record } from '../../proof/traffic/recordings.js';
import type { ReferenceOptions } from '../../reference-impl/index.js';
import { failedIn, judgedOnes, of, options } from './recorded.js';

const conforming: readonly (readonly [string, ReferenceOptions])[] = [
  ['the reference implementation', {}],
  ['a server that shows little', { variants: ['sparse-answers'] }],
  ['a server with bounds', { variants: ['bounded-numbers'] }],
  ['a server with defaults in force', { variants: ['default-iou-values'] }],
];

describe('a server that conforms is never blamed, whatever is missing from the recording', () => {
  const some = of('projects.update', 'projects.delete', 'iou.update', 'iou.get', 'drawings.create');
  test.for(conforming)('%s', async ([, server]) => {
    expect(failedIn(judgeCut(await record(server, some, [options]), judgedOnes))).toEqual([]);
  });

  test('two clients at once', async () => {
    const both = await record({}, of('projects.update', 'cloud.update'), [options, { ...options, seed: 2 }]);
    expect(failedIn(judgeCut(both, judgedOnes))).toEqual([]);
  });
});
