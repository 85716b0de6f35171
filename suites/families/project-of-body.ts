/** A creation whose body names another project than its path, or a drawing in another project (section 4.1). */
import { randomUUID } from 'node:crypto';
import { named, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, passed } from '../../harness/outcome.js';
import { codesFor } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { unexpectedChange } from '../../harness/rules/bystander.js';
import { sampleDrawing, writeOperations } from '../../harness/values/write-operations.js';
import { family, onFixture } from '../define.js';
import { doing } from '../words.js';
import { drawingsIn } from './lists.js';
import { otherId } from './state.js';

const id = 'drawings.create';
const theirDrawings = 'changes the drawings of another project';

/** Whether the body may say another project is not shown; that the project of the path is not there is not true. */
export function nobodysProject(): Requirement {
  const codes = codesFor(id, 'answered');
  const { must } = onFixture(id, 'accepts', 'write');
  const statement = `${doing[id]} with a project_id in the body that no project has answers one of ${codes.map(named).join(', ')}.`;
  return must('answers-project-of-body', statement, async (run, judge, own) => {
    const body = { ...sampleDrawing, project_id: randomUUID() };
    const created = await run.send(id, own, { json: body }, 'create');
    judge.expect(created, status(...codes), 'a project_id in the body that no project has', own.made);
  });
}

/** An id that is taken elsewhere may be refused, or be given again, but not be taken away. */
export function sparesSameId(): Requirement {
  const { should } = family(id, 'state');
  const statement = `${doing[id]} with the drawing_id of a drawing in another project leaves that one as it was.`;
  return should('spares-same-id', statement, (run) =>
    run.withTwo('project', 'write', async (own, other) => {
      const list = () => run.send('drawings.list', other, undefined, 'list the other');
      const theirs = await run.send(id, other, { json: sampleDrawing }, 'create in the other');
      const drawing_id = objectOf(theirs)?.drawing_id;
      const first = await list();
      if (!succeeded(theirs) || drawing_id === undefined || !drawingsIn(first)?.length)
        return inconclusive('no drawing could be created and listed', [theirs, first]);
      // Unlike theirs, so that one drawing in place of two shows.
      const json = { ...sampleDrawing, x: 150, drawing_id };
      const created = await run.send(id, own, { json }, 'create with the same id');
      const second = await list();
      const judge = new Judge(id, run);
      const miss = unexpectedChange(writeOperations[id], first, second);
      const led: Exchange[] = [...own.made, ...other.made, theirs, first, created, second];
      if (miss) judge.miss(miss, 'a drawing_id of there in the body', led, theirDrawings, undefined, id);
      return judge.outcome();
    }),
  );
}

/** The path says where a drawing goes, whatever else the body says. */
export function staysInItsProject(): Requirement {
  const { should } = family(id, 'state');
  const statement = `${doing[id]}, with the project_id of another project in the body, answers with that of the path and leaves the drawings of the other as they were.`;
  return should('spares-project-of-body', statement, (run) =>
    run.withTwo('project', 'write', async (own, other) => {
      const list = () => run.send('drawings.list', other, undefined, 'list the other');
      const first = await list();
      const body = { ...sampleDrawing, project_id: other.project_id };
      const created = await run.send(id, own, { json: body }, 'create');
      const second = await list();
      if (!drawingsIn(first)) return inconclusive(`${doing['drawings.list']} got ${seen(first)}`, [first]);
      const judge = new Judge(id, run);
      const input = 'its project_id in the body';
      const led = [...own.made, ...other.made, first, created];
      const shown = succeeded(created) ? objectOf(created)?.project_id : undefined;
      if (typeof shown === 'string' && shown.toLowerCase() !== own.project_id.toLowerCase()) {
        const miss = otherId('project_id', shown, `project_id ${own.project_id}, as in the path`);
        judge.miss(miss, input, led, 'another project_id');
      }
      const miss = unexpectedChange(writeOperations[id], first, second);
      if (miss) judge.miss(miss, input, [...led, second], theirDrawings, undefined, id);
      const unseen = `${doing[id]} got ${seen(created)}, so no drawing of its project is shown; the other project kept its drawings`;
      return judge.outcome(typeof shown === 'string' ? passed : notExercised(unseen));
    }),
  );
}
