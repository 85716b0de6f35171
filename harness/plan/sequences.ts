/** Requests one behind another and at once: defects that only show across requests. */
import fc from 'fast-check';
import { entangled } from '../model/model.js';
import type { WriteOperation } from '../values/write-operations.js';
import { brief } from './case.js';
import { cover, type Drawn } from './coverage.js';
import type { FieldSurvey } from './facts.js';
import { bodiesOf, type Draw, lastOfEach } from './generated.js';

/** Each write is read behind it. */
export type SequenceStep =
  | { readonly do: 'write'; readonly body: object }
  | { readonly do: 'write at once'; readonly bodies: readonly object[] }
  | { readonly do: 'refused write'; readonly body: object; readonly words: string }
  | { readonly do: 'delete' }
  | { readonly do: 'delete during a write'; readonly body: object };

/** Steps before the deletion, if there is one. */
const maxSteps = 8;
/** Writes before a step that are counted: defects count to two or three. */
const maxCounted = 3;
/** Fields that make a write a small one. */
const small = 2;

export interface Sequences {
  readonly drawn: fc.Arbitrary<SequenceStep[]>;
  /** Sequences that are always played. */
  readonly first: readonly SequenceStep[][];
}

/**
 * Sequences of writes, taken and refused; a deletion may end them where there is one and resources for it.
 * Undefined where no field can be written and read back.
 */
export function sequences(
  { owned, creates }: WriteOperation,
  { pool, unstored, guarded, takesNothing }: FieldSurvey,
  deletes: boolean,
): Sequences | undefined {
  const mine = new Map(
    [...pool].filter(([name]) => !owned.has(name) && !unstored.has(name) && !entangled.has(name)),
  );
  if (mine.size === 0) return undefined;
  const single = [...mine].map(([name, values]) =>
    fc.constantFrom(...values).map((value) => ({ [name]: value })),
  );
  const body: fc.Arbitrary<object> = fc.oneof(bodiesOf(mine), fc.oneof(...single));
  const invalid = guarded.flatMap((location) =>
    location.invalid.slice(0, 1).map((each) => ({ location, ...each })),
  );
  const steps: fc.Arbitrary<SequenceStep>[] = [
    body.map((each) => ({ do: 'write', body: each })),
    fc.array(body, { minLength: 2, maxLength: 3 }).map((bodies) => ({ do: 'write at once', bodies })),
  ];
  if (invalid.length > 0)
    steps.push(
      fc.record({ base: body, one: fc.constantFrom(...invalid) }).map(({ base, one }) => ({
        do: 'refused write',
        body: { ...base, [one.location.field]: one.location.build(one.value, 0) },
        words: `${one.location.name}: ${one.class}`,
      })),
    );
  const sequence = fc.array(fc.oneof(...steps), { minLength: 1, maxLength: maxSteps });
  // No field in a body leaves every field as it was.
  const nothing: SequenceStep[] = [
    { do: 'write', body: lastOfEach(mine) },
    { do: 'write', body: {} },
  ];
  const first = takesNothing && !creates ? [nothing] : [];
  if (creates || !deletes) return { drawn: sequence, first };
  const end: fc.Arbitrary<SequenceStep[]> = fc.oneof(
    fc.constantFrom<SequenceStep[]>([], [{ do: 'delete' }]),
    body.map((each): SequenceStep[] => [{ do: 'delete during a write', body: each }]),
  );
  return { drawn: fc.tuple(sequence, end).map(([most, last]) => [...most, ...last]), first };
}

/** Sequences in which each kind of step comes behind each other, and behind the first and the second. */
export function drawSequences({ drawn, first }: Sequences, { seed, most }: Draw): Drawn<SequenceStep[]> {
  return cover(
    drawn,
    function* (steps) {
      let taken = 0;
      for (const [index, step] of steps.entries()) {
        const name = nameOf(step);
        // What comes before it is not what it is about.
        if (step.do === 'delete during a write') {
          yield `${name} ${Object.keys(step.body).length <= small}`;
          continue;
        }
        const before = steps[index - 1];
        if (before) yield `${nameOf(before)} > ${name}`;
        // A value that may be there already shows nothing.
        const isTelling = step.do !== 'write' || taken === 0 || says(step.body, steps.slice(0, index));
        if (taken <= maxCounted && isTelling) yield `${taken} writes > ${name}`;
        taken += step.do === 'write' ? 1 : step.do === 'write at once' ? step.bodies.length : 0;
      }
    },
    { seed, most, first, cost: requestsOf },
  );
}

/** Requests of a sequence: a resource is made and removed, and each step is followed by a reading. */
function requestsOf(steps: readonly SequenceStep[]): number {
  return steps.reduce((sum, step) => sum + (step.do === 'write at once' ? 4 : 2), 5);
}

/** Whether a body writes another value than the last that was written to the same field. */
function says(body: object, before: readonly SequenceStep[]): boolean {
  const written = before.flatMap((step) =>
    step.do === 'write' ? [[step.body]] : step.do === 'write at once' ? [step.bodies] : [],
  );
  return Object.entries(body).some(([name, value]) => {
    const last = written.findLast((bodies) => bodies.some((each) => Object.hasOwn(each, name)));
    const there = last?.flatMap((each) => Object.entries(each).filter(([other]) => other === name)) ?? [];
    return there.length > 0 && there.every(([, other]) => other !== value);
  });
}

function nameOf(step: SequenceStep): string {
  if (step.do !== 'write') return step.do;
  return Object.keys(step.body).length <= small ? 'small write' : 'write';
}

/** A step as a reader of a report sees it. */
export function stepInWords(step: SequenceStep): string {
  if (step.do === 'write') return `write ${brief(step.body)}`;
  if (step.do === 'delete during a write') return `write ${brief(step.body)} and delete at once`;
  if (step.do === 'write at once') return `write ${step.bodies.map(brief).join(' and ')} at once`;
  return step.do === 'refused write' ? `an invalid write (${step.words})` : step.do;
}
