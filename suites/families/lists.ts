/** Drawings are all there: however many, and whatever happens to their project (section 4.1). */
import {
  type Exchange,
  isObject,
  type Json,
  type JsonObject,
  json,
  objectOf,
} from '../../harness/exchange.js';
import { all, named, properAnswer, seen, status, succeeded } from '../../harness/expect.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, type Miss, notExercised, passed } from '../../harness/outcome.js';
import { changed } from '../../harness/read-back.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { plainPayload } from '../../harness/samples.js';
import { type State, sampleDrawing, stateOf, subjects } from '../../harness/subjects.js';
import { operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing } from '../words.js';

/** More than a page of any usual size. */
const many = 110;

export function longList(): Requirement {
  const id = 'drawings.list';
  const should = family(id, 'state');
  return should(
    'should',
    'shows-all',
    `${doing[id]} shows all of more than a hundred, each with all fields.`,
    async (run) => {
      if (!run.fixtures.renewable)
        return notExercised(
          'a project that the user named is not filled with drawings',
          '--provision rest, or command',
        );
      return run.with('project', 'write', async (fixture) => {
        const sent = await Promise.all(
          Array.from({ length: many }, (_, x) =>
            run.send('drawings.create', fixture, { json: { ...sampleDrawing, x } }, 'one of many drawings'),
          ),
        );
        const made = sent.filter(succeeded);
        const list = await run.send(id, fixture, undefined, 'list all');
        const listed = drawingsIn(list);
        if (made.length === 0 || !listed) return inconclusive(`${doing[id]} got ${seen(list)}`, [list]);
        const ids = new Set(listed.filter(isObject).map(idOf));
        const missing = made.filter((exchange) => !ids.has(idOf(objectOf(exchange))));
        const judge = new Judge(id);
        judge.expect(list, all(status(200), properAnswer(operation(id))), 'many creations', fixture.made);
        if (missing.length > 0) {
          const seenAs = `${missing.length} of ${made.length} created drawings are missing`;
          const violations = [{ in: 'state', pointer: '', message: seenAs }] as const;
          judge.miss(
            { expected: `all ${made.length} drawings that were created`, seen: seenAs, violations },
            'many creations',
            [...fixture.made, missing[0] as Exchange, list],
            'not all are listed',
          );
        }
        return judge.outcome();
      });
    },
  );
}

export function keepsDrawings(): Requirement {
  const id = 'projects.update';
  const should = family(id, 'state');
  const statement = `${doing[id]} leaves its drawings as they were.`;
  return should('should', 'keeps-drawings', statement, (run) =>
    run.with('project', 'write', async (fixture) => {
      const subject = subjects['drawings.create'];
      for (const x of [1, 2])
        await run.send('drawings.create', fixture, { json: { ...sampleDrawing, x } }, 'a drawing');
      const list = () => run.send('drawings.list', fixture, undefined, 'list');
      const first = await list();
      const update = await run.send(id, fixture, plainPayload(id, fixture), 'update');
      const second = await list();
      if (Object.keys(stateOf(subject, first) ?? {}).length === 0)
        return inconclusive('no drawing could be created and listed', [first]);
      if (!succeeded(update)) return inconclusive(`${doing[id]} got ${seen(update)}`, [update]);
      const judge = new Judge(id);
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
          const judge = new Judge(id);
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
              : notExercised(`${doing[id]} got ${seen(created)}, so no drawing of its project is shown`),
          );
        },
        own.project_id,
      ),
    ),
  );
}

/** Creations are distinct, and all of them arrive, also when they are sent at once. */
export function creations(): Requirement[] {
  const id = 'drawings.create';
  const should = family(id, 'state');
  const create = (run: Run, count: number) =>
    run.once(`${id} x${count}`, () =>
      run.with('project', 'write', async (fixture) => {
        const sent = await Promise.all(
          Array.from({ length: count }, (_, x) =>
            run.send(id, fixture, { json: { ...sampleDrawing, x } }, 'one of several creations at once'),
          ),
        );
        const list = await run.send('drawings.list', fixture, undefined, 'list afterwards');
        return { sent, list, made: fixture.made };
      }),
    );
  return [
    should('should', 'distinct-ids', 'Creating two drawings gives two drawing ids.', async (run) => {
      const { sent, made } = await create(run, 8);
      const ids = sent.filter(succeeded).map((exchange) => objectOf(exchange)?.drawing_id);
      if (ids.length < 2) return inconclusive('fewer than two drawings could be created', sent.slice(0, 1));
      const judge = new Judge(id);
      const twice = ids.findIndex((value, index) => ids.indexOf(value) !== index);
      if (twice >= 0) {
        const violations = [{ in: 'body', pointer: '/drawing_id', message: 'must be new' }] as const;
        const miss = { expected: 'a drawing_id of its own', seen: `${ids[twice]} again`, violations };
        judge.miss(
          miss,
          'two creations',
          [...made, ...sent.filter((e) => objectOf(e)?.drawing_id === ids[twice])],
          'the same drawing_id twice',
        );
      }
      return judge.outcome();
    }),
    should(
      'should',
      'parallel',
      'Drawings created at the same time all appear in the list, each once.',
      async (run) => {
        const { sent, list, made } = await create(run, 8);
        const judge = new Judge(id);
        for (const exchange of sent)
          judge.expect(
            exchange,
            (e) => (succeeded(e) ? undefined : { expected: named(201), seen: seen(e), violations: [] }),
            'creations at once',
            made,
          );
        const drawings = drawingsIn(list);
        if (judge.failed) return judge.outcome();
        if (!drawings) return inconclusive(`${doing['drawings.list']} got ${seen(list)}`, [list]);
        const listed = drawings.filter(isObject).map(idOf);
        for (const exchange of sent) {
          const own = idOf(objectOf(exchange));
          const times = listed.filter((value) => value === own).length;
          if (times === 1) continue;
          const violations = [{ in: 'state', pointer: '', message: `lists ${own} ${times} times` }] as const;
          const miss = {
            expected: `the created drawing ${own} once in the list`,
            seen: `${times} times`,
            violations,
          };
          judge.miss(
            miss,
            'creations at once',
            [...made, exchange, list],
            times === 0 ? 'missing from the list' : 'listed twice',
          );
        }
        return judge.outcome();
      },
    ),
    should(
      'should',
      'listed-once',
      'A created drawing appears in the list once, also when it is the only one.',
      (run) =>
        run.with('project', 'write', async (fixture) => {
          const before = drawingsIn(await run.send('drawings.list', fixture, undefined, 'list before'));
          const created = await run.send(id, fixture, { json: sampleDrawing }, 'create');
          const list = await run.send('drawings.list', fixture, undefined, 'list afterwards');
          const own = idOf(objectOf(created));
          const after = drawingsIn(list);
          if (!succeeded(created) || !before || !after)
            return inconclusive('no drawing could be created and listed', [created, list]);
          const times = after.filter((item) => isObject(item) && idOf(item) === own).length;
          const more = after.length - before.length;
          const judge = new Judge(id);
          if (times !== 1 || more !== 1) {
            const seenAs = `${more} more elements, ${times} of them with its id`;
            const violations = [{ in: 'state', pointer: '', message: seenAs }] as const;
            judge.miss(
              { expected: 'the created drawing once', seen: seenAs, violations },
              'one creation',
              [...fixture.made, created, list],
              times === 0 ? 'missing from the list' : 'listed twice',
            );
          }
          return judge.outcome();
        }),
    ),
  ];
}

/** What a second list of drawings shows otherwise than a first. */
function redrawn(first: Exchange, second: Exchange): Miss | undefined {
  const [before, after] = [first, second].map((list) => stateOf(subjects['drawings.create'], list) ?? {});
  return changed(before as State, after as State, Object.keys({ ...before, ...after }));
}

/** UUIDs differ by more than the case of their letters. */
const idOf = (drawing: JsonObject | undefined) => String(drawing?.drawing_id).toLowerCase();

function drawingsIn({ answer }: Exchange): readonly Json[] | undefined {
  const body = answer && json(answer);
  return body?.ok && Array.isArray(body.value) ? body.value : undefined;
}
