/** What single-field probes have taught about a target; generated input leaves out what is known already. */
import type { Pool } from './arbitraries.js';
import { acceptance, bodyAcceptance, boundaries, failures, type Probe, refusal, wasTaken } from './probe.js';
import type { Run } from './run.js';
import type { Subject } from './subjects.js';
import type { Field } from './values/fields.js';
import { type Place, places } from './values/wrong.js';

export interface Knowledge {
  /** Plain values that were taken. */
  readonly pool: Pool;
  /** Whether any plain write was taken: without one, a refusal says nothing about what was wrong. */
  readonly takes: boolean;
  /** Edge values that were taken. */
  readonly edges: Pool;
  /** Fields that broke nothing when written alone and had a value taken. */
  readonly sound: readonly Field[];
  /** Places whose wrong values were all refused. */
  readonly guarded: readonly Place[];
  /** Fields that were not read back when written alone. */
  readonly unstored: ReadonlySet<string>;
}

/** Everything that single-field probes of an operation tell; they run once. */
export function knowledge(run: Run, subject: Subject): Promise<Knowledge> {
  return run.once(`${subject.id} knowledge`, async () => {
    const probes = await Promise.all(
      subject.fields.map(async (field) => ({
        field,
        plain: await acceptance(run, subject, field),
        edge: await boundaries(run, subject, field),
      })),
    );
    const checked = await Promise.all(
      places(subject).map(async (place) => ({ place, probe: await refusal(run, subject, place.name) })),
    );
    const empty = await bodyAcceptance(run, subject, 'empty-object', {});
    const taken = probes.map(({ field, plain }) => [field.name, takenValues(plain, field.name)] as const);
    const edges = probes.map(({ field, edge }) => [field.name, takenValues(edge, field.name)] as const);
    const pool = new Map(taken.filter(([, values]) => values.length > 0));
    return {
      pool,
      takes: [empty, ...probes.map(({ plain }) => plain)].some(({ probed }) => probed.some(wasTaken)),
      edges: new Map(edges),
      sound: probes
        .filter(({ field, plain, edge }) => pool.has(field.name) && isSound(plain) && isSound(edge))
        .map(({ field }) => field),
      guarded: checked.filter(({ probe }) => failures(probe, 'code').length === 0).map(({ place }) => place),
      unstored: new Set(
        probes.filter(({ plain }) => failures(plain, 'stored').length > 0).map(({ field }) => field.name),
      ),
    };
  });
}

const isSound = (probe: Probe) =>
  (['code', 'readable', 'writable', 'answer', 'unchanged'] as const).every(
    (aspect) => failures(probe, aspect).length === 0,
  );

function takenValues(probe: Probe, field: string): unknown[] {
  return probe.probed
    .filter(
      (each) =>
        wasTaken(each) && each.trace.hits.every(({ aspect }) => aspect === 'echo' || aspect === 'stored'),
    )
    .map(({ payload }) => ('json' in payload ? (payload.json as Record<string, unknown>)[field] : undefined));
}
