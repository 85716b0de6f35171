/** Finds out which operations can be tested on a target, with fixtures that are removed again. */

import type { HttpClient } from '../../harness/http/client.js';
import { notExercised, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { openSession } from '../../harness/session.js';
import type { Judged, Settings } from '../../harness/settings.js';
import { type Differences, type Leftover, Unavailable } from '../../harness/worlds/index.js';
import { listAt } from '../../harness/worlds/resource.js';
import { type FixtureKind, type Operation, type OperationId, operations } from '../../schemas/index.js';
import { instances, isInstance } from '../../schemas/kinds.js';
import { exerciseNamed, told } from './named.js';
import { type Preflight, preflight } from './preflight.js';

/** Whether an operation can be tested, and what was seen when it was tried. */
type Trial =
  | { readonly can: true; readonly seen: string }
  | { readonly can: false; readonly reason: string; readonly remedy?: string };

export type OperationTrial = Trial & {
  readonly id: OperationId;
  readonly kind: FixtureKind;
};

export interface Diagnosis {
  readonly baseUrl: string;
  /** Whether all fixtures are created by requests to the target. */
  readonly makesAll: boolean;
  /** What the target says about itself, or why nothing can be judged. */
  readonly known: Preflight;
  /** One row for each operation; empty when nothing can be judged. */
  readonly operations: readonly OperationTrial[];
  readonly leftovers: readonly Leftover[];
  readonly inventory?: Differences;
  /** What was noticed while fixtures were made. */
  readonly notices: readonly string[];
  readonly requests: number;
}

export type DoctorSettings = Omit<Settings, 'selected' | 'seed' | 'runs' | 'hazards'>;

/** Tries every operation once on its own fixture. Resources that the user named are only read. */
export async function doctor(settings: DoctorSettings): Promise<Diagnosis> {
  const { baseUrl, provision } = settings;
  const known = await preflight(settings);
  const file = provision.by === 'command' ? undefined : provision.file;
  const makesAll = provision.by === 'rest' && !file;
  if (!known.ok)
    return { baseUrl, makesAll, known, operations: [], leftovers: [], notices: [], requests: known.requests };
  const selected = operations.map(({ id }) => id);
  const session = openSession({ ...settings, selected, seed: 1, runs: 1, hazards: false });
  const exerciseLent = exerciseNamed(file ?? {});
  const isLent = ({ fixture }: Operation) => provision.by === 'static' || (file?.[fixture] ?? []).length > 0;
  const found: OperationTrial[] = [];
  for (const operation of operations) {
    const { id, fixture: kind } = operation;
    const judged = await session.judge(
      canBeExercised(operation, (run) =>
        isLent(operation) ? exerciseLent(run, operation) : exerciseNew(run, operation),
      ),
    );
    found.push({ id, kind, ...trialOf(judged) });
  }
  const { leftovers, inventory, notices, requests } = await session.close();
  return {
    baseUrl,
    makesAll,
    known,
    operations: found,
    leftovers,
    ...(inventory && { inventory }),
    notices,
    requests: known.requests + requests,
  };
}

/** A requirement for the session to judge: that an operation can be tested. It is in no requirement set. */
function canBeExercised({ id, section }: Operation, check: Requirement['check']): Requirement {
  return {
    id,
    operation: id,
    section,
    level: 'may',
    kind: 'observed',
    statement: 'It can be exercised.',
    check,
  };
}

function trialOf({ verdict, observation = '', reason = '', remedy }: Judged): Trial {
  if (verdict === 'passed') return { can: true, seen: observation };
  if (verdict === 'suite-error') throw new Error(reason);
  return { can: false, reason, ...(remedy !== undefined && { remedy }) };
}

async function exerciseNew(run: Run, { id, fixture }: Operation): Promise<Outcome> {
  try {
    return told(id, (await sample(run, id)).exchanges[0]);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return notExercised(error.message, await remedyOn(run.target, fixture, error));
  }
}

/** How to provide a kind of instance on this target: with something that the target lists, if it lists anything. */
async function remedyOn(
  target: HttpClient,
  kind: FixtureKind,
  { remedy }: Unavailable,
): Promise<string | undefined> {
  const source = isInstance(kind) ? instances[kind].madeFrom : undefined;
  if (!source) return remedy;
  const known = await listAt(target, source.path, 'doctor: what instances can be made from');
  if (!known) return remedy;
  const first = known.map((each) => each[source.field]).find((value) => typeof value === 'string');
  if (first === undefined) return `${remedy} (the target lists none at ${source.path})`;
  return `add to the config: ${JSON.stringify({ rest: { [kind]: { [source.field]: first } } })}`;
}
