/** Drawings that are created beside others: in another project, with one id, with defaults (4.1). */
import { randomUUID } from 'node:crypto';
import { anyOf, seen, status, succeeded } from '../../harness/expect.js';
import { type Exchange, objectOf } from '../../harness/http/exchange.js';
import {
  idOfBody,
  inconclusive,
  listedTimes,
  notExercised,
  passed,
  sameId,
  theirDrawings,
  wrongField,
} from '../../harness/outcome.js';
import { brief, codesFor } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import { unexpectedChange } from '../../harness/rules/fields.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { family, got, last, onFixture, onTwo } from '../define.js';
import { gerund } from '../words.js';
import { draw } from './draw.js';
import { drawingsIn, listedAs, listedOf, notListed, timesListed } from './lists.js';
import { otherId, shownIn } from './state.js';

const id = 'drawings.create';

/** What a body with an id of its own comes to is not shown, but by which codes it may be told. */
export function idsInBodies(): Requirement[] {
  const codes = codesFor(id, 'answered');
  const { must } = onFixture(id, 'accepts', 'write');
  const answers = `answers ${anyOf(codes)}`;
  return [
    // Whether the drawing is replaced, or the id is refused or changed, is not shown.
    must(
      'answers-same-id',
      `${gerund[id]} with the drawing_id of an existing drawing ${answers}.`,
      async (run, judge, own) => {
        const first = await draw(run, own, 'create');
        const drawing_id = objectOf(first)?.drawing_id;
        if (!succeeded(first) || drawing_id === undefined) return got(id, first);
        const second = await draw(run, own, 'create with the same id', { drawing_id });
        judge.expect(second, status(...codes), sameId, [first]);
      },
    ),
    // Whether the body may say another project is not shown; that the project of the path is not there is not true.
    must(
      'answers-project-of-body',
      `${gerund[id]} with an unknown project_id in the body ${answers}.`,
      async (run, judge, own) => {
        const created = await draw(run, own, 'create', { project_id: randomUUID() });
        judge.expect(created, status(...codes), 'a project_id in the body that no project has');
      },
    ),
  ];
}

/** Drawings with ids of the client: of one that was refused, and of another one where that is refused again. */
export const withOwnIds = (run: Run) =>
  run.once('drawings with ids of the client', () =>
    run.with('project', 'write', async (own) => {
      const drawing_id = randomUUID();
      const refused = await draw(run, own, 'create wrongly', { drawing_id, x: 'conformance' });
      const created = await draw(run, own, 'create with the same id', { drawing_id });
      const another = () => draw(run, own, 'create with another id', { drawing_id: randomUUID() });
      return { refused, created, last: succeeded(created) ? created : await another() };
    }),
  );

/** A refusal creates nothing, so it takes no id. */
export function creationAfterRefusal(): Requirement {
  const statement = `${gerund[id]} with a drawing_id that came with an invalid value before is accepted, where such ids are.`;
  return family(id, 'state').should('after-refused-id', statement, async (run, judge) => {
    const { refused, created, last: another } = await withOwnIds(run);
    if (succeeded(refused)) return got(id, refused);
    if (!succeeded(another)) return notExercised('the server takes no drawing_id');
    judge.expect(created, status(201), 'the drawing_id of a drawing that was refused', [refused]);
    return judge.outcome();
  });
}

/** Letters of a UUID are read in either case (RFC 9562, 4): what answers success has found the project. */
export function creationByCapitals(): Requirement {
  const statement = `${gerund[id]} by its project_id in capital letters adds it to that project, or finds nothing.`;
  const input = 'a project_id in capitals';
  return onFixture(id, 'state', 'write').should('by-capitals', statement, async (run, judge, own) => {
    const capitals = { project_id: own.project_id.toUpperCase() };
    const creation = await draw(run, capitals, input);
    if (!judge.expect(creation, status(201, 400, 404), input)) return judge.outcome();
    const [plain] = (await sample(run, id)).exchanges;
    if (!succeeded(creation)) return plain && succeeded(plain) ? judge.outcome() : got(id, plain);
    const list = await run.send('drawings.list', own, undefined, 'list afterwards');
    const times = timesListed(list, creation);
    if (times === undefined) return got('drawings.list', list);
    // Who takes drawings of projects that do not exist need not have found this one.
    const isFound = times > 0 || !succeeded(await draw(run, { project_id: randomUUID() }, 'to no project'));
    if (!isFound) return notExercised('the server creates drawings in projects that do not exist, too');
    if (times !== 1) judge.miss(notListed, input, [creation, list], listedTimes(times), undefined, id);
    return judge.outcome();
  });
}

/** What a body says of another project does not change the drawings of that one. */
export function sparesOthers(): Requirement[] {
  const { should } = onTwo(id, 'state', 'write');
  const list = (run: Run, of: Fixture) => run.send('drawings.list', of, undefined, 'list the other');
  return [
    // An id that is taken elsewhere may be refused, or be given again, but not be taken away.
    should(
      'spares-same-id',
      `${gerund[id]} with the drawing_id of a drawing in another project leaves that drawing unchanged, and appears in the list of its own project if it succeeds.`,
      async (run, judge, own, other) => {
        const theirs = await draw(run, other, 'create in the other');
        const drawing_id = objectOf(theirs)?.drawing_id;
        const first = await list(run, other);
        if (!succeeded(theirs) || drawing_id === undefined || !drawingsIn(first)?.length)
          return inconclusive('no drawing could be created and listed', [theirs, first]);
        // Unlike theirs, so that one drawing in place of two shows.
        const created = await draw(run, own, 'create with the same id', { x: 150, drawing_id });
        const second = await list(run, other);
        const miss = unexpectedChange(writeOperations[id], first, second);
        const led = [theirs, first, created, second];
        const input = 'a drawing_id of there in the body';
        if (miss) judge.miss(miss, input, led, theirDrawings, undefined, id);
        if (!succeeded(created)) return;
        const mine = await run.send('drawings.list', own, undefined, 'list its own');
        if (timesListed(mine, created) === 0)
          judge.miss(notListed, input, [theirs, created, mine], listedAs(0), undefined, id);
      },
    ),
    // The path says where a drawing goes, whatever else the body says.
    should(
      'spares-project-of-body',
      `${gerund[id]} with the project_id of another project in the body answers with the project_id of the path, lists the drawing with it, and leaves the drawings of the other project unchanged.`,
      async (run, judge, own, other) => {
        const first = await list(run, other);
        const created = await draw(run, own, 'create', { project_id: other.project_id });
        const second = await list(run, other);
        if (!drawingsIn(first)) return got('drawings.list', first);
        const input = 'the project_id of another project in the body';
        const mine = await run.send('drawings.list', own, undefined, 'list its own');
        const shown = shownIn(created, 'project_id');
        const listed = listedOf(mine, created)?.project_id;
        const isThat = (each: unknown, { project_id }: Fixture): each is string =>
          typeof each === 'string' && each.toLowerCase() === project_id.toLowerCase();
        const tell = (seenAs: string, led: readonly Exchange[]) => {
          const miss = otherId('project_id', seenAs, `project_id ${own.project_id}, as in the path`);
          const outcome = isThat(seenAs, other) ? idOfBody.project_id : 'another project_id';
          judge.miss(miss, input, led, outcome, undefined, id);
        };
        if (typeof shown === 'string' && !isThat(shown, own)) tell(shown, [created]);
        // A list that shows any other id does so whatever was sent.
        if (isThat(listed, other)) tell(listed, [created, mine]);
        const miss = unexpectedChange(writeOperations[id], first, second);
        if (miss) judge.miss(miss, input, [first, created, second], theirDrawings, undefined, id);
        const unseen = `${gerund[id]} got ${seen(created)}, so the response has no project_id to compare; the other project kept its drawings`;
        return judge.outcome(typeof shown === 'string' ? passed : notExercised(unseen));
      },
    ),
  ];
}

/** Values that are nobody's defaults, for the drawing of that number. */
const unusual = (n: number) => ({
  rotation: n,
  svg: `<svg><circle r="${n}"/></svg>`,
  x: n,
  y: n + 106,
  z: n - 60,
});

/** Defaults are not shown, but they are not what somebody sent for something else. */
export function ownDefaults(): Requirement {
  const statement = `${gerund[id]} with no fields does not show the values that were sent for another drawing.`;
  const row = onFixture(id, 'state', 'write').should('own-defaults', statement, async (run, judge, own) => {
    const [all, oneInvalid] = [unusual(137), { ...unusual(211), z: 'no integer' }];
    const first = await run.send(id, own, { json: all }, 'create with every field');
    const refused = await run.send(id, own, { json: oneInvalid }, 'create with an invalid field');
    const second = await run.send(id, own, { json: {} }, 'create with none');
    const shown = succeeded(second) ? objectOf(second) : undefined;
    if (!succeeded(first) || !shown)
      return inconclusive(`${gerund[id]} got ${seen(first)}, then ${seen(second)}`, [first, second]);
    for (const [name, value] of [all, oneInvalid].flatMap(Object.entries)) {
      if (shown[name] !== value) continue;
      const words = brief(value);
      const miss = wrongField(
        name,
        `a default value of ${name}`,
        `${words}, which was sent for another drawing`,
        `must not be ${words}`,
      );
      judge.miss(miss, 'no field', [first, refused, second], 'values of another');
    }
    const isTold = Object.keys(all).some((name) => Object.hasOwn(shown, name));
    return judge.outcome(isTold ? passed : notExercised('the server shows no field of a drawing'));
  });
  // When nobody else creates drawings in between.
  return last(row);
}
