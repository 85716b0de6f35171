/** Generated input: what hand-picked examples miss. */
import { failedOr, inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { CaseKind } from '../../harness/plan/case.js';
import { sequences } from '../../harness/plan/sequences.js';
import { playSequences } from '../../harness/play/sequences.js';
import type { Observation } from '../../harness/rules/observation.js';
import type { WriteId } from '../../harness/values/write-operations.js';
import { gerund, lower } from '../words.js';
import { rowsOf, singles, type WriteRequirement } from './requirement.js';
import { isNotTooLarge, ofKind, type View } from './seen.js';

const noneSent = inconclusive('every single-field test failed, so no combinations were generated');

export function generated(id: WriteId): WriteRequirement[] {
  const { must, should } = rowsOf(id, 'generated');
  const row = (
    make: typeof must,
    name: string,
    statement: string,
    kinds: readonly CaseKind[],
    decide: (view: View, kind: CaseKind, tried: readonly Observation[]) => Outcome = answered,
  ) =>
    make(`generated.${name}`, `${gerund[id]} with ${statement}.`, [
      [...singles, ...kinds.map((kind) => ({ kind }))],
      (view) => {
        const tried =
          name === 'wide'
            ? [...view.codes(...kinds), ...inCompany(view)].filter(isNotTooLarge)
            : view.codes(...kinds);
        return tried.length === 0 ? noneSent : decide(view, kinds[0] as CaseKind, tried);
      },
    ]);
  const [wide, broken, otherwise] = ['edges together', 'invalid in company', 'malformed otherwise'] as const;
  return [
    row(should, 'plain', 'any combination of values that it accepts one by one succeeds', ['combination']),
    row(
      should,
      'read-back',
      'several fields answers with the values sent, and a later reading shows them',
      ['combination', wide],
      readBack,
    ),
    row(must, 'wide', 'any input that the document allows answers a listed code', [wide]),
    row(must, 'broken', 'input that breaks one stated rule anywhere answers 400', [broken], refused),
    row(must, 'malformed', 'any body that is not valid JSON answers 400', [otherwise], refused),
    row(should, 'odd-text', 'NUL characters or lone surrogates in text answers a listed code', [
      'unusual text',
    ]),
  ];
}

/** Edge values that only go wrong together. */
const inCompany = (view: View) => view.codes('edge').filter((each) => each.case.trials.length > 1);

/** Passed with what was sent, and the chance that one more case would have shown something new. */
function answered(view: View, kind: CaseKind, tried: readonly Observation[]): Outcome {
  const outcome = view.outcome(tried);
  const property = view.seen.properties.find((each) => each.kind === kind);
  if (outcome.verdict !== 'passed' || property?.residual === undefined) return outcome;
  const chance = `${(property.residual * 100).toFixed(1)} %`;
  const observation = `${property.cases.length} bodies; one more would cover something new in ${chance}`;
  return { verdict: 'passed', observation };
}

function readBack(view: View): Outcome {
  const { unstored } = view.seen.facts;
  const tried = (['echo', 'stored', 'kept'] as const)
    .flatMap((rule) => view.of(rule, ofKind('combination', 'edges together')))
    // Fields that were found not to be stored when written alone are told there, not again here.
    .filter(({ rule, field }) => rule !== 'stored' || !unstored.has(field ?? ''));
  return view.outcome(tried, notExercised('the answers show none of the fields that were sent'));
}

/** A refusal counts only when the control request, a plain write, was taken. */
function refused(view: View, _kind: CaseKind, tried: readonly Observation[]): Outcome {
  const outcome = view.outcome(tried);
  if (outcome.verdict === 'failed' || view.seen.facts.takes) return outcome;
  return inconclusive('every plain write was refused too, so a refusal proves nothing');
}

/** The resource behaves as its model does, whatever the order of requests, with one client or several. */
export function inAnyOrder(id: WriteId): WriteRequirement {
  const statement = `Any sequence of ${lower(gerund[id])}, reading and deleting, even by several clients at once, shows what was written last.`;
  const none = 'every single-field test failed, so no sequences were generated';
  return rowsOf(id, 'state').should('sequences', statement, [
    singles,
    async ({ seen, written, run }) => {
      const dealt = sequences(written, seen.facts, run.fixtures.renews(written.kind));
      return dealt ? failedOr(await playSequences(run, written, dealt), passed) : inconclusive(none);
    },
  ]);
}
