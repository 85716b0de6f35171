/** The body of getting a project is not shown; where it has fields of a project, their types should fit (2.2, 4.3). */
import { shaped, succeeded } from '../../harness/expect.js';
import { objectOf } from '../../harness/http/exchange.js';
import { inconclusive, notExercised, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { sample } from '../../harness/samples.js';
import { fieldsOf } from '../../harness/values/shapes.js';
import { family } from '../define.js';

const id = 'projects.get';

export function projectFields(): Requirement[] {
  const { should } = family(id, 'answer', '2.2');
  return fieldsOf('project').map(([field]) =>
    should(
      `answer.${field}`,
      `Getting a project: ${field}, where it is sent, has the type of the Project table.`,
      async (run, judge) => {
        const { exchanges, before } = await sample(run, id);
        const exchange = exchanges[0];
        if (!exchange || !succeeded(exchange))
          return inconclusive('getting a project did not succeed', exchanges);
        if (!Object.hasOwn(objectOf(exchange) ?? {}, field))
          return notExercised(`the answer leaves ${field} out`);
        judge.expect(exchange, shaped('project', { field }), 'a plain request', before);
        return judge.outcome(passed);
      },
    ),
  );
}
