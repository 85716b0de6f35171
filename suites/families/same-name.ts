/** Names that another resource has, in another project: whether they may be shared is not shown (sections 2 and 4). */
import { setTimeout as sleep } from 'node:timers/promises';
import { anyOf, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { notExercised, passed } from '../../harness/outcome.js';
import { codesFor, shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { isInstance } from '../../harness/worlds/resource.js';
import { operation } from '../../schemas/index.js';
import { family, got, last } from '../define.js';
import { gerund, noun, one } from '../words.js';
import { shownIn } from './state.js';

const input = 'the name of another';

/** Small letters become capitals and the other way round: what compares without regard to them sees no change. */
const inOtherLetters = (name: string) =>
  name.replace(/[a-z]/gi, (each) => (each < 'a' ? each.toLowerCase() : each.toUpperCase()));

/** A name that was written to one, and then to another. */
const writtenTwice = (run: Run, id: WriteId) => {
  const { kind, read } = writeOperations[id];
  return run.once(`${id} with the name of another`, () =>
    run.withTwo(kind, 'write', async (one, other) => {
      // Not that of a plain write, which another one in the project may have.
      const json = { name: `Conf${(one.node_id ?? one.project_id).slice(-8)}c` };
      const first = await run.send(id, one, { json }, 'write a name');
      const again = isInstance(kind) ? await writtenAgain(run, id, one, json) : undefined;
      const second = await run.send(id, other, { json }, 'write it to another');
      const look = await run.send(read, one, undefined, 'read the one');
      const readings = [look, await run.send(read, other, undefined, 'read the other')];
      const letters = { name: inOtherLetters(json.name) };
      const renamed = await run.send(id, one, { json: letters }, 'write it in other letters');
      const shown = await run.send(read, one, undefined, 'read it in other letters');
      return { name: json.name, first, again, second, readings, letters: letters.name, renamed, shown };
    }),
  );
};

/** How long a target may be busy with an update, in milliseconds. */
const busyMs = 500;

async function writtenAgain(run: Run, id: WriteId, own: Fixture, json: object): Promise<Exchange> {
  const write = () => run.send(id, own, { json }, 'write the same name again');
  const again = await write();
  if (status(409)(again)) return again;
  await sleep(busyMs);
  return write();
}

export function sameName(id: WriteId): Requirement[] {
  const { kind } = writeOperations[id];
  const codes = codesFor(id, 'answered');
  const other = kind === 'project' ? 'another project' : `${one(kind)} in another project`;
  const about = `${gerund[id]} with the name of ${other}`;
  const rows = [
    family(id, 'accepts').must(
      'answers-taken-name',
      `${about} answers ${anyOf(codes)}.`,
      async (run, judge) => {
        const { first, second } = await writtenTwice(run, id);
        if (!succeeded(first)) return got(id, first);
        judge.expect(second, status(...codes), input, [first]);
      },
    ),
    ...(codes.includes(409) ? [keepsItsName(id)] : []),
    family(id, 'state').should(
      'shares-names',
      `${about}: if it is accepted, both ${noun[kind]}s show the name afterwards; if it is refused, the first one still does.`,
      async (run, judge) => {
        const { name, first, second, readings } = await writtenTwice(run, id);
        if (!succeeded(first)) return got(id, first);
        let told = false;
        for (const reading of succeeded(second) ? readings : readings.slice(0, 1)) {
          const shown = shownIn(reading, 'name');
          if (shown === undefined) continue;
          told = true;
          const miss = shownInstead('name', name, 'as it was sent', shown);
          const outcome = 'name is not what was written';
          if (shown !== name) judge.miss(miss, input, [first, second, reading], outcome);
        }
        return judge.outcome(told ? passed : notExercised('the response has no name to compare'));
      },
    ),
    family(id, 'state').should(
      'stores-other-letters',
      `${gerund[id]} with its own name in the other case, capital for small letters, stores the new spelling, if it is accepted.`,
      async (run, judge) => {
        const { name, readings, letters, renamed, shown } = await writtenTwice(run, id);
        if (shownIn(readings[0], 'name') !== name)
          return notExercised('the server does not show a name as it was sent');
        if (!succeeded(renamed)) return got(id, renamed);
        const now = shownIn(shown, 'name');
        if (now === undefined) return got(writeOperations[id].read, shown);
        const miss = shownInstead('name', letters, 'as it was sent', now);
        if (now !== letters)
          judge.miss(miss, 'its name in other letters', [renamed, shown], 'not stored', undefined, id);
        return judge.outcome();
      },
    ),
  ];
  return rows.map(last);
}

/** A name that it has is no conflict. */
function keepsItsName(id: WriteId): Requirement {
  const about = `${gerund[id]} with its current name does not answer 409, if a new name is accepted`;
  return family(id, 'accepts').should('keeps-its-name', `${about}.`, async (run, judge) => {
    const { name, first, again, readings, renamed } = await writtenTwice(run, id);
    const shown = objectOf(readings[0] as Exchange)?.name;
    if (!succeeded(first) || shown !== name)
      return notExercised('the server does not show a name as it was sent');
    if (!succeeded(renamed)) return got(id, renamed);
    if (again && status(409)(again) === undefined)
      judge.expect(again, status(...operation(id).success), 'the name that it has', [first]);
    return judge.outcome();
  });
}
