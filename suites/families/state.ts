/** Answers show the resource of the path, and reading changes nothing (a should). */
import { isDeepStrictEqual } from 'node:util';
import { idsShown, isListedEmpty, otherIdIn } from '../../harness/answers.js';
import { seen, succeeded } from '../../harness/expect.js';
import { type Exchange, type JsonObject, objectOf, status } from '../../harness/http/exchange.js';
import { Judge } from '../../harness/judge.js';
import { documented, live, type State, shownBy, stateOf } from '../../harness/model/state.js';
import {
  type Mismatch,
  mismatch,
  notExercised,
  notOfPath,
  type Outcome,
  passed,
  readOtherwise,
  removed,
} from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { readingIsSafe, type Sample, sample, sampleAnew } from '../../harness/samples.js';
import { writeOperations } from '../../harness/values/write-operations.js';
import { type IdName, type OperationId, operation } from '../../schemas/index.js';
import { family, got } from '../define.js';
import { gerund, nodeClause } from '../words.js';

/** The identifiers in an answer are those of the path. */
export function sameIds(id: OperationId): Requirement[] {
  // Creating a drawing is the one operation whose row says it in so many words.
  const level = id === 'drawings.create' ? 'must' : 'should';
  const row = family(id, 'state')[level];
  return operation(id).ids.map((name) =>
    row(
      `answer-ids.${name}`,
      `${gerund[id]} answers with the ${name} of the path${nodeClause(id)}.`,
      async (run, judge) => {
        const { exchanges } = await sample(run, id);
        for (const exchange of exchanges.filter(succeeded)) {
          const miss = otherIdIn(id, exchange, name);
          if (miss) judge.miss(miss, 'a plain request', [exchange], notOfPath.of(name));
        }
        const isTold = exchanges.some((each) => showsId(id, each, name));
        return judge.outcome(isTold ? passed : notExercised(`the response has no ${name} to compare`));
      },
    ),
  );
}

/** Whether an answer shows an id; a start may be answered without a Node (4.2). */
export const showsId = (id: OperationId, exchange: Exchange, name: IdName) =>
  isListedEmpty(id, exchange) || (succeeded(exchange) && idsShown(exchange, name).length > 0);

/** What an answer that means success shows of a field. */
export const shownIn = (exchange: Exchange | undefined, name: string) =>
  exchange && succeeded(exchange) ? objectOf(exchange)?.[name] : undefined;

/** An answer that shows an id other than that of the path. */
export const otherId = (name: IdName, seen: string, expected = `the ${name} of the path`): Mismatch =>
  mismatch(expected, seen, { in: 'body', pointer: `/${name}`, message: 'must be that of the path' });

/** Reading twice shows the same twice; what else changes by itself hardly does so on a second resource too. */
export function safeReading(id: OperationId): Requirement {
  const statement = `${gerund[id]} changes nothing: the next reading shows the same.`;
  return family(id, 'state').should(readingIsSafe, statement, async (run) => {
    const once = comparing(run, id, await sample(run, id));
    return once.verdict === 'failed' ? comparing(run, id, await sampleAnew(run, id)) : once;
  });
}

function comparing(run: Run, id: OperationId, { exchanges: [first], again: later }: Sample): Outcome {
  if (!first || status(first) !== 200) return got(id, first);
  const judge = new Judge(id, run);
  for (const again of later) {
    if (isDeepStrictEqual(lasting(id, first), lasting(id, again))) continue;
    const message = 'differs from the reading before';
    const violations = differing(id, first, again).map(
      (name) => ({ in: 'state', pointer: `/${name}`, message }) as const,
    );
    const what = status(again) === 404 ? removed : readOtherwise;
    const shown = status(again) === 200 ? what : seen(again);
    const miss = { expected: 'the same answer as before', seen: shown, violations };
    judge.miss(miss, 'reading twice', [first, again], what);
  }
  if (judge.failed || lasting(id, first) !== undefined) return judge.outcome();
  return notExercised('the response has no documented field to compare');
}

/** The fields in which two readings of a resource differ; one without a name where it is not a resource that both show. */
function differing(id: OperationId, first: Exchange, again: Exchange): readonly string[] {
  const [before, after] = [lasting(id, first), lasting(id, again)];
  if (!before || !after || id === 'drawings.list') return [''];
  return Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** What a reading shows, without what may change at any time. */
function lasting(id: OperationId, exchange: Exchange): JsonObject | undefined {
  const written = shownBy(id);
  const state = written ? stateOf(written, exchange) : projectIn(exchange);
  return state && Object.fromEntries(Object.entries(state).filter(([name]) => !live.has(name)));
}

function projectIn(exchange: Exchange): State | undefined {
  const shown = objectOf(exchange);
  return shown && documented(writeOperations['projects.update'], shown);
}
