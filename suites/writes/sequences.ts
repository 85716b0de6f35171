/** The resource behaves as its model does, whatever the order of requests, with one client or several. */
import { failedOr, inconclusive, passed } from '../../harness/outcome.js';
import { sequences } from '../../harness/plan/sequences.js';
import { playSequences } from '../../harness/play/sequences.js';
import type { WriteId } from '../../harness/values/write-operations.js';
import { doing } from '../words.js';
import { rowsOf, singles, type WriteRequirement } from './requirement.js';

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
