/** Drawings that are created beside others: in another project, with one id, while they are listed, with defaults (4.1). */
import { randomUUID } from 'node:crypto';
import { all, named, properAnswer, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { stateOf } from '../../harness/model/state.js';
import { inconclusive, mismatch, notExercised, passed } from '../../harness/outcome.js';
import { brief, codesFor } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { unexpectedChange } from '../../harness/rules/bystander.js';
import { sampleDrawing, writeOperations } from '../../harness/values/write-operations.js';
import { operation } from '../../schemas/index.js';
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

/** Whether the drawing is replaced, or the id is refused or changed, is not shown. */
export function sameDrawingId(): Requirement {
  const codes = codesFor(id, 'answered');
  const { must } = onFixture(id, 'accepts', 'write');
  const statement = `${doing[id]} with the drawing_id of one that is there answers one of ${codes.map(named).join(', ')}.`;
  return must('answers-same-id', statement, async (run, judge, fixture) => {
    const first = await run.send(id, fixture, { json: sampleDrawing }, 'create');
    const drawing_id = objectOf(first)?.drawing_id;
    if (!succeeded(first) || drawing_id === undefined)
      return inconclusive(`${doing[id]} got ${seen(first)}`, [first]);
    const json = { ...sampleDrawing, drawing_id };
    const second = await run.send(id, fixture, { json }, 'create with the same id');
    judge.expect(second, status(...codes), 'the same drawing_id twice', [...fixture.made, first]);
  });
}

/** At once, as far as the concurrency of the run allows. */
const together = 8;

export function listWhileCreating(): Requirement {
  const id = 'drawings.list';
  const { should } = onFixture(id, 'state', 'write');
  const statement = `${doing[id]} answers as ever while drawings are created: each that it shows has all fields.`;
  return should('while-creating', statement, async (run, judge, fixture) => {
    const proper = all(status(200), properAnswer(operation(id)));
    const list = () => run.send(id, fixture, undefined, 'list meanwhile');
    const create = () => run.send('drawings.create', fixture, { json: sampleDrawing }, 'create meanwhile');
    const before = [await create(), await list()];
    const [creation, alone] = before as [Exchange, Exchange];
    const isShown = Object.keys(stateOf(writeOperations['drawings.create'], alone) ?? {}).length > 0;
    if (!succeeded(creation) || !isShown || proper(alone))
      return inconclusive('no drawing could be created and listed alone', before);
    const lists: Promise<Exchange>[] = [];
    const creations: Promise<Exchange>[] = [];
    for (let i = 0; i < together; i++) {
      creations.push(create());
      lists.push(list());
    }
    await Promise.all(creations);
    for (const exchange of await Promise.all(lists))
      judge.expect(exchange, proper, 'a list that grows', [...fixture.made, ...before]);
  });
}

/** Values that are nobody's defaults. */
const unusual = { rotation: 137, svg: '<svg><circle r="137"/></svg>', x: 157, y: 263, z: 77 };

/** Defaults are not shown, but they are not what somebody sent for something else. */
export function ownDefaults(): Requirement {
  const statement = `${doing[id]} with no field shows none of the values that another was created with.`;
  const row = onFixture(id, 'state', 'write').should('own-defaults', statement, async (run, judge, own) => {
    const first = await run.send(id, own, { json: unusual }, 'create with every field');
    const second = await run.send(id, own, { json: {} }, 'create with none');
    const shown = succeeded(second) ? objectOf(second) : undefined;
    if (!succeeded(first) || !shown)
      return inconclusive(`${doing[id]} got ${seen(first)}, then ${seen(second)}`, [first, second]);
    for (const [name, value] of Object.entries(unusual)) {
      if (shown[name] !== value) continue;
      const message = `must not be ${brief(value)}`;
      const violation = { in: 'state', pointer: `/${name}`, message } as const;
      const miss = mismatch(`a ${name} of its own`, `${brief(value)}, as sent for another`, violation);
      judge.miss(miss, 'no field', [...own.made, first, second], 'values of another');
    }
    const isTold = Object.keys(unusual).some((name) => Object.hasOwn(shown, name));
    return judge.outcome(isTold ? passed : notExercised('the target shows no field of a drawing'));
  });
  // In the end, when nobody else creates drawings in between.
  return { ...row, isLast: true };
}
