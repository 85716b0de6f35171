/** Learns from what was seen of single fields. */
import { succeeded } from '../expect.js';
import { status } from '../http/exchange.js';
import { type CaseKind, hasField, kindsOf } from '../plan/case.js';
import type { FieldSurvey } from '../plan/facts.js';
import { inputLocations } from '../values/invalid.js';
import type { WriteOperation } from '../values/write-operations.js';
import { isOtherSuccess, type Observation, type Rule, wasTaken, wasTakenOrConflicts } from './observation.js';

const harmful: ReadonlySet<Rule> = new Set(['code', 'answer', 'readable', 'writable', 'unchanged']);
const harmless: ReadonlySet<Rule> = new Set(['echo', 'stored', 'agrees', 'rest']);

export function survey(written: WriteOperation, all: readonly Observation[]): FieldSurvey {
  const isWrongAnyway = wrongAnyway(all);
  // What only other units bring about says nothing of a single field, nor does another code for success.
  const broken = all.filter(
    (each) => each.result === 'broken' && !each.inCompany && !isOtherSuccess(each) && !isWrongAnyway(each),
  );
  const hurt = new Set(broken.filter(({ rule }) => !harmless.has(rule)).map((each) => each.case));
  const codes = all.filter(({ rule }) => rule === 'code');
  const taken = codes.filter((each) => !hurt.has(each.case) && wasTaken(each));
  const valuesOf = (field: string, ...kinds: CaseKind[]) =>
    taken
      .filter((each) => kinds.includes(each.case.kind))
      .flatMap((each) => each.case.trials.filter((trial) => trial.field === field))
      .map(({ value }) => value);
  const pool = new Map(
    written.fields
      .map(({ name }) => [name, valuesOf(name, 'plain')] as const)
      .filter(([, values]) => values.length > 0),
  );
  const harmedBy = (rules: ReadonlySet<Rule>, name: string) =>
    broken.some(
      ({ rule, case: { kind, trials }, field }) =>
        rules.has(rule) &&
        (kind === 'plain' || kind === 'edge') &&
        trials.length === 1 &&
        trials[0]?.field === name &&
        (field === undefined || field === name),
    );
  const needed = neededBy(written, all);
  return {
    pool,
    ...(needed !== undefined && { needed }),
    nulls: written.fields.flatMap(({ name }) => (valuesOf(name, 'null').length > 0 ? [name] : [])),
    takes: codes.some((each) => isPlain(each.case.kind) && wasTakenOrConflicts(each)),
    takesNothing: codes.some((each) => each.case.kind === 'empty object' && wasTaken(each)),
    edges: new Map(written.fields.map(({ name }) => [name, valuesOf(name, 'edge', 'plain')])),
    sound: written.fields.filter(({ name }) => pool.has(name) && !harmedBy(harmful, name)),
    guarded: inputLocations(written).flatMap((location) => {
      const trials = broken
        .filter(({ rule }) => rule === 'code')
        .flatMap((each) => each.case.trials[0] ?? []);
      const classes = trials.filter((trial) => trial.location === location.name).map((trial) => trial.class);
      const invalid = location.invalid.filter((each) => !classes.includes(each.class));
      return invalid.length > 0 ? [{ ...location, invalid }] : [];
    }),
    unstored: new Set(
      written.fields.map(({ name }) => name).filter((name) => harmedBy(new Set<Rule>(['stored']), name)),
    ),
  };
}

/** Tells whether an answer is wrong in some fields as all of them are, whatever was sent: then nothing is to blame. */
function wrongAnyway(all: readonly Observation[]): (each: Observation) => boolean {
  const answers = all.filter(({ rule }) => rule === 'answer');
  const isOfFields = ({ mismatch }: Observation) =>
    mismatch?.violations.every(({ pointer = '' }) => pointer !== '') ?? false;
  const isAlways = answers.every(
    (each) => each.result === 'broken' && each.exchanges.some(succeeded) && isOfFields(each),
  );
  return (each) => isAlways && each.rule === 'answer';
}

/** With fewer bodies that are refused, each may be so for itself. */
const fewestRefused = 3;

/** A field of the plain body without which each body of the first wave was refused, while one with it was taken. */
export function neededBy(
  { plainBodies: [plain] }: WriteOperation,
  all: readonly Observation[],
): string | undefined {
  const tried = all.filter(
    ({ rule, case: { kind, raw } }) => rule === 'code' && !raw && kindsOf.plain.includes(kind),
  );
  return Object.keys(plain).find((name) => {
    const others = tried.filter((each) => !hasField(each.case, name));
    const isTaken = tried.some((each) => hasField(each.case, name) && wasTaken(each));
    return others.length >= fewestRefused && others.every(isRefused) && isTaken;
  });
}

const isRefused = ({ exchanges }: Observation) => exchanges.slice(-1).some((each) => status(each) === 400);

const isPlain = (kind: CaseKind) => kind === 'plain' || kind === 'empty object' || kind === 'sample';
