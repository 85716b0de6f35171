/** Bodies of node start: the document shows no field of it (section 4.2). */
import { all, declaresJson, properAnswer, seen, status } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, type Outcome } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { malformed, nonObjects } from '../../harness/values/malformed.js';
import { operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing } from '../words.js';

const id = 'nodes.start';
const node = properAnswer(operation(id));

export function startBodies(): Requirement[] {
  const row = family(id, 'refuses');
  const again = family(id, 'success');
  const broken = Object.entries(malformed).map(
    ([label, spoil]) => [label, spoil('{"name":"conformance"}', 9)] as const,
  );
  return [
    again(
      'must',
      'again',
      'Starting a node that was started answers 204, 201 with a Node, or 400: no other code is listed for it.',
      startedTwice,
    ),
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

/** Whether a started node may be started is not shown (3.2), but how the answer can look is. */
function startedTwice(run: Run): Promise<Outcome> {
  return run.with('node', 'write', async (fixture) => {
    const first = await run.send(id, fixture, { json: {} }, 'start');
    // A code that is wrong for every start is told by the first one.
    if (status(204, 201)(first)) return inconclusive(`${doing[id]} got ${seen(first)}`, [first]);
    const second = await run.send(id, fixture, { json: {} }, 'start again');
    const judge = new Judge(id);
    const proper = all(status(204, 201, 400), second.answer?.status === 201 ? node : declaresJson);
    judge.expect(second, proper, 'a node that was started', [...fixture.made, first]);
    return judge.outcome();
  });
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
