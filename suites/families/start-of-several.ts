/** Starting each of several nodes of a project, of every type that is created without an image (2.3 and 4.2). */
import { isDeepStrictEqual } from 'node:util';
import { isListedEmpty } from '../../harness/answers.js';
import { type Expectation, properAnswer, status, succeeded } from '../../harness/expect.js';
import { type Exchange, isObject, type JsonObject, objectOf } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { shownInstead } from '../../harness/plan/case.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { nameFrom } from '../../harness/values/placeholders.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { remove } from '../../harness/worlds/resource.js';
import { operation } from '../../schemas/index.js';
import { uuid } from '../../schemas/uuid.js';
import { family, got } from '../define.js';
import { gerund } from '../words.js';
import { draw } from './draw.js';
import { inList, listedAs, timesListed } from './lists.js';
import { ofType, peculiar, types } from './node-types.js';
import { otherId, shownIn } from './state.js';

const id = 'nodes.start';
const node = properAnswer(operation(id));

/** What a start has no business with. */
const lasting = ['compute_id', 'name', 'node_type', 'symbol', 'x', 'y', 'z', 'label'] as const;

/** Of a label, its text: where it stands may be worked out later. */
const lastingOf = (name: string, { [name]: value }: JsonObject) =>
  name === 'label' && isObject(value) ? value.text : value;

const oneOfTwo = 'one of two nodes';
const startedBefore = 'a node that was started';
const noSecond = notExercised('no second node could be created in the project', '--provision rest');

interface Start {
  readonly own: Pick<Fixture, 'node_id' | 'resource'>;
  readonly input: string;
  readonly exchange: Exchange;
}

/** What is read together with the nodes of its project is read once all the same. */
export function drawingsBesideNodes(): Requirement {
  const id = 'drawings.list';
  const statement = `${gerund[id]} of a project with several nodes shows a drawing in it once.`;
  return family(id, 'state').should('with-nodes', statement, async (run, judge) => {
    const { drawn } = await started(run);
    if (!drawn) return noSecond;
    const { drawing, list } = drawn;
    if (!succeeded(drawing)) return got('drawings.create', drawing);
    const shown = shownIn(drawing, 'project_id');
    const isOther =
      typeof shown === 'string' && !drawing.request.path.toLowerCase().includes(shown.toLowerCase());
    const count = isOther ? undefined : timesListed(list, drawing);
    // What is answered in the place of the drawing is judged elsewhere.
    if (count === undefined) return got('drawings.create', drawing);
    const miss = inList('the created drawing once', `${count} times`);
    if (count !== 1) judge.miss(miss, 'a project with several nodes', [drawing, list], listedAs(count));
    return judge.outcome();
  });
}

export function startsOfSeveral(): Requirement[] {
  const { must, should } = family(id, 'success');
  return [
    should(
      'answers-own-ids',
      'Starting one of two nodes of a project answers with its own node_id, unless it answers 204.',
      async (run) => {
        const { starts } = await started(run);
        if (new Set(starts.map(({ own }) => own.node_id)).size < 2) return noSecond;
        return judged(run, ownId);
      },
    ),
    must(
      'answers-each-type',
      'Starting an existing node of any type answers with a Node or an empty body, and neither with 404 nor with 500.',
      (run) => judged(run, proper),
    ),
    should(
      'keeps-fields',
      `Starting a node shows the same ${lasting.join(', ')} as its creation, and starting it again shows the same ports as the first start.`,
      (run) => judged(run, sameFields),
    ),
    should('deleted-node', 'Starting a node that was deleted answers 404.', async (run, judge) => {
      const { deleted } = await started(run);
      const remedy = run.fixtures.renews('node')
        ? 'serve DELETE /v2/projects/{project_id}/nodes/{node_id}'
        : '--provision rest';
      if (!deleted) return notExercised('no node could be deleted', remedy);
      const { before, removal, late } = deleted;
      if (!before || !succeeded(before)) return got(id, before);
      judge.expect(late, status(404), 'a deleted node', [before, removal]);
    }),
    should(
      'after-update',
      'Starting a node whose project was given another name, or none, answers 201 with a Node, or 204.',
      startedAfterUpdate,
    ),
  ];
}

async function startedAfterUpdate(run: Run, judge: Judge): Promise<Outcome> {
  run.fixtures.requireOwnProject('node');
  const [alone] = (await sample(run, id)).exchanges;
  if (!alone || !succeeded(alone)) return got(id, alone);
  return run.with('node', 'write', async (fixture) => {
    const names = [
      ['a node of a project that was given another name', nameFrom(fixture.project_id, 'c')],
      ['a node of a project without a name', null],
    ] as const;
    for (const [input, name] of names) {
      // Whether a started node may be started is not shown (3.2).
      const own = name === null ? await run.fixtures.besideIfAny(fixture, 'node') : fixture;
      if (!own) break;
      const renamed = await run.send('projects.update', fixture, { json: { name } }, 'name the project');
      // A project need not do without a name (2.2).
      if (!succeeded(renamed)) return name === null ? judge.outcome() : got('projects.update', renamed);
      const start = await run.send(id, own, { json: {} }, 'start');
      judge.expect(start, status(...operation(id).success), input, [renamed]);
    }
    return judge.outcome();
  });
}

/** What one start shows: whether it tells anything, and what is wrong with it. */
type Look = (start: Start, judge: Judge) => boolean;

async function judged(run: Run, look: Look): Promise<Outcome> {
  const { starts } = await started(run);
  const judge = new Judge(id, run);
  const told = starts.filter((start) => look(start, judge)).length > 0;
  return judge.outcome(told ? passed : notExercised('no start was answered with a Node to compare'));
}

const afterDeleted = 'a node that was made after a deleted one';

/** What takes the first node of a project, or the last, for the one of the path: the last is started first. */
const started = (run: Run) =>
  run.once('starts of several nodes', () =>
    run.with('node', 'write', async (older) => {
      const nodes: [input: string, own: Fixture, peculiarType?: string][] = [[oneOfTwo, older]];
      const { name } = older.resource;
      const namesake = name !== undefined && (await run.fixtures.besideIfAny(older, 'node', { name }));
      const younger = namesake || (await run.fixtures.besideIfAny(older, 'node'));
      if (younger) nodes.push([oneOfTwo, younger]);
      for (const type of types.map(String).filter((each) => each !== older.resource.node_type)) {
        const plain = { node_type: type };
        const [how, fields] = peculiar[type] ?? [];
        const special = fields && (await run.fixtures.besideIfAny(older, 'node', { ...plain, ...fields }));
        const own = special ?? (await run.fixtures.besideIfAny(older, 'node', plain));
        if (special) nodes.push([`${ofType(type)} ${how}`, special, type]);
        else if (own) nodes.push([ofType(type), own]);
      }
      const starts: Start[] = [];
      const start = async (input: string, own: Fixture): Promise<Start> => {
        const exchange = await run.send(id, own, { json: {} }, 'start one of several');
        return { input, own, exchange };
      };
      const startOne = async (input: string, own: Fixture, peculiarType?: string) => {
        const first = await start(input, own);
        // What is peculiar to it may not matter.
        const isOpen = peculiarType !== undefined && isServed(first.exchange) !== undefined;
        const plain = isOpen && (await run.fixtures.besideIfAny(older, 'node', { node_type: peculiarType }));
        const second = plain && (await start(ofType(peculiarType), plain));
        starts.push(second && isServed(second.exchange) ? second : first);
      };
      // What counts nodes by their places counts wrongly once one before them is deleted.
      const [, , ...typed] = nodes;
      const last = typed.at(-1)?.[1];
      for (const each of nodes.toReversed()) if (each[1] !== last) await startOne(...each);
      // What a node was before its second start is what the first has shown.
      const first = starts.at(-1)?.exchange;
      const shown = first && succeeded(first) && objectOf(first);
      const again = await run.send(id, older, { json: {} }, 'start again');
      if (shown) starts.push({ input: startedBefore, own: { ...older, resource: shown }, exchange: again });
      if (!younger) return { starts };
      const drawing = await draw(run, older, 'a drawing beside nodes');
      const list = await run.send('drawings.list', older, undefined, 'list it');
      const removal = await remove(run.target, younger);
      if (last) await startOne(afterDeleted, last);
      const before = starts.find(({ own }) => own === younger)?.exchange;
      const late = succeeded(removal) && (await run.send(id, younger, { json: {} }, 'start a deleted one'));
      return { starts, drawn: { drawing, list }, deleted: late && { before, removal, late } };
    }),
  );

const isThe = (shown: unknown, { node_id }: Start['own']) =>
  typeof shown === 'string' && shown.toLowerCase() === node_id?.toLowerCase();

const ownId: Look = ({ own, input, exchange }, judge) => {
  const shown = shownIn(exchange, 'node_id');
  // A start may be answered without a Node (4.2).
  if (typeof shown !== 'string' || !uuid.test(shown)) return isListedEmpty(id, exchange);
  if (!isThe(shown, own))
    judge.miss(otherId('node_id', shown), input, [exchange], 'the node_id of another node');
  return true;
};

/** A type that does not start here, for want of a program, says nothing (3.2). */
const isServed: Expectation = (exchange) => {
  if (exchange.answer?.status === 500 || exchange.answer?.status === 404) return status(204, 201)(exchange);
  return succeeded(exchange) && exchange.answer?.status !== 204 ? node(exchange) : undefined;
};

const proper: Look = ({ input, exchange }, judge) =>
  !judge.expect(exchange, isServed, input) || succeeded(exchange);

const sameFields: Look = ({ own, input, exchange }, judge) => {
  const shown = succeeded(exchange) ? objectOf(exchange) : undefined;
  if (!shown) return isListedEmpty(id, exchange);
  // Another node is another failure.
  if (shown.node_id !== undefined && !isThe(shown.node_id, own)) return false;
  // A value that the field cannot have is judged elsewhere: the answer is wrong, not the state.
  const wrong = node(exchange)?.violations.map(({ pointer }) => pointer?.split('/')[1]) ?? [];
  // The ports may only be known once a node was started.
  const names = input === startedBefore ? ([...lasting, 'ports'] as const) : lasting;
  // No more than what is left out does null say what a node has.
  const isTold = (name: string) =>
    lastingOf(name, own.resource) !== undefined &&
    (lastingOf(name, shown) ?? null) !== null &&
    !wrong.includes(name);
  const told = names.filter(isTold);
  const isChanged = (name: string) =>
    !isDeepStrictEqual(lastingOf(name, shown), lastingOf(name, own.resource));
  for (const name of told.filter(isChanged)) {
    const miss = shownInstead(name, own.resource[name], 'as before', shown[name]);
    judge.miss(miss, input, [exchange], 'other fields changed');
  }
  return told.length > 0;
};
