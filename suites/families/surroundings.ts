/** What is done to a project, or in it, leaves what is around as it was: its drawings and nodes, other projects. */
import { type Expectation, status, succeeded } from '../../harness/expect.js';
import { type Exchange, type JsonObject, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { harms, notExercised } from '../../harness/outcome.js';
import type { FieldSurvey } from '../../harness/plan/facts.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { resolvePlaceholders } from '../../harness/values/placeholders.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { asRequirements, rowsOf } from '../writes/requirement.js';
import { type Deed, spared, type Watched, watching } from './bystanders.js';
import { draw } from './draw.js';
import { notListed, timesListed } from './lists.js';

const itsDrawings = (of: Fixture): Watched => ({
  input: 'the drawings of its project',
  read: 'drawings.list',
  of,
});

const itsProject = (of: Fixture): Watched => ({ input: 'its project', read: 'projects.get', of });

export function sparesProject(id: 'drawings.create' | 'nodes.start'): Requirement {
  const what =
    id === 'nodes.start' ? 'its project and the drawings in it unchanged' : 'its project unchanged';
  return family(id, 'state').should('spares-project', `${gerund[id]} leaves ${what}.`, async (run) => {
    if (id === 'drawings.create') return spared(run, id, await created(run));
    const { start, again } = await startedBesideDrawings(run);
    const outcome = await spared(run, id, start);
    // A second start may be refused.
    const isTelling = outcome.verdict === 'passed' && succeeded(again.act);
    return isTelling ? spared(run, id, again) : outcome;
  });
}

/** A server that writes the whole project back may write what it was before its last update. */
const created = (run: Run): Promise<Deed> =>
  run.once('a drawing in a project that was updated', () =>
    run.with('project', 'write', async (own) => {
      await run.send('projects.update', own, plainPayload('projects.update', own), 'update');
      return watching(run, [itsProject(own)], () => draw(run, own, 'create'));
    }),
  );

/** A project is found whatever is in it. */
export function foundWithContent(): Requirement {
  const id = 'projects.get';
  const statement = `${gerund[id]} with a drawing in it answers 200.`;
  return family(id, 'success').must('with-content', statement, async (run, judge) => {
    const { act, bystanders } = await created(run);
    if (!succeeded(act)) return got('drawings.create', act);
    for (const { after } of bystanders) judge.expect(after, status(200), 'a project with drawings', [act]);
    return judge.outcome();
  });
}

/**
 * A node is started in a project with a drawing, and again after its project was updated.
 * @throws Unavailable The node is one that the user named: its project is not to be written to.
 */
async function startedBesideDrawings(run: Run) {
  run.fixtures.requireOwnProject('node');
  return run.once('a node beside drawings', () =>
    run.with('node', 'write', async (own) => {
      await draw(run, own, 'a drawing', { x: 1 });
      const send = () => run.send('nodes.start', own, { json: {} }, 'start');
      const start = await watching(run, [itsProject(own), itsDrawings(own)], send);
      // For its code alone, which a start may change.
      await draw(run, own, 'create');
      const payload = plainPayload('projects.update', own);
      const update = await run.send('projects.update', own, payload, 'update');
      return { start, update, again: await watching(run, [itsProject(own)], send) };
    }),
  );
}

/** Other codes are judged elsewhere: 404 alone says that a node does not exist. */
const isThere: Expectation = Object.assign(
  (exchange: Exchange) =>
    (exchange.answer?.status ?? 404) === 404 ? status(204, 201, 400)(exchange) : undefined,
  { duty: 'valid' },
);

export function keepsNodes(): Requirement {
  const id = 'projects.update';
  const statement = `${gerund[id]} keeps its nodes: starting one afterwards does not answer 404.`;
  return family(id, 'state').should('keeps-nodes', statement, async (run) => {
    const { start, update, again } = await startedBesideDrawings(run);
    if (!succeeded(start.act)) return got('nodes.start', start.act);
    if (!succeeded(update)) return got(id, update);
    const judge = new Judge('nodes.start', run);
    judge.expect(again.act, isThere, 'a node of a project that was updated', [start.act, update]);
    return judge.outcome();
  });
}

export function keepsTheRest(): Requirement[] {
  const id = 'projects.update';
  const { should } = rowsOf(id, 'state');
  const row = (name: string, whose: string, read: Watched['read']) =>
    should(name, `${gerund[id]} leaves ${whose} unchanged.`, [
      [{ kind: 'plain' }],
      async ({ seen, run }) => {
        const { act, bystanders } = await updated(run, seen.facts);
        const mine = bystanders.filter((each) => each.read === read);
        const none = notExercised('nothing is created beside resources that you named', makeIt('project'));
        return mine.length === 0 ? none : spared(run, id, { act, bystanders: mine });
      },
    ]);
  return asRequirements(id, [
    row('keeps-drawings', 'its drawings', 'drawings.list'),
    row('spares-siblings', 'the fields of another project', 'projects.get'),
  ]);
}

/** A server that writes the whole project back writes what was in it before. */
export function sparesNewDrawing(): Requirement {
  const id = 'projects.update';
  const statement = `${gerund[id]} keeps a drawing that is created in it at the same time.`;
  return family(id, 'state').should('spares-new-drawing', statement, (run, judge) =>
    run.with('project', 'write', async (own) => {
      const [update, creation] = await Promise.all([
        run.send(id, own, plainPayload(id, own), 'update at once'),
        draw(run, own, 'create at once'),
      ]);
      const list = await run.send('drawings.list', own, undefined, 'read afterwards');
      if (!succeeded(update)) return got(id, update);
      if (objectOf(creation)?.drawing_id === undefined) return got('drawings.create', creation);
      const times = timesListed(list, creation);
      if (times === undefined) return got('drawings.list', list);
      const input = 'a drawing that is created at the same time';
      if (times === 0) judge.miss(notListed, input, [update, creation, list], harms.removed, undefined, id);
      return judge.outcome();
    }),
  );
}

/** Outside of any scene that a project may have. */
const farOff = { x: -30_000, y: 30_000 };

/** A project with drawings is updated by all fields at once, beside an older one. */
function updated(run: Run, facts: FieldSurvey): Promise<Deed> {
  const id = 'projects.update';
  return run.once(`${id} beside another`, () =>
    run.with('project', 'write', async (own) => {
      for (const at of [{ x: 1 }, farOff]) await draw(run, own, 'a drawing', at);
      const act = ([first]: readonly Exchange[]) => {
        const values = otherThan(objectOf(first as Exchange) ?? {}, facts);
        return run.send(id, own, { json: resolvePlaceholders(values, own) }, 'update');
      };
      if (!run.fixtures.renews('project')) return watching(run, [itsDrawings(own)], act);
      const beside = (other: Fixture) =>
        watching(run, [{ ...itsProject(other), input: 'another project' }, itsDrawings(own)], act);
      return run.with('project', 'read', beside, own.project_id);
    }),
  );
}

/** Every field that a client decides, with the last value that was taken and is not shown. */
const otherThan = (shown: JsonObject, { pool }: FieldSurvey) =>
  Object.fromEntries(
    [...pool]
      .filter(([name]) => !writeOperations['projects.update'].owned.has(name))
      .map(([name, values]) => [name, values.findLast((each) => each !== shown[name]) ?? values.at(-1)]),
  );
