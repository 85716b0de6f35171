/** What identifies a finding: the same in each run, and more where the defect has grown. */
import { expect, test } from 'vitest';
import { explain } from '../../../harness/explain/findings.js';
import { Sightings } from '../../../harness/explain/sighting.js';

const id = 'iou.update.refuses.ram';

/** The atoms of the findings of a server that takes these for `ram`, and refuses an object. */
function atomsOf(...taken: readonly string[]) {
  const sightings = new Sightings();
  const base = { operation: 'iou.update', aspect: 'code', expected: '400' } as const;
  const featuresOf = (words: string) => [`class:${words}`, 'place:ram', `place:ram=${words}`];
  for (const words of taken) {
    const sighting = {
      ...base,
      succeeded: true,
      features: featuresOf(words),
      outcome: 'status 200',
      failure: {
        expected: '400 Bad Request',
        seen: '200 OK',
        violations: [],
        symptom: { operation: 'iou.update', input: words, outcome: 'status 200' },
        exchanges: [],
        deciding: 0,
      },
    };
    sightings.add(sighting);
    sightings.blame(sighting, id);
  }
  sightings.add({ ...base, succeeded: false, features: featuresOf('an object') });
  const found = explain(sightings, [{ id, operation: 'iou.update', level: 'must' }], { codes: new Map() });
  expect(found).toHaveLength(1);
  return found.flatMap(({ atoms }) => atoms);
}

test('a defect that also shows with null has one atom more, so that a baseline without it turns red', () => {
  const known = atomsOf('a string');
  const grown = atomsOf('a string', 'null');
  expect(known).toHaveLength(1);
  expect(grown).toEqual(expect.arrayContaining(known));
  expect(grown).toHaveLength(2);
  expect(atomsOf('null', 'a string').sort()).toEqual(grown.sort());
});
