/** Plays sequences on fresh resources, all at once; the first that contradicts the model is made short. */
import { mayBeTwice, succeeds } from '../expect.js';
import type { Exchange } from '../http/exchange.js';
import { type Failure, type Mismatch, notDeletable, surplus } from '../outcome.js';
import { drawSequences, type SequenceStep, type Sequences, stepInWords } from '../plan/sequences.js';
import type { Run } from '../run.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Fixture } from '../worlds/index.js';
import { SequencePlayer } from './sequence-player.js';

interface PlayedSequence {
  readonly mismatch?: Mismatch;
  readonly outcome: string;
  readonly exchanges: readonly Exchange[];
}

/** Sequences at most, of so many runs: each takes as many requests as several single cases. */
const runsPerSequence = 3;
/** Requests that are spent on making one short. */
const maxShrinkingRequests = 120;

export async function playSequences(
  run: Run,
  written: WriteOperation,
  sequences: Sequences,
): Promise<Failure[]> {
  const seed = run.seedOf(written.id, 'sequences');
  const { cases } = drawSequences(sequences, { seed, most: Math.ceil(run.runs / runsPerSequence) });
  const played = await Promise.all(
    cases.map(async (steps) => {
      const first = await play(run, written, steps);
      // A server that was too slow once need not be so always.
      return isLate(first) ? play(run, written, steps) : first;
    }),
  );
  const index = played.findIndex(({ mismatch }) => mismatch !== undefined);
  const [example, shown] = [cases[index], played[index]];
  if (!example || !shown) return [];
  let requests = 0;
  const best = await shrink(example, shown, async (steps) => {
    if (requests >= maxShrinkingRequests) return undefined;
    const again = await play(run, written, steps);
    requests += again.exchanges.length;
    return again.mismatch && again.outcome === shown.outcome ? again : undefined;
  });
  const { mismatch, outcome, exchanges } = best.shown;
  if (!mismatch) return [];
  return [
    {
      ...mismatch,
      seed,
      reproducibility: best.repeats ? 'deterministic' : 'flaky',
      symptom: { operation: written.id, input: best.steps.map(stepInWords).join(', then '), outcome },
      exchanges,
      deciding: exchanges.length - 1,
      counterexample: JSON.stringify(best.steps),
    },
  ];
}

function play(run: Run, written: WriteOperation, steps: readonly SequenceStep[]): Promise<PlayedSequence> {
  return run.lane(() =>
    // What counts writes counts them from the first one on.
    run.with(
      written.kind,
      run.fixtures.renews(written.kind) ? 'destroy' : 'write',
      (fixture) => playOn(run, written, steps, fixture),
      undefined,
      'nothing',
    ),
  );
}

async function playOn(
  run: Run,
  written: WriteOperation,
  steps: readonly SequenceStep[],
  fixture: Fixture,
): Promise<PlayedSequence> {
  const player = new SequencePlayer(run, written, fixture);
  await player.begin();
  for (const step of steps) {
    const mismatch = await player.step(step);
    const { exchanges } = player;
    if (mismatch && showsTwice(mismatch)) {
      const lost = lostIn(exchanges);
      if (lost) return lost;
    }
    // What may have been carried out twice leaves nothing to hold later steps against.
    if (exchanges.some(mayBeTwice)) break;
    if (mismatch) return { mismatch, outcome: outcomeOf(mismatch), exchanges };
  }
  return { outcome: 'none', exchanges: player.exchanges };
}

/** Whether it shows that what got no answer was carried out all the same. */
const showsTwice = (mismatch: Mismatch) => [surplus, notDeletable].includes(outcomeOf(mismatch));

/** What was carried out got no answer: that is what is wrong, and not what shows it. */
function lostIn(exchanges: readonly Exchange[]): PlayedSequence | undefined {
  const again = exchanges.find(({ lostBefore }) => lostBefore);
  const lost = again?.lostBefore;
  const mismatch = lost && succeeds(lost);
  if (!mismatch) return undefined;
  const others = exchanges.filter((each) => each !== again);
  return { mismatch, outcome: outcomeOf(mismatch), exchanges: [...others, lost] };
}

const isLate = ({ mismatch, exchanges }: PlayedSequence) =>
  mismatch !== undefined && exchanges.at(-1)?.failure?.kind === 'timeout';

const outcomeOf = ({ violations, expected }: Mismatch) => violations[0]?.message ?? expected;

/** How often the shortest is tried once more. */
const repetitions = 2;

/**
 * Leaves out halves, then quarters, and so on, as long as what is left still fails.
 * @param shows What a list of steps shows when it fails in the same way; else undefined.
 * @returns also whether it failed again each time that it was tried once more
 */
export async function shrink<S, T>(
  steps: readonly S[],
  shown: T,
  shows: (steps: readonly S[]) => Promise<T | undefined>,
) {
  let best = { steps, shown };
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < best.steps.length; ) {
      const rest = [...best.steps.slice(0, from), ...best.steps.slice(from + size)];
      const again = rest.length > 0 ? await shows(rest) : undefined;
      if (again === undefined) from += size;
      else best = { steps: rest, shown: again };
    }
  let repeated = 0;
  for (let i = 0; i < repetitions; i++) if ((await shows(best.steps)) !== undefined) repeated++;
  return { ...best, repeats: repeated === repetitions };
}
