/** Drawings that were created are all listed, however many (section 4.1). */
import { randomUUID } from 'node:crypto';
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
import { createdId } from '../../harness/model/state.js';
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
import { makeIt } from '../../harness/worlds/fixtures-file.js';
import { operation } from '../../schemas/index.js';
import { family, got, last, onFixture } from '../define.js';
import { gerund } from '../words.js';
import { draw } from './draw.js';
import { gzip } from './http.js';

const several = 8;
/** More than a page of any usual size. */
const many = 101;
/** A place that nobody else puts a drawing at. */
const unusual = { x: 1357 };

const showsAll = 'shows-all';
const whileCreating = 'while-creating';

/** Several drawings are created at once, then many more, the last like the first but for its id; some lists beside. */
const created = (run: Run) =>
  run.once('many drawings', () => {
    const isLong = run.fixtures.renews('project') && run.judges(`drawings.list.${showsAll}`);
    const isListed = run.judges(`drawings.list.${whileCreating}`);
    return run.with('project', isLong ? 'destroy' : 'write', async (fixture) => {
      const create = (x: number, purpose: string) => draw(run, fixture, purpose, { x });
      const list = (purpose: string) => run.send('drawings.list', fixture, undefined, purpose);
      const places = Array.from({ length: many }, (_, at) => at % (many - 1));
      const sent = await Promise.all(
        places.slice(0, several).map((x) => create(x, 'one of several at once')),
      );
      const alone = await list('list afterwards');
      const later = places.slice(several, isLong ? many : isListed ? 2 * several : several);
      const more = await Promise.all(
        later.map((x, at) =>
          Promise.all([create(x, 'one of many'), isListed && at < several && list('list meanwhile')]),
        ),
      );
      return { sent, alone, more, all: isLong ? await list('list all') : undefined };
    });
  });

/** UUIDs differ by more than the case of their letters. */
const idOf = (drawing: JsonObject | undefined) => String(drawing?.drawing_id).toLowerCase();

/** The drawings of a list; undefined when it is none. */
export function drawingsIn(exchange: Exchange): readonly Json[] | undefined {
  const value = valueIn(exchange);
  return Array.isArray(value) ? value : undefined;
}

/** Whether a list has the drawing that was made. */
export const lists = (list: Exchange, made: Exchange) => (timesListed(list, made) ?? 0) > 0;

/** The ids in a list, as often as they stand there; undefined when it is none. */
const idsIn = (list: Exchange) => drawingsIn(list)?.filter(isObject).map(idOf);
const times = (id: string, ids: readonly string[]) => ids.filter((each) => each === id).length;

/** How often a list has the drawing that was made; undefined when it is none, or when no id of the drawing was shown. */
export function timesListed(list: Exchange, made: Exchange): number | undefined {
  const [ids, id] = [idsIn(list), createdId(made)];
  return ids && id !== undefined ? times(id, ids) : undefined;
}

/** What a list should show, and shows. */
export const inList = (expected: string, seenAs: string, message = seenAs) =>
  mismatch(expected, seenAs, { in: 'state', pointer: '', message });
export const listedAs = (count: number) => (count === 0 ? listing.missing : listing.twice);

/** Of a drawing that was created. */
export const notListed = inList('the created drawing in the list', listing.without);

const isWhole = all(status(200), properAnswer(operation('drawings.list')));

export function longList(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]} shows every one of more than a hundred drawings, two of them alike, each with all fields.`;
  return family(id, 'state').should(showsAll, statement, async (run, judge) => {
    const { sent, more, all: list } = await created(run);
    if (!list) return notExercised('a project that you named is not filled with drawings', makeIt('project'));
    const made = [...sent, ...more.map(([creation]) => creation)].filter(succeeded);
    const ids = idsIn(list);
    if (made.length === 0 || !ids) return got(id, list);
    const missing = made.filter((exchange) => times(idOf(objectOf(exchange)), ids) === 0);
    judge.expect(list, isWhole, 'many creations');
    if (!missing[0]) return judge.outcome();
    const isAlike = ({ request }: Exchange) =>
      made.filter((other) => other.request.body === request.body).length > 1;
    const seenAs = `${missing.length} of ${made.length} are missing`;
    const miss = inList(`all ${made.length} drawings that were created`, seenAs);
    if (missing.every(isAlike))
      judge.miss(notListed, 'the values of another', [...made.filter(isAlike), list], listing.without);
    else judge.miss(miss, 'many creations', [missing[0], list], notAllListed);
    return judge.outcome();
  });
}

export function listWhileCreating(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]} works as usual while drawings are created: each drawing in the list has all fields.`;
  return family(id, 'state').should(whileCreating, statement, async (run, judge) => {
    const { sent, alone, more } = await created(run);
    const creation = sent.find(succeeded);
    if (!creation || !drawingsIn(alone)?.length || isWhole(alone))
      return inconclusive('even when nothing else was sent, no drawings could be created and listed', [
        ...sent.slice(0, 1),
        alone,
      ]);
    for (const [, list] of more) if (list) judge.expect(list, isWhole, 'a list that grows', [creation]);
    return judge.outcome();
  });
}

/** Drawings in place of a long one. */
const instead = 20;

/** Many servers compress long answers only. */
export function longAnswer(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]}, one of them long, with ${gzip} succeeds, and the answer can be decoded.`;
  return onFixture(id, 'state', 'write').should(
    'accepts.gzip-long',
    statement,
    async (run, judge, fixture) => {
      const svg = `<svg><desc>${'n'.repeat(20_000)}</desc></svg>`;
      const creation = await draw(run, fixture, 'a long drawing', { svg });
      // A server that limits text may still have a long list.
      const others = succeeded(creation)
        ? []
        : await Promise.all(
            Array.from({ length: instead }, (_, x) => draw(run, fixture, 'one of several', { x })),
          );
      if (![creation, ...others].some(succeeded)) return got('drawings.create', creation);
      const list = await run.send(id, fixture, acceptGzip, 'list in gzip');
      judge.expect(list, isWhole, `${gzip}, for a long list`, [creation]);
    },
  );
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
    onFixture(id, 'state', 'write').should(
      'listed-once',
      'A created drawing appears in the list exactly once, even if it is the only one or its id was sent with it.',
      async (run, judge, fixture) => {
        const look = (when: string) => run.send('drawings.list', fixture, undefined, when);
        const before = await look('list before');
        for (const [input, own] of [
          ['one creation', { x: unusual.x }],
          ['a drawing_id of its own', { x: unusual.x + 1, drawing_id: randomUUID() }],
        ] as const) {
          const creation = await draw(run, fixture, 'create', own);
          const list = await look('list afterwards');
          // Whether a client may choose an id is not shown.
          if (!succeeded(creation) && 'drawing_id' in own) return;
          if (!succeeded(creation) || !drawingsIn(before) || !drawingsIn(list))
            return inconclusive('no drawing could be created and listed', [creation, list]);
          // Somebody else may draw as well, but not the same.
          const withX = (of: Exchange) =>
            drawingsIn(of)?.filter((each) => isObject(each) && each.x === own.x).length ?? 0;
          const alike = withX(list) - withX(before);
          const count = timesListed(list, creation) ?? alike;
          if (count === 1 && alike < 2) continue;
          const seenAs = `${count} with its id, ${alike} with its x`;
          judge.miss(
            inList('the created drawing once', seenAs),
            input,
            [before, creation, list],
            listedAs(count),
          );
          return;
        }
      },
    ),
  ];
}
