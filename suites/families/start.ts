/** Bodies of node start: the document shows no field of it (section 4.2). */
import {
  all,
  declaresJson,
  type Expectation,
  properAnswer,
  seen,
  status,
  succeeded,
} from '../../harness/expect.js';
import type { Exchange } from '../../harness/http/exchange.js';
import { closing, inChunks, type Payload } from '../../harness/http/request.js';
import { Judge } from '../../harness/judge.js';
import { inconclusive, type Outcome, passed } from '../../harness/outcome.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { largeValues } from '../../harness/values/large.js';
import { malformed, nonObjects } from '../../harness/values/malformed.js';
import type { Fixture } from '../../harness/worlds/index.js';
import { operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing } from '../words.js';

const id = 'nodes.start';
const node = properAnswer(operation(id));

export function startBodies(): Requirement[] {
  const row = family(id, 'refuses');
  const again = family(id, 'success');
  const broken = Object.entries(malformed).map(
    ([label, spoil]) => [label, spoil('{"name":"conformance"}', 9)] as const,
  );
  return [
    again.must('again', `Starting a node that was started answers ${anyStart}.`, startedAgain),
    again.should(
      'at-once',
      `Starting a node several times at the same time answers ${anyStart}.`,
      startedAtOnce,
    ),
    again.must(
      'answers-fields',
      `Starting a node with fields in the body, of which the document shows none, answers ${anyStart}.`,
      startedWith('fields'),
    ),
    again.should(
      'accepts.chunked',
      `Starting a node with a body that comes in chunks, as HTTP/1.1 allows, answers ${anyStart}.`,
      startedWith('chunks'),
    ),
    again.should(
      'accepts.closing',
      `Starting a node by a request that ends its connection, by Connection: close, answers ${anyStart}.`,
      startedWith('closing'),
    ),
    row.must(
      'refuses.malformed-json',
      'Starting a node with a body that is not valid JSON answers 400.',
      refused(broken),
    ),
    row.should(
      'refuses.non-object',
      'Starting a node with a body that is no JSON object answers 400.',
      refused(nonObjects),
    ),
  ];
}

/** Whether a started node may be started, and with what, is not shown (3.2, 4.2), but how the answer can look is. */
const anyStart = '204, 201 with a Node, or 400: no other code is listed for it';
const isStart: Expectation = Object.assign(
  (exchange: Exchange) =>
    all(status(204, 201, 400), exchange.answer?.status === 201 ? node : declaresJson)(exchange),
  { duty: 'valid' },
);

/** What comes after a start that succeeded, by whatever code. */
function onStarted(
  run: Run,
  judged: (fixture: Fixture, first: Exchange) => Promise<Outcome>,
): Promise<Outcome> {
  return run.with('node', 'write', async (fixture) => {
    const first = await run.send(id, fixture, { json: {} }, 'start');
    if (!succeeded(first)) return inconclusive(`${doing[id]} got ${seen(first)}`, [first]);
    return judged(fixture, first);
  });
}

function startedAgain(run: Run): Promise<Outcome> {
  return onStarted(run, async (fixture, first) => {
    const judge = new Judge(id, run);
    const before = [...fixture.made, first];
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
      judge.expect(exchange, isStart, 'starts at once', fixture.made);
    return judge.outcome();
  });
}

type Special = 'fields' | 'chunks' | 'closing';

const specialBodies = (hazards: boolean): readonly (readonly [Special, input: string, Payload])[] => [
  ['fields', 'fields in the body', { raw: '{"conformance_unknown": 1}' }],
  ['fields', 'fields in the body', { raw: '{"name": "conformance", "console": null, "properties": {}}' }],
  ['fields', 'an array in the body', { raw: '{"conformance_unknown": []}' }],
  ...largeValues(hazards).map(
    ({ words, json }) =>
      ['fields', `a field with ${words}`, { raw: `{"conformance_unknown": ${json()}}` }] as const,
  ),
  ['chunks', 'a body in chunks', { raw: '{}', headers: inChunks }],
  ['closing', 'Connection: close', { raw: '{}', headers: closing }],
];

/** One node is asked for all of them. */
const startedWith = (special: Special) => async (run: Run, judge: Judge) => {
  const { first, made, sent } = await run.once(`${id} with special bodies`, () =>
    run.with('node', 'write', async (fixture) => {
      const exchange = await run.send(id, fixture, { json: {} }, 'start');
      const all: (readonly [Special, input: string, Exchange])[] = [];
      if (succeeded(exchange))
        for (const [kind, input, payload] of specialBodies(run.hazards))
          all.push([kind, input, await run.send(id, fixture, payload, `start with ${input}`)]);
      return { first: exchange, made: fixture.made, sent: all };
    }),
  );
  if (sent.length === 0) return inconclusive(`${doing[id]} got ${seen(first)}`, [first]);
  for (const [kind, input, exchange] of sent)
    if (kind === special) judge.expect(exchange, isStart, `a started node, ${input}`, [...made, first]);
};

/** A node that a wrong body has started is not asked again. */
const refused =
  (bodies: readonly (readonly [string, string | Buffer])[]) => async (run: Run, judge: Judge) => {
    const twin = (await sample(run, id)).exchanges[0];
    if (!twin?.answer || twin.answer.status >= 300)
      return inconclusive(
        `the valid twin, a start with {}, got ${twin ? seen(twin) : 'nothing'}`,
        twin ? [twin] : [],
      );
    const rest = [...bodies];
    while (rest.length > 0)
      await run.with('node', 'write', async (fixture) => {
        for (let next = rest.shift(); next; next = rest.shift()) {
          const [label, raw] = next;
          const exchange = await run.send(id, fixture, { raw }, label);
          if (!judge.expect(exchange, status(400), label, fixture.made)) return;
        }
      });
  };
