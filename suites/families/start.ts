/** Bodies of node start: the document shows no field of it (section 4.2). */
import {
  all,
  declaresJson,
  type Expectation,
  properAnswer,
  status,
  succeeded,
} from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import type { Payload } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { type Outcome, passed } from '../../harness/outcome.js';
import { lengthRequired } from '../../harness/plan/case.js';
import { otherwiseKinds, sentOtherwise } from '../../harness/plan/spelling.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { largeValues, malformed, nonObjects } from '../../harness/values/malformed.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { operation } from '../../schemas/index.js';
import { isChunked } from '../../schemas/pieces.js';
import { family, got } from '../define.js';

const id = 'nodes.start';
const node = properAnswer(operation(id));

export function startBodies(): Requirement[] {
  const { must, should } = family(id, 'success');
  const refuses = family(id, 'refuses');
  const broken = Object.entries(malformed).map(
    ([label, spoil]) => [label, spoil('{"name":"conformance"}', 9)] as const,
  );
  const starting = (words: string) => `Starting a node ${words} answers ${anyStart}.`;
  const fields = starting('with fields in the body, though the document shows none,');
  const large = starting('with a field that is very long or deeply nested');
  const noJson = 'Starting a node with a body that is not valid JSON answers 400.';
  const noObject = 'Starting a node with a body that is not a JSON object answers 400.';
  return [
    must('again', starting('that was already started'), startedAgain),
    should('at-once', starting('several times at once'), startedAtOnce),
    must('answers-fields', fields, startedWithFields('must')),
    should('answers-large-fields', large, startedWithFields('should')),
    ...otherwiseKinds.map((name) => {
      const [input, , sent] = sentOtherwise[name];
      return should(`accepts.${name}`, starting(otherwise[name]), startedOnce(input, { raw: '{}', ...sent }));
    }),
    refuses.must('refuses.malformed-json', noJson, refused(broken)),
    refuses.should('refuses.non-object', noObject, refused(nonObjects)),
  ];
}

/** Whether a started node may be started, and with what, is not shown (3.2, 4.2), but how the answer can look is. */
const anyStart = '204, 201 with a Node, or 400: no other code is listed';
const isFormed: Expectation = (exchange) =>
  exchange.answer?.status === 201 ? node(exchange) : declaresJson(exchange);
const answering = (...codes: number[]) => all(status(...codes), isFormed);
const isStart = answering(204, 201, 400);

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

/** On a node that was not started: the first is still at work when the others come. */
async function startedAtOnce(run: Run): Promise<Outcome> {
  const alone = await onStarted(run, async () => passed);
  if (alone.verdict !== 'passed') return alone;
  return run.with('node', 'write', async (fixture) => {
    const judge = new Judge(id, run);
    const start = () => run.send(id, fixture, { json: {} }, 'start at once');
    for (const exchange of await Promise.all([start(), start(), start()]))
      judge.expect(exchange, isStart, 'starts at once');
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

/** On a node of its own: one that was started may refuse whatever comes. */
const startedOnce = (input: string, payload: Payload) => async (run: Run, judge: Judge) => {
  const twin = (await sample(run, id)).exchanges[0];
  if (!twin || !succeeded(twin)) return got(id, twin);
  return run.with('node', 'write', async (fixture) => {
    const exchange = await run.send(id, fixture, payload, input);
    // A length may be asked for (RFC 9112, 6.3).
    if (isChunked(exchange.request.headers) && status(lengthRequired)(exchange) === undefined) return passed;
    judge.expect(exchange, run.fixtures.renews('node') ? answering(204, 201) : isStart, input);
    return judge.outcome();
  });
};

const smallBodies: readonly (readonly [input: string, Payload])[] = [
  ['fields in the body', { raw: '{"conformance_unknown": 1}' }],
  ['fields in the body', { raw: '{"name": "conformance", "console": null, "properties": {}}' }],
  ['an array in the body', { raw: '{"conformance_unknown": []}' }],
];

const largeBodies = (hazards: boolean) =>
  largeValues(hazards).map(
    ({ words, json }) => [`a field with ${words}`, { raw: `{"conformance_unknown": ${json()}}` }] as const,
  );

/** One node is asked for all of them. */
const withFields = (run: Run) =>
  run.once(`${id} with fields`, () =>
    run.with('node', 'write', async (fixture) => {
      const first = await run.send(id, fixture, { json: {} }, 'start');
      const all = async (bodies: typeof smallBodies) => {
        const sent: (readonly [input: string, Exchange])[] = [];
        for (const [input, payload] of succeeded(first) ? bodies : [])
          sent.push([input, await run.send(id, fixture, payload, `start with ${input}`)]);
        return sent;
      };
      return { first, small: await all(smallBodies), large: await all(largeBodies(run.hazards)) };
    }),
  );

/** How large a body may be is not shown (section 8), but no code is listed for one that is too large. */
const startedWithFields = (level: 'must' | 'should') => async (run: Run, judge: Judge) => {
  const { first, small, large } = await withFields(run);
  if (!succeeded(first)) return got(id, first);
  const hold = (sent: typeof small, expected: Expectation) => {
    for (const [input, exchange] of sent)
      judge.expect(exchange, expected, `a started node, ${input}`, [first]);
  };
  if (level === 'must') hold(small, isStart);
  hold(large, level === 'must' ? answering(204, 201, 400, 413) : isStart);
};

/** A node that a wrong body has started is not asked again. */
const refused =
  (bodies: readonly (readonly [string, string | Buffer])[]) => async (run: Run, judge: Judge) => {
    const twin = (await sample(run, id)).exchanges[0];
    if (!twin || !succeeded(twin)) return got(id, twin);
    const rest = [...bodies];
    while (rest.length > 0)
      await run.with('node', 'refused', async (fixture) => {
        for (let next = rest.shift(); next; next = rest.shift()) {
          const [label, raw] = next;
          const exchange = await run.send(id, fixture, { raw }, label);
          if (!judge.expect(exchange, status(400), label)) return judge.outcome();
        }
        return passed;
      });
  };
