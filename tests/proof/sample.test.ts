import { describe, expect, test } from 'vitest';
import { faults } from '../../reference-impl/index.js';
import { judgeReference } from '../../scripts/prove/judge.js';
import { requirements } from '../../suites/index.js';

const known = new Map(requirements.map((each) => [each.id, each]));
const families = [...new Set(faults.map(({ family }) => family))];

/** `npm run prove` tries every fault; this is one of each family, held against what it was made to break. */
describe('a fault is killed', () => {
  test.each(families)('%s', async (family) => {
    const ofFamily = faults.filter((fault) => fault.family === family);
    const { name, aims } = ofFamily[Math.floor(ofFamily.length / 2)] as (typeof faults)[number];
    const aimed = aims.flatMap((id) => known.get(id) ?? []);
    const options = { seed: 1, runs: 100, timeoutMs: family === 'no answer' ? 400 : 5000 };
    const verdicts = await judgeReference({ faults: [name] }, aimed, options);
    expect(aims.filter((id) => verdicts.get(id)?.verdict !== 'failed')).toEqual([]);
  });
});
