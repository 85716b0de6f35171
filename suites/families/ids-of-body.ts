/** What an update does whose body has the ids of something else: the instance is the one of the path (section 4). */
import { randomUUID } from 'node:crypto';
import { succeeded } from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { changedThoughRefused, idOfBody, inState } from '../../harness/outcome.js';
import { unexpectedChange } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import type { InstanceKind } from '../../harness/worlds/resource.js';
import { noun } from '../words.js';
import { changeOf, type Deed, noteHarms, type Watched, watching } from './bystanders.js';
import { otherId, shownIn } from './state.js';

export const purpose = 'read the other';

/** What an update writes to one, of the values that were taken alone the first or the last ones that no reading shows. */
export type Values = (own: Fixture, shown: readonly Exchange[], turn: 0 | -1) => object;

/** What updates with the ids of another instance and of another project did, and what there is to say of that. */
export function withIdsInBody(
  run: Run,
  kind: InstanceKind,
  values: Values,
): Promise<{ readonly judge: Judge; readonly deed: Deed }> {
  const [id, get] = [`${kind}.update`, `${kind}.get`] as const;
  const work = async (own: Fixture) => {
    const judge = new Judge(id, run);
    const other = await run.fixtures.beside(own, kind);
    const look = () => run.send(get, own, undefined, purpose);
    const update = (json: object, of = own) => run.send(id, of, { json }, 'update');
    /** Notes an answer that shows an id which the body has named, and tells whether it does. */
    const noteIdOfBody = (
      write: Exchange,
      name: keyof typeof idOfBody,
      named: string | undefined,
      input: string,
    ) => {
      const shown = shownIn(write, name);
      if (typeof shown !== 'string' || shown !== named) return false;
      judge.miss(otherId(name, shown), input, [write], idOfBody[name]);
      return true;
    };
    const before = await look();
    const updates = async (theirs: readonly Exchange[]) => {
      const { node_id } = other;
      // A value that it has already would not show that it is written.
      const act = await update({ ...values(own, [...theirs, before], -1), node_id });
      noteIdOfBody(act, 'node_id', node_id, 'a body with the node_id of another');
      const project_id = randomUUID();
      const moved = await update({ project_id });
      noteIdOfBody(moved, 'project_id', project_id, 'a body with another project_id');
      // Another's id may be refused for being taken: one that nothing has is not.
      const free = randomUUID();
      const renamed = succeeded(act) ? act : await update({ node_id: free });
      if (noteIdOfBody(renamed, 'node_id', free, 'a body with a node_id that nothing has'))
        await update({ node_id: own.node_id }, { ...own, node_id: free });
      const refusals = [act, moved].filter((each) => each.answer && !succeeded(each));
      if (!succeeded(before) || refusals.length < 2) return act;
      const after = await look();
      const change = unexpectedChange(writeOperations[id], before, after);
      const [input, led] = ['a body that names another instance or project', [before, ...refusals, after]];
      if (change) judge.miss(inState(change), input, led, changedThoughRefused, undefined, id);
      return act;
    };
    const named: Watched = { input: 'the instance that the body names', read: get, of: other };
    const deed = await watching(run, [named], updates, purpose);
    if (deed.bystanders.some(changeOf)) {
      // What changes it when the body does not name it has another reason.
      const plainly = (theirs: readonly Exchange[]) => update(values(own, theirs, 0));
      const beside = { ...named, input: `another ${noun[kind]} in the project` };
      const control = await watching(run, [beside], plainly, purpose);
      noteHarms(judge, id, control.bystanders.some(changeOf) ? control : deed);
    }
    return { judge, deed };
  };
  // What others have left in it would decide what is written to it.
  return run.with(kind, 'write', work, undefined, 'its project');
}
