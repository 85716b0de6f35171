/** What a run could exercise on a target, found out with fixtures that are removed again. */
import { TargetGone } from '../harness/breaker.js';
import { type Exchange, status } from '../harness/exchange.js';
import { seen } from '../harness/expect.js';
import { type Differences, type Leftover, Unavailable } from '../harness/fixtures/index.js';
import { provisionerFor } from '../harness/fixtures/provision.js';
import { Run } from '../harness/run.js';
import { sample } from '../harness/samples.js';
import type { Settings } from '../harness/settings.js';
import { Target } from '../harness/target.js';
import { type FixtureKind, type Method, type OperationId, operations } from '../schemas/index.js';
import { exerciseNamed } from './doctor-named.js';
import { remedyOn } from './doctor-remedy.js';
import { type Preflight, preflight } from './preflight.js';

/** Whether an operation can be exercised, and what came of trying. */
export type Finding =
  | { readonly can: true; readonly seen: string }
  | { readonly can: false; readonly reason: string; readonly remedy?: string };

export type OperationFinding = Finding & {
  readonly id: OperationId;
  readonly method: Method;
  readonly path: string;
  readonly kind: FixtureKind;
};

export interface Diagnosis {
  readonly baseUrl: string;
  /** What the target says of itself, or why nothing can be judged. */
  readonly known: Preflight;
  /** One row an operation; none when nothing can be judged. */
  readonly operations: readonly OperationFinding[];
  readonly leftovers: readonly Leftover[];
  readonly inventory?: Differences;
  readonly requests: number;
}

export type DoctorSettings = Omit<Settings, 'channel' | 'selected' | 'seed' | 'runs' | 'hazards'>;

/** Tries every operation once on a fixture of its own. What the user has named is only read. */
export async function doctor(settings: DoctorSettings): Promise<Diagnosis> {
  const { baseUrl, provision } = settings;
  const known = await preflight(settings);
  if (!known.ok) return { baseUrl, known, operations: [], leftovers: [], requests: known.requests };
  const target = new Target(settings);
  try {
    if (provision.by === 'static') {
      const found = await exerciseNamed(target, provision.file);
      return {
        baseUrl,
        known,
        operations: rows(found),
        leftovers: [],
        requests: known.requests + target.requests,
      };
    }
    const run = new Run({
      target,
      provisioner: provisionerFor(provision, target),
      seed: 1,
      runs: 1,
      lanes: 1,
      hazards: false,
    });
    const found = new Map<OperationId, Finding>();
    for (const { id } of operations) found.set(id, await exercise(run, id));
    await run.fixtures.close();
    const { leftovers, inventory } = run.fixtures;
    return {
      baseUrl,
      known,
      operations: rows(found),
      leftovers,
      ...(inventory && { inventory }),
      requests: known.requests + target.requests,
    };
  } finally {
    await target.close();
  }
}

function rows(found: ReadonlyMap<OperationId, Finding>): OperationFinding[] {
  return operations.map(({ id, method, path, fixture: kind }) => {
    const finding = found.get(id) ?? { can: false, reason: 'it was not tried' };
    return { id, method, path, kind, ...finding };
  });
}

async function exercise(run: Run, id: OperationId): Promise<Finding> {
  try {
    return judged(id, (await sample(run, id)).exchanges[0]);
  } catch (error) {
    if (error instanceof TargetGone) return { can: false, reason: error.message };
    if (!(error instanceof Unavailable)) throw error;
    const kind = operations.find((each) => each.id === id)?.fixture as FixtureKind;
    const remedy = await remedyOn(run.target, kind, error);
    return { can: false, reason: error.message, ...(remedy !== undefined && { remedy }) };
  }
}

/** Codes by which servers say that they do not have an operation. */
const absent = [404, 405, 501];

/** Any other answer can be judged, whether it is right or wrong. */
export function judged(id: OperationId, exchange: Exchange | undefined): Finding {
  const what = exchange ? seen(exchange) : 'nothing was sent';
  const code = exchange && status(exchange);
  if (code !== undefined && !absent.includes(code)) return { can: true, seen: what };
  return {
    can: false,
    reason: `answered ${what} for something that exists: this target may not have the operation`,
    remedy: `leave it out with --skip ${id}`,
  };
}
