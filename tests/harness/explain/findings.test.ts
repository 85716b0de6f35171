/** What identifies a finding: the same in each run, and more where the defect has grown. */
import { expect, test } from 'vitest';
import { explain } from '../../../harness/explain/findings.js';
import { Sightings } from '../../../harness/explain/sighting.js';
import { titleOf } from '../../../harness/explain/words/titles.js';
import { whenOf } from '../../../harness/explain/words/when.js';
import { causeOf, failureOf } from '../by-hand.js';

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
      failure: failureOf([], {
        expected: '400 Bad Request',
        seen: '200 OK',
        symptom: { operation: 'iou.update', input: words, outcome: 'status 200' },
      }),
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

/** A wrong reading, seen three times. */
const wrong = (outcome: string, ...circumstance: string[]) =>
  causeOf('cloud.get', {
    ...{ aspect: 'answer', expected: 'answer', outcome, circumstance },
    ...{ failed: 3, otherwise: 40 },
  });

test('the title of a wrong reading names what was written before', () => {
  const cause = wrong('/name must be string', 'is:name=that says a number');
  expect(titleOf(cause, '200 OK')).toBe(
    'cloud.get returns a name that is not a string after name that says a number',
  );
});

test('the circumstance of wrong answers is the value that they should have shown', () => {
  const contrast = { features: ['is:ports_mapping=an empty array'], wrong: 9, right: 12 };
  expect(whenOf(wrong('/ports_mapping is missing'), { elsewhere: 0, otherwise: 0, contrast })).toBe(
    'an empty ports_mapping (9 of 9); never otherwise (0 of 12)',
  );
});
