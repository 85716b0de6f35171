/** Names that another resource has, in another project: whether they may be shared is not shown (sections 2 and 4). */
import { named, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, mismatch, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { brief, codesFor } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { family } from '../define.js';
import { doing, noun, one } from '../words.js';

interface Written {
  readonly name: string;
  readonly made: readonly Exchange[];
  /** The name written to one, and then to another. */
  readonly writes: readonly [first: Exchange, second: Exchange];
  readonly readings: readonly [first: Exchange, second: Exchange];
}

const input = 'the name of another';

export function sameName(id: WriteId): Requirement[] {
  const { kind } = writeOperations[id];
  const codes = codesFor(id, 'answered');
  const other = kind === 'project' ? 'another' : `${one(kind)} in another project`;
  const about = `${doing[id]} with the name of ${other}`;
  const onceTaken =
    (decide: (judge: Judge, written: Written) => Outcome) =>
    async (run: Run): Promise<Outcome> => {
      const written = await writtenTwice(run, id);
      const [first] = written.writes;
      if (!succeeded(first)) return inconclusive(`${doing[id]} got ${seen(first)}`, [first]);
      return decide(new Judge(id, run), written);
    };
  const rows = [
    family(id, 'accepts').must(
      'answers-taken-name',
      `${about} answers one of ${codes.map(named).join(', ')}.`,
      onceTaken((judge, { writes: [first, second], made }) => {
        judge.expect(second, status(...codes), input, [...made, first]);
        return judge.outcome();
      }),
    ),
    family(id, 'state').should(
      'shares-names',
      `${about}: where it is taken, each ${noun[kind]} shows it afterwards; where not, the other does.`,
      onceTaken(shownByEach),
    ),
  ];
  // In worlds that the others are done with.
  return rows.map((row) => ({ ...row, isLast: true }));
}

function writtenTwice(run: Run, id: WriteId): Promise<Written> {
  const { kind, read } = writeOperations[id];
  return run.once(`${id} with the name of another`, () =>
    run.withTwo(kind, 'write', async (one, other) => {
      // Not that of a plain write, which another one in the project may have.
      const json = { name: `Conf${(one.node_id ?? one.project_id).slice(-8)}c` };
      const first = await run.send(id, one, { json }, 'write a name');
      const second = await run.send(id, other, { json }, 'write it to another');
      const look = await run.send(read, one, undefined, 'read the one');
      const readings = [look, await run.send(read, other, undefined, 'read the other')] as const;
      return { name: json.name, made: [...one.made, ...other.made], writes: [first, second], readings };
    }),
  );
}

function shownByEach(judge: Judge, { name, made, writes, readings }: Written): Outcome {
  let told = false;
  for (const [index, reading] of readings.entries()) {
    const shown = objectOf(reading)?.name;
    if (!succeeded(writes[index] as Exchange) || !succeeded(reading) || shown === undefined) continue;
    told = true;
    if (shown === name) continue;
    const violation = { in: 'state', pointer: '/name', message: `must be ${brief(name)}` } as const;
    const miss = mismatch(`name to be ${brief(name)}, as it was written`, brief(shown), violation);
    judge.miss(miss, input, [...made, ...writes, reading], 'name is not what was written');
  }
  return judge.outcome(told ? passed : notExercised('the target shows no name'));
}
