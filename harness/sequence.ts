/** Requests in any order against a model of what must be seen: defects that only show across requests. */
import fc from 'fast-check';
import { subsets } from './arbitraries.js';
import type { Exchange } from './exchange.js';
import { brief } from './failures.js';
import type { Knowledge } from './knowledge.js';
import type { Failure, Miss } from './outcome.js';
import { Player } from './player.js';
import { ownedFields, resets } from './read-back.js';
import type { Run } from './run.js';
import { shrink } from './shrink.js';
import type { Subject } from './subjects.js';
import { labelOf } from './values/wrong.js';

export type Step =
  | { readonly do: 'write'; readonly body: object }
  | { readonly do: 'write at once'; readonly bodies: readonly object[] }
  | { readonly do: 'refused write'; readonly body: object; readonly label: string }
  | { readonly do: 'read' }
  | { readonly do: 'delete' };

/** Fields whose value depends on the order of writes in a way that the document does not show. */
const entangled: ReadonlySet<string> = new Set(Object.entries(resets).flat(2));

/** Sequences of up to eight steps; a deletion may end them where there is one and fixtures for it. */
export function sequences(
  subject: Subject,
  known: Knowledge,
  deletes: boolean,
): fc.Arbitrary<Step[]> | undefined {
  const owned = ownedFields(subject);
  const names = [...known.pool.keys()].filter(
    (name) => !owned.has(name) && !known.unstored.has(name) && !entangled.has(name),
  );
  if (names.length === 0) return undefined;
  const model = names.map((name) => [name, fc.constantFrom(...(known.pool.get(name) as unknown[]))] as const);
  const alone = fc.oneof(...model.map(([name, value]) => value.map((each) => ({ [name]: each }))));
  const body: fc.Arbitrary<object> = fc.oneof(subsets(Object.fromEntries(model)), alone);
  const wrong = known.guarded.flatMap((place) =>
    place.wrongs.slice(0, 1).map(({ label, value }) => ({ place, label, value })),
  );
  const steps: fc.Arbitrary<Step>[] = [
    body.map((each) => ({ do: 'write', body: each })),
    fc.array(body, { minLength: 2, maxLength: 3 }).map((bodies) => ({ do: 'write at once', bodies })),
    fc.constant({ do: 'read' }),
  ];
  if (wrong.length > 0)
    steps.push(
      fc.record({ base: body, one: fc.constantFrom(...wrong) }).map(({ base, one }) => ({
        do: 'refused write',
        body: { ...base, [one.place.field]: one.place.build(one.value, 0) },
        label: labelOf(one.place, one.label, 0),
      })),
    );
  const sequence = fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 8 });
  if (subject.creates || !deletes) return sequence;
  const end = fc.constantFrom<Step[]>([], [{ do: 'delete' }]);
  return fc.tuple(sequence, end).map(([most, last]) => [...most, ...last]);
}

interface Played {
  readonly miss?: Miss;
  readonly outcome: string;
  readonly exchanges: readonly Exchange[];
}

/** Plays sequences on fresh fixtures, all at once; the first that contradicts the model is made as short as it gets. */
export async function playAll(
  run: Run,
  subject: Subject,
  arbitrary: fc.Arbitrary<Step[]>,
  count: number,
): Promise<Failure[]> {
  const seed = run.seedOf(subject.id, 'sequences');
  const drawn = fc.sample(arbitrary, { seed, numRuns: count });
  const played = await Promise.all(drawn.map((steps) => play(run, subject, steps)));
  const index = played.findIndex(({ miss }) => miss !== undefined);
  if (index < 0) return [];
  const first = { example: drawn[index] as Step[], shown: played[index] as Played };
  const { example, shown, ...provenance } = await shrink(arbitrary, { seed, index }, first, async (steps) => {
    const again = await play(run, subject, steps);
    return again.miss && again.outcome === first.shown.outcome ? again : undefined;
  });
  const input = example.map(inWords).join(', then ');
  return [
    {
      ...(shown.miss as Miss),
      ...provenance,
      symptom: { operation: subject.id, input, outcome: shown.outcome },
      exchanges: shown.exchanges,
      deciding: shown.exchanges.length - 1,
      counterexample: JSON.stringify(example),
    },
  ];
}

function inWords(step: Step): string {
  if (step.do === 'write') return `write ${brief(step.body)}`;
  if (step.do === 'write at once') return `write ${step.bodies.map(brief).join(' and ')} at once`;
  return step.do === 'refused write' ? `a refused write (${step.label})` : step.do;
}

function play(run: Run, subject: Subject, steps: readonly Step[]): Promise<Played> {
  const { renewable } = run.fixtures;
  return run.lane(() =>
    run.with(subject.fixture, renewable ? 'destroy' : 'write', async (fixture) => {
      const player = new Player(run, subject, fixture);
      await player.begin();
      for (const step of steps) {
        const miss = await player.step(step);
        if (miss) return { miss, outcome: outcome(miss), exchanges: player.exchanges };
      }
      return { outcome: 'none', exchanges: [] };
    }),
  );
}

const outcome = (miss: Miss) => miss.violations[0]?.message ?? miss.expected;
