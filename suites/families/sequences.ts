/** The resource behaves as its model does, whatever the order of requests, with one client or several. */
import { knowledge } from '../../harness/knowledge.js';
import { failedOr, inconclusive, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { playAll, sequences } from '../../harness/sequence.js';
import { subjects, type WriteId } from '../../harness/subjects.js';
import { family } from '../define.js';
import { doing } from '../words.js';

/** A sequence takes about as many requests as this many single cases. */
const casesPerSequence = 3;

export function inAnyOrder(id: WriteId): Requirement[] {
  const subject = subjects[id];
  const should = family(id, 'state');
  const statement = `${doing[id]}, reading and deleting in any order, also by several clients at once, shows what was written last.`;
  return [
    should('should', 'sequences', statement, async (run) => {
      const arbitrary = sequences(subject, await knowledge(run, subject), run.fixtures.renewable);
      if (!arbitrary)
        return inconclusive(
          'no field passed the single-field checks, so there is nothing to write in sequence',
        );
      return failedOr(await playAll(run, subject, arbitrary, Math.ceil(run.runs / casesPerSequence)), passed);
    }),
  ];
}
