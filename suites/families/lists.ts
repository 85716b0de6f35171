/** Drawings that were created are all listed, however many (section 4.1). */
import { all, type Expectation, named, properAnswer, seen, status, succeeded } from '../../harness/expect.js';
import {
  type Exchange,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  valueIn,
} from '../../harness/http/exchange.js';
import { acceptGzip } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, mismatch, notAllListed, notExercised } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sampleDrawing } from '../../harness/values/write-operations.js';
import { makeIt } from '../../harness/worlds/fixtures-file.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { operation } from '../../schemas/index.js';
import { family, onFixture } from '../define.js';
import { doing } from '../words.js';
import { gzip } from './http.js';

/** More than a page of any usual size. */
const many = 101;
const several = 8;

const drawAtOnce = (run: Run, project: Fixture, count: number, purpose: string) =>
  Promise.all(
    Array.from({ length: count }, (_, x) =>
      run.send('drawings.create', project, { json: { ...sampleDrawing, x } }, purpose),
    ),
  );

export function longList(): Requirement {
  const id = 'drawings.list';
  const { should } = family(id, 'state');
  const statement = `${doing[id]} shows all of more than a hundred, each with all fields.`;
  return should('shows-all', statement, async (run) => {
    if (!run.fixtures.renews('project'))
      return notExercised('a project that the user named is not filled with drawings', makeIt('project'));
    return run.with('project', 'destroy', async (fixture) => {
      const made = (await drawAtOnce(run, fixture, many, 'one of many drawings')).filter(succeeded);
      const list = await run.send(id, fixture, undefined, 'list all');
      const listed = drawingsIn(list);
      if (made.length === 0 || !listed) return inconclusive(`${doing[id]} got ${seen(list)}`, [list]);
      const ids = new Set(listed.filter(isObject).map(idOf));
      const missing = made.filter((exchange) => !ids.has(idOf(objectOf(exchange))));
      const judge = new Judge(id, run);
      judge.expect(list, all(status(200), properAnswer(operation(id))), 'many creations', fixture.made);
      if (missing[0]) {
        const seenAs = `${missing.length} of ${made.length} are missing`;
        const miss = inList(`all ${made.length} drawings that were created`, seenAs);
        judge.miss(miss, 'many creations', [...fixture.made, missing[0], list], notAllListed);
      }
      return judge.outcome();
    });
  });
}

/** Many servers compress long answers only. */
export function longAnswer(): Requirement {
  const id = 'drawings.list';
  const { should } = onFixture(id, 'state', 'write');
  const statement = `${doing[id]} with a long one among them, with ${gzip}, succeeds, and the answer can be decoded.`;
  return should('accepts.gzip-long', statement, async (run, judge, fixture) => {
    const long = { ...sampleDrawing, svg: `<svg><desc>${'n'.repeat(20_000)}</desc></svg>` };
    const created = await run.send('drawings.create', fixture, { json: long }, 'a long drawing');
    if (!succeeded(created))
      return inconclusive(`${doing['drawings.create']} got ${seen(created)}`, [created]);
    const list = await run.send(id, fixture, acceptGzip, 'list in gzip');
    const isWhole = all(status(200), properAnswer(operation(id)));
    judge.expect(list, isWhole, `${gzip}, for a long list`, [...fixture.made, created]);
    return judge.outcome();
  });
}

const isCreated: Expectation = (exchange) =>
  succeeded(exchange) ? undefined : { expected: named(201), seen: seen(exchange), violations: [] };

/** Creations are distinct, and all of them arrive, also when they are sent at once. */
export function creations(): Requirement[] {
  const id = 'drawings.create';
  const { should } = family(id, 'state');
  const create = (run: Run) =>
    run.once(`${id} x${several}`, () =>
      run.with('project', 'write', async (fixture) => {
        const sent = await drawAtOnce(run, fixture, several, 'one of several creations at once');
        const list = await run.send('drawings.list', fixture, undefined, 'list afterwards');
        return { sent, list, made: fixture.made };
      }),
    );
  const listedAs = (times: number) => (times === 0 ? 'missing from the list' : 'listed twice');
  return [
    distinctIds((run) => create(run)),
    should(
      'parallel',
      'Drawings created at the same time all appear in the list, each once.',
      async (run, judge) => {
        const { sent, list, made } = await create(run);
        for (const exchange of sent) judge.expect(exchange, isCreated, 'creations at once', made);
        const drawings = drawingsIn(list);
        if (judge.failed) return judge.outcome();
        if (!drawings) return inconclusive(`${doing['drawings.list']} got ${seen(list)}`, [list]);
        const listed = drawings.filter(isObject).map(idOf);
        for (const exchange of sent) {
          const own = idOf(objectOf(exchange));
          const times = listed.filter((value) => value === own).length;
          if (times === 1) continue;
          const message = `lists ${own} ${times} times`;
          const miss = inList(`the created drawing ${own} once in the list`, `${times} times`, message);
          judge.miss(miss, 'creations at once', [...made, exchange, list], listedAs(times));
        }
      },
    ),
    onFixture(id, 'state', 'write').should(
      'listed-once',
      'A created drawing appears in the list once, also when it is the only one.',
      async (run, judge, fixture) => {
        const before = drawingsIn(await run.send('drawings.list', fixture, undefined, 'list before'));
        const created = await run.send(id, fixture, { json: sampleDrawing }, 'create');
        const list = await run.send('drawings.list', fixture, undefined, 'list afterwards');
        const own = idOf(objectOf(created));
        const after = drawingsIn(list);
        if (!succeeded(created) || !before || !after)
          return inconclusive('no drawing could be created and listed', [created, list]);
        const times = after.filter((item) => isObject(item) && idOf(item) === own).length;
        const more = after.length - before.length;
        const miss = inList(
          'the created drawing once',
          `${more} more elements, ${times} of them with its id`,
        );
        if (times !== 1 || more !== 1)
          judge.miss(miss, 'one creation', [...fixture.made, created, list], listedAs(times));
      },
    ),
  ];
}

/** What a list should show, and shows. */
const inList = (expected: string, seenAs: string, message = seenAs) =>
  mismatch(expected, seenAs, { in: 'state', pointer: '', message });

/** Creations at once, and all others of the run: where the id is the server's, none is given twice in a project. */
function distinctIds(
  create: (run: Run) => Promise<{ readonly sent: readonly Exchange[]; readonly made: readonly Exchange[] }>,
): Requirement {
  const id = 'drawings.create';
  const statement = 'Creating two drawings gives two drawing ids.';
  const row = family(id, 'state').should('distinct-ids', statement, async (run, judge) => {
    const { sent, made } = await create(run);
    const created = sent.filter(succeeded);
    if (created.length < 2) return inconclusive('fewer than two drawings could be created', sent.slice(0, 1));
    const idIn = (exchange: Exchange) => String(objectOf(exchange)?.drawing_id);
    const miss = (exchange: Exchange, before: readonly Exchange[]) => {
      const violation = { in: 'body', pointer: '/drawing_id', message: 'must be new' } as const;
      judge.miss(
        mismatch('a drawing_id of its own', `${idIn(exchange)} again`, violation),
        'two creations',
        [...before, exchange],
        'the same drawing_id twice',
      );
    };
    const twice = created.filter((each) =>
      created.some((other) => other !== each && idIn(other) === idIn(each)),
    );
    const [last] = twice.slice(-1);
    if (last) miss(last, [...made, ...twice.filter((each) => each !== last && idIn(each) === idIn(last))]);
    else for (const exchange of run.answers.givenTwice) miss(exchange, []);
  });
  return { ...row, isLast: true };
}

/** UUIDs differ by more than the case of their letters. */
const idOf = (drawing: JsonObject | undefined) => String(drawing?.drawing_id).toLowerCase();

/** The drawings of a list; undefined when it is none. */
export function drawingsIn(exchange: Exchange): readonly Json[] | undefined {
  const value = valueIn(exchange);
  return Array.isArray(value) ? value : undefined;
}
