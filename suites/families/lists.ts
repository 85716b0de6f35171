/** Drawings in lists: what was created is there once, and what another project has is not (section 4.1). */
import { randomUUID } from 'node:crypto';
import { all, properAnswer, status, succeeded } from '../../harness/expect.js';
import { type Exchange, isObject, type Json, type JsonObject, valueIn } from '../../harness/http/exchange.js';
import { acceptGzip } from '../../harness/http/request.js';
import { createdId } from '../../harness/model/state.js';
import { inconclusive, listing, mismatch, notRemoved, showsTheirs } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import { operation } from '../../schemas/index.js';
import { family, got, last, onFixture } from '../define.js';
import { gerund } from '../words.js';
import { deletedWithContent } from './content.js';
import { draw } from './draw.js';
import { gzip } from './http.js';
import { namesake, namesakesDeleted } from './namesakes.js';
import { namesTaken } from './same-name.js';

/** A place that nobody else puts a drawing at. */
const unusual = { x: 1357 };

/** UUIDs differ by more than the case of their letters. */
export const idOf = (drawing: JsonObject | undefined) => String(drawing?.drawing_id).toLowerCase();

/** The drawings of a list; undefined when it is none. */
export function drawingsIn(exchange: Exchange): readonly Json[] | undefined {
  const value = valueIn(exchange);
  return Array.isArray(value) ? value : undefined;
}

/** Whether a list has the drawing that was made. */
export const lists = (list: Exchange, made: Exchange) => (timesListed(list, made) ?? 0) > 0;

/** The ids in a list, as often as they stand there; undefined when it is none. */
export const idsIn = (list: Exchange) => drawingsIn(list)?.filter(isObject).map(idOf);
export const times = (id: string, ids: readonly string[]) => ids.filter((each) => each === id).length;

/** How often a list has the drawing that was made; undefined when it is none, or when no id of the drawing was shown. */
export function timesListed(list: Exchange, made: Exchange): number | undefined {
  const [ids, id] = [idsIn(list), createdId(made)];
  return ids && id !== undefined ? times(id, ids) : undefined;
}

/** The drawing that was made, as a list has it; undefined when it does not. */
export const listedOf = (list: Exchange, made: Exchange): JsonObject | undefined =>
  drawingsIn(list)
    ?.filter(isObject)
    .find((each) => idOf(each) === createdId(made));

/** What a list should show, and shows. */
export const inList = (expected: string, seenAs: string, message = seenAs) =>
  mismatch(expected, seenAs, { in: 'state', pointer: '', message });
export const listedAs = (count: number) => (count === 0 ? listing.missing : listing.twice);

/** Of a drawing that was created. */
export const notListed = inList('the created drawing in the list', listing.without);

export const isWhole = all(status(200), properAnswer(operation('drawings.list')));

/** What a project has goes by its id. */
export function listOfNamesake(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]} shows no drawing of another project with the same name.`;
  return last(
    family(id, 'state').should('same-name', statement, async (run, judge) => {
      const { writes, listed } = await namesakesDeleted(run, 'projects.delete');
      if (!writes.every(succeeded)) return namesTaken;
      if (!listed) return namesTaken;
      const { drawing, list } = listed;
      const times = timesListed(list, drawing);
      if (times === undefined) return got(id, list);
      const miss = inList('no drawing of another project', showsTheirs);
      if (times > 0) judge.miss(miss, namesake, [...writes, drawing, list], showsTheirs);
      return judge.outcome();
    }),
  );
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

export function listedOnce(): Requirement {
  return onFixture('drawings.create', 'state', 'write').should(
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
  );
}

/** What a list of the drawings of a deleted project is answered is open, but that it shows them. */
export function drawingsGone(): Requirement {
  const id = 'projects.delete';
  const statement = `${gerund[id]} also deletes the drawings in it: no list shows them afterwards.`;
  return family(id, 'deletion').should('content-gone.drawings', statement, async (run, judge) => {
    const { drawn, deletion, read, list } = await deletedWithContent(run, id);
    if (!succeeded(deletion)) return got(id, deletion);
    if (status(404)(read)) return got('projects.get', read);
    const nameless = drawn.find((each) => createdId(each) === undefined);
    if (nameless) return got('drawings.create', nameless);
    const violation = { in: 'state', message: 'is there: a drawing of a deleted project' } as const;
    const miss = mismatch('no drawing', 'a drawing of a deleted project', violation);
    if (list && drawn.some((each) => lists(list, each)))
      judge.miss(miss, 'the drawings in it', [...drawn, deletion, list], notRemoved, undefined, id);
    return judge.outcome();
  });
}
