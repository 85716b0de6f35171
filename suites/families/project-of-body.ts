/** A creation whose body names another project than its path (section 4.1). */
import { seen, succeeded } from '../../harness/expect.js';
import { objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, notExercised, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { unexpectedChange } from '../../harness/rules/bystander.js';
import { sampleDrawing, writeOperations } from '../../harness/values/write-operations.js';
import { family } from '../define.js';
import { doing } from '../words.js';
import { drawingsIn } from './lists.js';

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
          const miss = unexpectedChange(writeOperations[id], first, second);
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
