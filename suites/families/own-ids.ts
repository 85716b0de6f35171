/** What is read goes by its id: not by its name, nor by what is read at the same time (section 4). */
import { status, succeeded } from '../../harness/expect.js';
import { readAtOnce } from '../../harness/explain/features/ids.js';
import { objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { notExercised, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import { siblingOf } from '../../schemas/groups.js';
import { type IdName, type OperationId, operation } from '../../schemas/index.js';
import { uuid } from '../../schemas/uuid.js';
import { family, got, last } from '../define.js';
import { noun } from '../words.js';
import { beside, namesake, namesakesDeleted, type Story } from './namesakes.js';
import { otherId } from './state.js';

/** What is read goes by its id as well. */
export function answersOwnId(kind: InstanceKind): Requirement {
  const id = `${kind}.get` as const;
  const statement = `Getting one of two ${noun[kind]}s with the same name in a project answers with its own node_id.`;
  return family(id, 'state').should('answers-own-id', statement, async (run) => {
    const { bystanders } = await namesakesDeleted(run, `${kind}.delete`);
    const its = bystanders.find((each) => each.input === beside);
    if (!its)
      return notExercised(`no second ${noun[kind]} with the same name could be created in the project`);
    if (!succeeded(its.before)) return got(id, its.before);
    return answeringOwn(run, id, 'node_id', namesake, [[its.of, its.before]]);
  });
}

/** What is read at the same time is not mixed up. */
export function answersOwnIdAtOnce(id: 'projects.get' | 'compute.projects.get'): Requirement {
  const statement = `Getting two ${noun[operation(id).fixture]}s at the same time shows each with its own project_id.`;
  const row = family(id, 'state').should('answers-own-id', statement, async (run) => {
    const { readings, holding } = await namesakesDeleted(run, siblingOf(id, 'delete'));
    const isOfCompute = id === 'compute.projects.get';
    const plain = isOfCompute ? `a project with ${holding}` : readAtOnce;
    return answeringOwn(run, id, 'project_id', readAtOnce, readings, plain);
  });
  return last(row);
}

/**
 * @param input what is said of ids that are those of others
 * @param plain what is said of readings that fail
 */
function answeringOwn(
  run: Run,
  id: OperationId,
  name: IdName,
  input: string,
  readings: Story['readings'],
  plain = input,
): Outcome {
  const judge = new Judge(id, run);
  let told = false;
  for (const [of, reading] of readings) {
    if (!judge.expect(reading, status(200), plain)) continue;
    const shown = objectOf(reading)?.[name];
    // What is no UUID at all is judged by the type of the field.
    if (typeof shown !== 'string' || !uuid.test(shown)) continue;
    told = true;
    const others = readings.flatMap(([, other]) => (other === reading ? [] : [other]));
    const isOwn = shown.toLowerCase() === of[name]?.toLowerCase();
    if (!isOwn) judge.miss(otherId(name, shown), input, [...others, reading], `another ${name}`);
  }
  return judge.outcome(told ? passed : notExercised(`the response has no ${name} to compare`));
}
