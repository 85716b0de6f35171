/** Bodies of node start: the document shows no field of it (section 4.2). */
import {
  all,
  declaresJson,
  type Expectation,
  properAnswer,
  status,
  succeeded,
} from '../../harness/expect.js';
import { startsAtOnce } from '../../harness/explain/features/ids.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Payload } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { inState, notStartable, type Outcome, passed } from '../../harness/outcome.js';
import { lengthRequired } from '../../harness/plan/case.js';
import { otherwiseKinds, sentOtherwise, spaced } from '../../harness/plan/spelling.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { largeValues, malformed, nonObjects } from '../../harness/values/malformed.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { operation } from '../../schemas/index.js';
import { isChunked } from '../../schemas/pieces.js';
import { family, got, late } from '../define.js';

const id = 'nodes.start';
const node = properAnswer(operation(id));

export function startBodies(): Requirement[] {
  const { must, should } = family(id, 'success');
  const refuses = family(id, 'refuses');
  const broken = Object.entries(malformed).map(
    ([label, spoil]) => [label, { raw: spoil('{"name":"conformance"}', 9) }] as const,
  );
  const noObjects = nonObjects.map(([label, raw]) => [label, { raw }] as const);
  const starting = (words: string, answers = anyStart) => `Starting a node ${words} answers ${answers}.`;
  const fields = starting('with fields in the body, though the document shows none,');
  const large = starting('with a field that is very long or deeply nested');
  const noJson = 'Starting a node with a body that is not valid JSON answers 400.';
  const noObject = 'Starting a node with a body that is not a JSON object answers 400.';
  return [
    must('again', starting('that was already started'), startedAgain),
    late(
      should(
        'after-refusal',
        'Starting a node that has refused a start answers 204 or 201.',
        startedAfterRefusal,
      ),
    ),
    should('at-once', starting('several times at once'), startedAtOnce),
    must('answers-fields', fields, startedWithFields('must')),
    should('answers-large-fields', large, startedWithFields('should')),
    must(
      'accepts.any-spelling',
      starting('with white space around the JSON', newStart),
      startedOnce(spaced[0], { raw: spaced[1]('{}') }),
    ),
    ...otherwiseKinds.map((name) => {
      const [input, , sent] = sentOtherwise[name];
      return should(
        `accepts.${name}`,
        starting(otherwise[name], newStart),
        startedOnce(input, { raw: '{}', ...sent }),
      );
    }),
    late(refuses.must('refuses.malformed-json', noJson, refused(broken))),
    late(refuses.should('refuses.non-object', noObject, refused(noObjects))),
  ];
}

/** Whether a started node may be started, and with what, is not shown (3.2, 4.2), but how the answer can look is. */
const anyStart = '204, 201 with a Node, or 400: no other code is listed';
const newStart = '204, or 201 with a Node; 400 only where the node may have been started before';
const isFormed: Expectation = (exchange) =>
  exchange.answer?.status === 201 ? node(exchange) : declaresJson(exchange);
const answering = (...codes: number[]) => all(status(...codes), isFormed);
const isStart = answering(204, 201, 400);
const isLarge = answering(204, 201, 400, 413);

/** What comes after a start that succeeded, by whatever code. */
function onStarted(
  run: Run,
  judged: (fixture: Fixture, first: Exchange) => Promise<Outcome>,
): Promise<Outcome> {
  return run.with('node', 'write', async (fixture) => {
    const first = await run.send(id, fixture, { json: {} }, 'start');
    if (!succeeded(first)) return got(id, first);
    return judged(fixture, first);
  });
}

function startedAgain(run: Run): Promise<Outcome> {
  return onStarted(run, async (fixture, first) => {
    const judge = new Judge(id, run);
    const before = [first];
    for (let times = 2; times <= 4 && !judge.failed; times++) {
      const exchange = await run.send(id, fixture, { json: {} }, 'start again');
      judge.expect(exchange, isStart, 'a node that was started', before);
      before.push(exchange);
    }
    return judge.outcome();
  });
}

/** The same body, sent in other ways. */
const otherwise = {
  charset: 'with JSON declared as application/json; charset=utf-8',
  chunked: 'with a chunked body, as HTTP/1.1 allows, unless it asks for a length (411),',
  pieces: 'with a body that arrives in two pieces',
  closing: 'with a request that closes the connection (Connection: close)',
  capitals: 'with JSON that is declared by CONTENT-TYPE in capitals',
} as const;

/** A check that says something only where a plain start succeeds, which it is given. */
const wherePlainStarts =
  (check: (run: Run, judge: Judge, plain: Exchange) => Promise<Outcome | undefined>) =>
  async (run: Run, judge: Judge) => {
    const [plain] = (await sample(run, id)).exchanges;
    return plain && succeeded(plain) ? check(run, judge, plain) : got(id, plain);
  };

/** On a node that was not started: the first is still at work when the others come. */
const startedAtOnce = wherePlainStarts((run) =>
  run.with('node', 'write', async (fixture) => {
    const judge = new Judge(id, run);
    const start = () => run.send(id, fixture, { json: {} }, 'start at once');
    for (const exchange of await Promise.all([start(), start(), start()]))
      judge.expect(exchange, isStart, startsAtOnce);
    return judge.outcome();
  }),
);

/** On a node of its own: one that was started may refuse whatever comes. */
const startedOnce = (input: string, payload: Payload) =>
  wherePlainStarts((run) =>
    run.with('node', 'write', async (fixture) => {
      // Carried out anew on another node, it does not go by what it could not say of the one before.
      const judge = new Judge(id, run);
      const exchange = await run.send(id, fixture, payload, input);
      // A length may be asked for (RFC 9112, 6.3).
      if (isChunked(exchange.request.headers) && status(lengthRequired)(exchange) === undefined)
        return passed;
      judge.expect(exchange, run.fixtures.renews('node') ? answering(204, 201) : isStart, input);
      return judge.outcome();
    }),
  );

const smallBodies: readonly (readonly [input: string, Payload])[] = [
  ['fields in the body', { raw: '{"conformance_unknown": 1}' }],
  // Whoever makes them those of the node shows what is none.
  ['fields of a node in the body', { raw: '{"name": 1}' }],
  ['an array in the body', { raw: '{"conformance_unknown": []}' }],
];

const largeBodies = (hazards: boolean) =>
  largeValues(hazards).map(
    ({ words, json }) => [`a field with ${words}`, { raw: `{"conformance_unknown": ${json()}}` }] as const,
  );

/** Each body with what became of it, sent to a node that was started. */
const withFields = (run: Run) =>
  run.once(`${id} with fields`, async () => {
    let first: Exchange | undefined;
    const start = async (fixture: Fixture) => {
      const started = await run.send(id, fixture, { json: {} }, 'start');
      first ??= started;
      return succeeded(started);
    };
    const all = async (bodies: typeof smallBodies) => sentInTurn(run, bodies, isLarge, start);
    return { small: await all(smallBodies), large: await all(largeBodies(run.hazards)), first };
  });

/** How large a body may be is not shown (section 8), but no code is listed for one that is too large. */
const startedWithFields = (level: 'must' | 'should') => async (run: Run, judge: Judge) => {
  const { first, small, large } = await withFields(run);
  if (!first || !succeeded(first)) return got(id, first);
  const hold = (sent: typeof small, expected: Expectation) => {
    for (const [input, exchange] of sent)
      judge.expect(exchange, expected, `a started node, ${input}`, [first]);
  };
  if (level === 'must') hold(small, isStart);
  hold(large, level === 'must' ? isLarge : isStart);
};

const refused = (bodies: typeof smallBodies) =>
  wherePlainStarts(async (run, judge) => {
    for (const [input, exchange] of await sentInTurn(run, bodies, status(400)))
      judge.expect(exchange, status(400), input);
    return undefined;
  });

/**
 * Sends bodies to a node, one after another, as long as they are answered as they should be. Else the node may have been
 * started, and the rest goes to another one. A refusal before it may be why a body failed: then it is sent there again.
 * @param prepare Gets a node ready; false where that fails, and nothing is to be sent.
 */
async function sentInTurn(
  run: Run,
  bodies: typeof smallBodies,
  expected: Expectation,
  prepare = async (_: Fixture) => true,
): Promise<(readonly [input: string, Exchange])[]> {
  const sent: (readonly [string, Exchange])[] = [];
  const rest = [...bodies];
  while (rest.length > 0)
    await run.with('node', 'write', async (fixture): Promise<Outcome> => {
      if (!(await prepare(fixture))) rest.length = 0;
      let hasRefused = false;
      for (let [next] = rest; next; [next] = rest) {
        const [input, payload] = next;
        const exchange = await run.send(id, fixture, payload, input);
        const isWrong = expected(exchange) !== undefined;
        if (isWrong && hasRefused) break;
        sent.push([input, exchange]);
        rest.shift();
        if (isWrong) break;
        hasRefused ||= !succeeded(exchange);
      }
      return passed;
    });
  return sent;
}

/** Bodies that are refused before, and after, they are read as JSON. */
const refusedBodies = [['malformed JSON', '{'] as const, ...nonObjects.slice(0, 1)];

/** A start that is refused is one that was not carried out. */
const startedAfterRefusal = wherePlainStarts(async (run, judge, plain) => {
  const outcomes = [];
  for (const [input, raw] of refusedBodies)
    outcomes.push(
      await run.with('node', 'write', async (fixture) => {
        const refusal = await run.send(id, fixture, { raw }, 'start that is to be refused');
        if (!refusal.answer || succeeded(refusal)) return got(id, refusal);
        const exchange = await run.send(id, fixture, { json: {} }, 'start after a refusal');
        if (exchange.answer?.status === plain.answer?.status) return passed;
        const miss = status(204, 201, ...(run.fixtures.renews('node') ? [] : [400]))(exchange);
        if (miss) judge.miss(inState(miss), input, [refusal, exchange], notStartable, undefined, id);
        return passed;
      }),
    );
  return judge.outcome(outcomes.find(({ verdict }) => verdict === 'passed') ?? outcomes[0]);
});
