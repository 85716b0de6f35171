import { failedOr, inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { CaseKind } from '../../harness/plan/case.js';
import { sequences } from '../../harness/plan/sequences.js';
import { playSequences } from '../../harness/play/sequences.js';
import type { Seen } from '../../harness/play/write-campaign.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { doing } from '../words.js';
import { rowsOf, singles, type WriteRequirement } from './requirement.js';
import { noneSent, ofKind, outcomeOf, type Sight, sights } from './seen.js';

/** Generated input: what hand-picked examples miss. */

export function generated(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { must, should } = rowsOf(id, 'generated');
  const of = (kind: CaseKind, decide: (seen: Seen) => Outcome) => ({
    needs: [...singles, { kind }],
    decide,
  });
  const code = (...kinds: CaseKind[]) => of(kinds[0] as CaseKind, (seen) => about(seen, written, kinds));
  return [
    should(
      'generated.plain',
      `${doing[id]} with any combination of values that are taken alone succeeds.`,
      code('combination'),
    ),
    should(
      'generated.read-back',
      `${doing[id]} with several fields answers with the values sent, and a later reading shows them.`,
      {
        needs: [...singles, { kind: 'combination' }, { kind: 'edges together' }],
        decide: (seen) => readBack(seen, written),
      },
    ),
    must('generated.wide', `${doing[id]} with any input that the document allows answers a listed code.`, {
      needs: [...singles, { kind: 'edges together' }],
      decide: (seen) => about(seen, written, ['edges together'], companyOf(seen)),
    }),
    must(
      'generated.broken',
      `${doing[id]} with input that breaks one stated rule anywhere answers 400.`,
      of('invalid in company', (seen) => refusing(seen, written, 'invalid in company')),
    ),
    must(
      'generated.malformed',
      `${doing[id]} with any body that is not valid JSON answers 400.`,
      of('malformed otherwise', (seen) => refusing(seen, written, 'malformed otherwise')),
    ),
    should(
      'generated.odd-text',
      `${doing[id]} with NUL characters or lone surrogates in text answers a listed code.`,
      code('unusual text'),
    ),
  ];
}

/** Edge values that only go wrong together. */
const companyOf = (seen: Seen) =>
  sights(seen, 'code', ({ kind, trials }) => kind === 'edge' && trials.length > 1);

function about(
  seen: Seen,
  written: WriteOperation,
  kinds: readonly CaseKind[],
  more: readonly Sight[] = [],
): Outcome {
  const tried = [...sights(seen, 'code', ofKind(...kinds)), ...more];
  if (tried.length === 0) return noneSent;
  const outcome = outcomeOf(written, tried);
  return outcome.verdict === 'passed' ? { ...outcome, ...coverage(seen, kinds) } : outcome;
}

/** What was sent, and the chance that one more case would have shown something new. */
function coverage({ properties }: Seen, kinds: readonly CaseKind[]): { readonly observation?: string } {
  const [property] = properties.filter(({ kind }) => kinds.includes(kind));
  if (property?.residual === undefined) return {};
  const chance = `${(property.residual * 100).toFixed(1)} %`;
  return { observation: `${property.cases.length} bodies; one more would cover something new in ${chance}` };
}

function readBack(seen: Seen, written: WriteOperation): Outcome {
  const { unstored } = seen.facts;
  const meant = ofKind('combination', 'edges together');
  const tried = (['echo', 'stored', 'kept'] as const)
    .flatMap((rule) => sights(seen, rule, meant))
    // Fields that were found not to be stored when written alone are told there, not again here.
    .filter(({ observation: { rule, field } }) => rule !== 'stored' || !unstored.has(field ?? ''));
  if (sights(seen, 'code', meant).length === 0) return noneSent;
  return outcomeOf(written, tried, notExercised('the answers show none of the fields sent'));
}

/** A refusal counts only when the control request, a plain write, was taken. */
function refusing(seen: Seen, written: WriteOperation, kind: CaseKind): Outcome {
  const tried = sights(seen, 'code', ofKind(kind));
  if (tried.length === 0) return noneSent;
  const outcome = outcomeOf(written, tried);
  if (outcome.verdict === 'failed' || seen.facts.takes) return outcome;
  return inconclusive('every plain write was refused, so a refusal says nothing about what was wrong');
}

export function inAnyOrder(id: WriteId): WriteRequirement[] {
  const { should } = rowsOf(id, 'state');
  const statement = `${doing[id]}, reading and deleting in any order, also by several clients at once, shows what was written last.`;
  return [
    should('sequences', statement, {
      needs: singles,
      async decide({ facts }, written, run) {
        const arbitrary = sequences(written, facts, run.fixtures.renews(written.kind));
        if (!arbitrary)
          return inconclusive(
            'no field passed the single-field checks, so there is nothing to write in sequence',
          );
        return failedOr(await playSequences(run, written, arbitrary), passed);
      },
    }),
  ];
}
