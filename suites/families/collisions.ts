/** Drawings that get in each other's way: one id asked for twice, a list that is read while it grows (4.1). */
import { all, named, properAnswer, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { stateOf } from '../../harness/model/state.js';
import { inconclusive } from '../../harness/outcome.js';
import { codesFor } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { sampleDrawing, writeOperations } from '../../harness/values/write-operations.js';
import { operation } from '../../schemas/index.js';
import { onFixture } from '../define.js';
import { doing } from '../words.js';

/** Whether the drawing is replaced, or the id is refused or changed, is not shown. */
export function sameDrawingId(): Requirement {
  const id = 'drawings.create';
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
