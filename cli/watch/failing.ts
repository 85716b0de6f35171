/** What fails over the rounds of --watch, and what a round changed. */
import { count } from '../../report/labels.js';
import type { Report } from '../../schemas/generated/report.js';
import { type Standing, standingOf } from '../output/live.js';

export interface Failing {
  readonly ids: ReadonlySet<string>;
  /** Requirements of the findings that were printed, by fingerprint, as long as one of them fails. */
  readonly findings: ReadonlyMap<string, readonly string[]>;
}

type Judged = Pick<Report, 'requirements' | 'findings'>;

/** What fails after a round. Requirements that were not judged in it keep their last verdict. */
export function afterRound(before: Failing, { requirements, findings }: Judged): Failing {
  const ids = new Set(before.ids);
  for (const { id, verdict } of requirements) {
    if (verdict === 'failed') ids.add(id);
    else if (verdict === 'passed') ids.delete(id);
  }
  const told = new Map([
    ...before.findings,
    ...findings.map(({ fingerprint, requirements }) => [fingerprint, requirements] as const),
  ]);
  return { ids, findings: new Map([...told].filter(([, of]) => of.some((id) => ids.has(id)))) };
}

/**
 * What a round changed: `2 findings (1 new); requirements: 1 fixed, 0 new, 7 still`, and how many others failed that it
 * did not judge.
 */
export function changes({ ids, findings: known }: Failing, { requirements, findings }: Judged): string {
  const unknown = findings.filter(({ fingerprint }) => !known.has(fingerprint));
  const found = count(findings.length, 'finding') + (unknown.length > 0 ? ` (${unknown.length} new)` : '');
  const standings = requirements.map((row) => standingOf(row, ids.has(row.id)));
  const n = (standing: Standing) => standings.filter((each) => each === standing).length;
  const open = ids.size - n('fixed') - n('still');
  const told = (['fixed', 'new', 'still'] as const).map((standing) => `${n(standing)} ${standing}`);
  const changed = [...told, ...(open > 0 ? [`${open} not judged again`] : [])].join(', ');
  return `${found}; requirements: ${changed}`;
}
