/** Drawings stay as they were, whatever happens to their project or to another one (section 4.1). */
import { seen, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { type State, stateOf } from '../../harness/model/state.js';
import { inconclusive, type Mismatch, notExercised, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { changed } from '../../harness/rules/bystander.js';
import { plainPayload } from '../../harness/samples.js';
import { sampleDrawing, writeOperations } from '../../harness/values/write-operations.js';
import { family } from '../define.js';
import { doing } from '../words.js';
import { drawingsIn } from './lists.js';

export function keepsDrawings(): Requirement {
  const id = 'projects.update';
  const should = family(id, 'state');
  const statement = `${doing[id]} leaves its drawings as they were.`;
  return should('should', 'keeps-drawings', statement, (run) =>
    run.with('project', 'write', async (fixture) => {
      const subject = writeOperations['drawings.create'];
      for (const x of [1, 2])
        await run.send('drawings.create', fixture, { json: { ...sampleDrawing, x } }, 'a drawing');
      const list = () => run.send('drawings.list', fixture, undefined, 'list');
      const first = await list();
      const update = await run.send(id, fixture, plainPayload(id, fixture), 'update');
      const second = await list();
      if (Object.keys(stateOf(subject, first) ?? {}).length === 0)
        return inconclusive('no drawing could be created and listed', [first]);
      if (!succeeded(update)) return inconclusive(`${doing[id]} got ${seen(update)}`, [update]);
      const judge = new Judge(id, run);
      const miss = redrawn(first, second);
      if (miss)
        judge.miss(miss, 'a project with drawings', [...fixture.made, first, update, second], 'changed');
      return judge.outcome();
    }),
  );
}

/** The path says where a drawing goes, whatever else the body says. */
export function staysInItsProject(): Requirement {
  const id = 'drawings.create';
  const should = family(id, 'state');
  const statement = `${doing[id]}, with the project_id of another project in the body, answers with that of the path and leaves the drawings of the other as they were.`;
  return should('should', 'spares-project-of-body', statement, (run) =>
    run.with('project', 'write', (own) =>
      run.with(
        'project',
        'write',
        async (other) => {
          const list = () => run.send('drawings.list', other, undefined, 'list the other');
          const first = await list();
          const body = { ...sampleDrawing, project_id: other.project_id };
          const created = await run.send(id, own, { json: body }, 'create');
          const second = await list();
          if (!drawingsIn(first))
            return inconclusive(`${doing['drawings.list']} got ${seen(first)}`, [first]);
          const judge = new Judge(id, run);
          const input = 'the project_id of another project';
          const led = [...own.made, ...other.made, first, created];
          const shown = succeeded(created) ? objectOf(created)?.project_id : undefined;
          if (typeof shown === 'string' && shown.toLowerCase() !== own.project_id.toLowerCase()) {
            const expected = `project_id ${own.project_id}, as in the path`;
            const violations = [
              { in: 'body', pointer: '/project_id', message: 'must be that of the path' },
            ] as const;
            judge.miss({ expected, seen: shown, violations }, input, led, 'another project_id');
          }
          const miss = redrawn(first, second);
          if (miss) judge.miss(miss, input, [...led, second], 'the other changed');
          return judge.outcome(
            typeof shown === 'string'
              ? passed
              : notExercised(
                  `${doing[id]} got ${seen(created)}, so no drawing of its project is shown; the other project kept its drawings`,
                ),
          );
        },
        own.project_id,
      ),
    ),
  );
}

/** What a second list of drawings shows otherwise than a first. */
function redrawn(first: Exchange, second: Exchange): Mismatch | undefined {
  const [before, after] = [first, second].map(
    (list) => stateOf(writeOperations['drawings.create'], list) ?? {},
  );
  return changed(before as State, after as State);
}
