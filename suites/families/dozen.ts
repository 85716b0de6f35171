/** What is one of many, or was made long before the others, is found all the same. */
import { status } from '../../harness/expect.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type Fixture, unlessUnavailable } from '../../harness/worlds/index.js';
import { type OperationId, operation } from '../../schemas/index.js';
import { isInstance } from '../../schemas/kinds.js';
import { last, onFixture } from '../define.js';
import { gerund } from '../words.js';

const dozen = 12;

/** Of instances, all in one project; of projects, whatever else there is (sections 4.3 to 4.7). */
export function foundInDozen(id: Extract<OperationId, `${string}.get`>): Requirement {
  const where = isInstance(operation(id).fixture) ? ' in one project' : '';
  const statement = `${gerund[id]} finds each of a dozen${where}, the first of them made long before the others.`;
  return last(
    onFixture(id, 'state', 'read').should('finds-each', statement, async (run, judge, own) => {
      const others = await othersThan(run, own);
      const made = others.flatMap((each) => each.made);
      for (const each of [own, ...others]) {
        const reading = await run.send(id, each, undefined, 'read each');
        judge.expect(reading, status(200), 'one of a dozen', made);
      }
      if (!isInstance(own.kind)) for (const each of others) run.fixtures.release(each);
    }),
  );
}

/** Others of the same kind, as many as can be had: instances in the same project, one made after the other. */
async function othersThan(run: Run, own: Fixture): Promise<readonly Fixture[]> {
  const { kind } = own;
  const others: Fixture[] = [];
  const wanted = run.fixtures.renews(kind) ? Math.min(dozen, run.runs) - 1 : 0;
  while (others.length < wanted) {
    const one = isInstance(kind)
      ? await run.fixtures.besideIfAny(own, kind)
      : await run.fixtures.take(kind, 'write', undefined, 'nothing').catch(unlessUnavailable);
    if (!one) break;
    others.push(one);
  }
  return others;
}
