/** Names that another resource has, in another project: whether they may be shared is not shown (sections 2 and 4). */
import { named, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, mismatch, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { brief, codesFor } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { isTelling, unexpectedChange } from '../../harness/rules/bystander.js';
import type { Run } from '../../harness/run.js';
import { sampleDrawing, type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import { family } from '../define.js';
import { doing, noun, one } from '../words.js';

/** Deletions that have others beside them. */
export type Deletion = 'projects.delete' | 'compute.projects.delete' | `${InstanceKind}.delete`;

const kindOf = (id: Deletion): 'project' | InstanceKind => {
  if (id === 'projects.delete') return 'project';
  return id === 'compute.projects.delete' ? 'cloud' : (id.slice(0, id.indexOf('.')) as InstanceKind);
};
const readWrite = (kind: 'project' | InstanceKind) =>
  writeOperations[kind === 'project' ? 'drawings.create' : (`${kind}.update` as const)];

/**
 * One of two of the same name is deleted, and then the other, twice at the same time.
 * @throws Unavailable The instances are those that the user named: their projects are not to be deleted.
 */
export async function namesakesDeleted(run: Run, id: Deletion) {
  const kind = kindOf(id);
  if (id === 'compute.projects.delete') run.fixtures.requireOwnProject(kind);
  const update = kind === 'project' ? 'projects.update' : (`${kind}.update` as const);
  return run.once(`${id} of one of two with one name`, () =>
    run.withTwo(kind, 'destroy', async (own, other) => {
      const json = { name: `Conf${own.project_id.slice(0, 8)}b` };
      const write = (fixture: Fixture) => run.send(update, fixture, { json }, 'write a name');
      const writes = [await write(own), await write(other)];
      const led = [...own.made, ...other.made, ...writes];
      if (kind === 'project')
        led.push(await run.send('drawings.create', other, { json: sampleDrawing }, 'a drawing'));
      const look = () => run.send(readWrite(kind).read, other, undefined, 'read the other');
      const before = await look();
      const act = await run.send(id, own, undefined, 'delete');
      const after = await look();
      const remove = () => run.send(id, other, undefined, 'delete at once');
      const both = await Promise.all([remove(), remove()]);
      return { writes, led, before, act, after, both, made: other.made };
    }),
  );
}

/** What is deleted goes by its id, whatever its name. */
export function sparesSameName(id: Deletion): Requirement {
  const kind = kindOf(id);
  const written = readWrite(kind);
  const whose = kind === 'project' ? 'the drawings of another project' : `${one(kind)} in another project`;
  const statement = `${doing[id]} leaves ${whose} of the same name as ${kind === 'project' ? 'they were' : 'it was'}.`;
  return family(id, 'deletion')('should', 'spares-same-name', statement, async (run) => {
    const { writes, led, before, act, after } = await namesakesDeleted(run, id);
    if (!writes.every(succeeded)) return notExercised('the target takes no name that another has');
    if (!succeeded(act)) return inconclusive(`${doing[id]} got ${seen(act)}`, [act]);
    // A list is there whatever is in it.
    const shows = kind === 'project' ? isTelling(written, before) : succeeded(before);
    if (!shows) return notExercised('the target shows nothing that could have gone');
    const judge = new Judge(written.read, run);
    const miss = unexpectedChange(written, before, after);
    const shown = [...led, before, act, after];
    if (miss) judge.miss(miss, 'another of the same name', shown, `changed by ${id} of another`);
    return judge.outcome();
  });
}

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
    family(id, 'accepts')(
      'must',
      'answers-taken-name',
      `${about} answers one of ${codes.map(named).join(', ')}.`,
      onceTaken((judge, { writes: [first, second], made }) => {
        judge.expect(second, status(...codes), input, [...made, first]);
        return judge.outcome();
      }),
    ),
    family(id, 'state')(
      'should',
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
      const json = { name: `Conf${(one.node_id ?? one.project_id).slice(0, 8)}c` };
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
