/** Many drawings in one project, created at once and listed meanwhile: all arrive, and all are listed (section 4.1). */
import { type Expectation, named, seen, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import {
  inconclusive,
  listing,
  mismatch,
  notAllListed,
  notExercised,
  sameId,
} from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { makeIt } from '../../harness/worlds/named/fixtures-file.js';
import { family, got, last } from '../define.js';
import { gerund } from '../words.js';
import { draw } from './draw.js';
import { drawingsIn, idOf, idsIn, inList, isWhole, listedAs, notListed, times } from './lists.js';

const several = 8;
/** More than a page of any usual size. */
const many = 101;
/** One that is like the one before: neither end of the list, which a limit may cut off. */
const middle = 50;

const showsAll = 'shows-all';
const whileCreating = 'while-creating';

/**
 * Several drawings are created at once, then many more, two of them alike but for their ids; some lists beside.
 * It is remembered: of long lists and many creations only what is wrong is kept.
 */
const created = (run: Run) =>
  run.once('many drawings', () => {
    const isLong = run.fixtures.renews('project') && run.judges(`drawings.list.${showsAll}`);
    const isListed = run.judges(`drawings.list.${whileCreating}`);
    return run.with('project', isLong ? 'destroy' : 'write', async (fixture) => {
      const create = (x: number, purpose: string) => draw(run, fixture, purpose, { x });
      const list = (purpose: string) => run.send('drawings.list', fixture, undefined, purpose);
      const wrong: Exchange[] = [];
      const look = async () => {
        const meanwhile = await list('list meanwhile');
        if (isWhole(meanwhile)) wrong.push(meanwhile);
      };
      const places = Array.from({ length: many }, (_, at) => (at === middle ? at : at + 1));
      const sent = await Promise.all(
        places.slice(0, several).map((x) => create(x, 'one of several at once')),
      );
      const alone = await list('list afterwards');
      const later = places.slice(several, isLong ? many : isListed ? 2 * several : several);
      const more = await Promise.all(
        later.map(async (x, at) => {
          const [creation] = await Promise.all([
            create(x, 'one of many'),
            isListed && at < several && look(),
          ]);
          return creation;
        }),
      );
      return {
        sent,
        alone,
        wrong,
        all: isLong ? seenIn(await list('list all'), [...sent, ...more]) : undefined,
      };
    });
  });

/** What is wrong with a list of what was created; the list itself only where something is. */
function seenIn(list: Exchange, creations: readonly Exchange[]) {
  const made = creations.filter(succeeded);
  const ids = idsIn(list);
  const missing = made.filter((each) => ids && times(idOf(objectOf(each)), ids) === 0);
  const isAlike = ({ request }: Exchange) =>
    made.filter((one) => one.request.body === request.body).length > 1;
  const isWrong = made.length === 0 || !ids || missing.length > 0 || isWhole(list) !== undefined;
  return {
    count: made.length,
    missing: missing.length,
    example: missing[0],
    /** All that are missing, where others have their values, with those others. */
    alike: missing.every(isAlike) ? made.filter(isAlike) : [],
    ...(isWrong && { list }),
  };
}

export function longList(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]} shows every one of more than a hundred drawings, two of them alike, each with all fields.`;
  return family(id, 'state').should(showsAll, statement, async (run, judge) => {
    const { all } = await created(run);
    if (!all) return notExercised('a project that you named is not filled with drawings', makeIt('project'));
    const { alike, count, example, list, missing } = all;
    if (!list) return judge.outcome();
    if (count === 0 || !idsIn(list)) return got(id, list);
    judge.expect(list, isWhole, 'many creations');
    if (!example) return judge.outcome();
    const miss = inList(`all ${count} drawings that were created`, `${missing} of ${count} are missing`);
    if (alike.length > 0) judge.miss(notListed, 'the values of another', [...alike, list], listing.without);
    else judge.miss(miss, 'many creations', [example, list], notAllListed);
    return judge.outcome();
  });
}

export function listWhileCreating(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]} works as usual while drawings are created: each drawing in the list has all fields.`;
  return family(id, 'state').should(whileCreating, statement, async (run, judge) => {
    const { sent, alone, wrong } = await created(run);
    const creation = sent.find(succeeded);
    if (!creation || !drawingsIn(alone)?.length || isWhole(alone))
      return inconclusive('even when nothing else was sent, no drawings could be created and listed', [
        ...sent.slice(0, 1),
        alone,
      ]);
    for (const list of wrong) judge.expect(list, isWhole, 'a list that grows', [creation]);
    return judge.outcome();
  });
}

const isCreated: Expectation = (exchange) =>
  succeeded(exchange)
    ? undefined
    : { expected: named(201), seen: seen(exchange), violations: [], codes: [201] };

/** Creations are distinct, and all of them arrive, also when they are sent at once. */
export function creations(): Requirement[] {
  const id = 'drawings.create';
  const { should } = family(id, 'state');
  const distinct = should(
    'distinct-ids',
    'Creating two drawings gives them different drawing ids.',
    async (run, judge) => {
      const { sent } = await created(run);
      const taken = sent.filter(succeeded);
      if (taken.length < 2) return inconclusive('fewer than two drawings could be created', sent.slice(0, 1));
      const own = (exchange: Exchange) => String(objectOf(exchange)?.drawing_id);
      const miss = (exchange: Exchange, before: readonly Exchange[]) => {
        const violation = { in: 'body', pointer: '/drawing_id', message: 'must be new' } as const;
        const isNone = objectOf(exchange)?.drawing_id === undefined;
        const shown = isNone ? 'neither creation returned a drawing_id' : `${own(exchange)} again`;
        const again = mismatch('a different drawing_id for each creation', shown, violation);
        judge.miss(again, 'two creations', [...before, exchange], sameId);
      };
      const twice = taken.findLast((each) => times(own(each), taken.map(own)) > 1);
      if (twice)
        miss(
          twice,
          taken.filter((each) => each !== twice && own(each) === own(twice)),
        );
      // Of all others of the run: where the id is the server's, none is given twice in a project.
      else for (const exchange of run.answers.givenTwice) miss(exchange, []);
    },
  );
  return [
    last(distinct),
    should(
      'parallel',
      'Drawings created at the same time all appear in the list, each once.',
      async (run, judge) => {
        const { sent, alone: list } = await created(run);
        for (const exchange of sent) judge.expect(exchange, isCreated, 'creations at once');
        const ids = idsIn(list);
        if (judge.failed) return judge.outcome();
        if (!ids) return got('drawings.list', list);
        for (const exchange of sent) {
          const own = idOf(objectOf(exchange));
          const count = times(own, ids);
          if (count === 1) continue;
          const message = `lists ${own} ${count} times`;
          const which = objectOf(exchange)?.drawing_id === undefined ? '' : ` ${own}`;
          const miss = inList(`the created drawing${which} once in the list`, `${count} times`, message);
          judge.miss(miss, 'creations at once', [exchange, list], listedAs(count));
        }
      },
    ),
  ];
}
