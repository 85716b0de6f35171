/** Writes one behind another and at once, drawn so that what only shows across requests shows. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entangled } from '../../../harness/model/model.js';
import { drawSequences, type SequenceStep, sequences, stepInWords } from '../../../harness/plan/sequences.js';
import { isInvalid } from '../../../harness/values/invalid.js';
import { resolvePlaceholders } from '../../../harness/values/placeholders.js';
import { fits } from '../../../harness/values/shapes.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { factsOf, operations, resourceOf } from '../by-hand.js';

const bodiesOf = (step: SequenceStep) =>
  step.do === 'write' ? [step.body] : step.do === 'write at once' ? step.bodies : [];

describe.each(operations)('sequences of $id', (written) => {
  const dealt = sequences(written, factsOf(written), true);
  if (!dealt) throw new Error('there are fields to write');
  const { cases } = drawSequences(dealt, { seed: 1, most: 34 });
  const steps = cases.flat();

  test('have each kind of step behind each other', () => {
    // A deletion during a write ends a sequence, whatever comes before it.
    const isOrdered = (step: SequenceStep) => step.do !== 'delete during a write';
    const kinds = new Set(steps.filter(isOrdered).map((step) => step.do));
    const pairs = new Set(
      cases
        .map((each) => each.filter(isOrdered))
        .flatMap((each) => each.slice(1).map((step, at) => `${each[at]?.do} > ${step.do}`)),
    );
    const before = [...kinds].filter((kind) => kind !== 'delete');
    expect(kinds).toContain('refused write');
    expect([...pairs].sort()).toEqual(before.flatMap((a) => [...kinds].map((b) => `${a} > ${b}`)).sort());
  });

  test('write what fits, of fields that are read back; refused writes are invalid', () => {
    for (const body of steps.flatMap(bodiesOf)) {
      expect(fits(written.shape, resolvePlaceholders(body, resourceOf(written)))).toBe(true);
      const others = Object.keys(body).filter((name) => written.owned.has(name) || entangled.has(name));
      expect(others).toEqual([]);
    }
    for (const step of steps)
      if (step.do === 'refused write') expect(isInvalid(written, step.body)).toBe(true);
  });

  test('a deletion is the last step, and there is none of a drawing', () => {
    const early = cases.flatMap((each) => each.slice(0, -1)).filter((step) => step.do === 'delete');
    expect(early).toEqual([]);
    expect(steps.some((step) => step.do === 'delete')).toBe(!written.creates);
  });

  test('the same seed draws the same, up to a limit', () => {
    expect(JSON.stringify(drawSequences(dealt, { seed: 1, most: 34 }).cases)).toBe(JSON.stringify(cases));
    expect(drawSequences(dealt, { seed: 1, most: 2 }).cases).toHaveLength(2);
  });
});

describe('what is left out', () => {
  const iou = writeOperations['iou.update'];
  const facts = factsOf(iou);
  const sample = (known: typeof facts, deletes: boolean) => {
    const dealt = sequences(iou, known, deletes);
    return dealt && fc.sample(dealt.drawn, { seed: 1, numRuns: 50 }).flat();
  };

  test('deletions where a resource cannot be made again', () => {
    expect(sample(facts, false)?.some((step) => step.do === 'delete')).toBe(false);
  });

  test('fields that were not stored when written alone', () => {
    const steps = sample({ ...facts, unstored: new Set(['name']) }, true) ?? [];
    expect(steps.flatMap(bodiesOf).some((body) => 'name' in body)).toBe(false);
  });

  test('refused writes where no place is guarded', () => {
    expect(sample({ ...facts, guarded: [] }, true)?.some((step) => step.do === 'refused write')).toBe(false);
  });

  test('everything where no field can be written', () => {
    expect(sample({ ...facts, pool: new Map() }, true)).toBeUndefined();
  });
});

test('a write without fields follows one with all, where such a body was taken', () => {
  const iou = writeOperations['iou.update'];
  const facts = factsOf(iou);
  const bodies = sequences(iou, facts, true)?.first.flat().flatMap(bodiesOf) ?? [];
  expect(bodies.map((body) => Object.keys(body).length > 3)).toEqual([true, false]);
  expect(bodies[1]).toEqual({});
  expect(sequences(iou, { ...facts, takesNothing: false }, true)?.first).toEqual([]);
  const drawing = writeOperations['drawings.create'];
  expect(sequences(drawing, factsOf(drawing), true)?.first).toEqual([]);
});

test('a step in words', () => {
  expect(stepInWords({ do: 'write', body: { x: 1 } })).toBe('write {"x":1}');
  expect(stepInWords({ do: 'write at once', bodies: [{ x: 1 }, { x: 2 }] })).toBe(
    'write {"x":1} and {"x":2} at once',
  );
  expect(stepInWords({ do: 'refused write', body: {}, words: 'x: null' })).toBe('an invalid write (x: null)');
});
