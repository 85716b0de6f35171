/** Bodies of node start: the document shows no field of it (section 4.2). */
import { seen, status } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { malformed, nonObjects } from '../../harness/values/malformed.js';
import { family } from '../define.js';

const id = 'nodes.start';

export function startBodies(): Requirement[] {
  const row = family(id, 'refuses');
  const broken = Object.entries(malformed).map(
    ([label, spoil]) => [label, spoil('{"name":"conformance"}', 9)] as const,
  );
  return [
    row(
      'must',
      'refuses.malformed-json',
      'Starting a node with a body that is not valid JSON answers 400.',
      (run) => refused(run, broken),
    ),
    row(
      'should',
      'refuses.non-object',
      'Starting a node with a body that is no JSON object answers 400.',
      (run) => refused(run, nonObjects),
    ),
  ];
}

/** A node that a wrong body has started is not asked again. */
async function refused(run: Run, bodies: readonly (readonly [string, string | Buffer])[]): Promise<Outcome> {
  const twin = (await sample(run, id)).exchanges[0];
  if (!twin?.answer || twin.answer.status >= 300)
    return inconclusive(
      `the valid twin, a start with {}, got ${twin ? seen(twin) : 'nothing'}`,
      twin ? [twin] : [],
    );
  const judge = new Judge(id);
  const rest = [...bodies];
  while (rest.length > 0)
    await run.with('node', 'write', async (fixture) => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [label, raw] = next;
        const exchange = await run.send(id, fixture, { raw }, label);
        if (!judge.expect(exchange, status(400), label, fixture.made)) return;
      }
    });
  return judge.outcome();
}
