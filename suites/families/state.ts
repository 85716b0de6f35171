/** What was written is read back; what was not written stays; reading changes nothing. All of it is a should. */
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isObject, json, objectOf } from '../../harness/exchange.js';
import { seen, succeeded } from '../../harness/expect.js';
import type { Fixture } from '../../harness/fixtures/index.js';
import { Judge } from '../../harness/judge.js';
import { failedOr, inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { acceptance, boundaries, failures, type Probe, wasJudged, wasTaken } from '../../harness/probe.js';
import { liveFields, ownedFields } from '../../harness/read-back.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { sample } from '../../harness/samples.js';
import { documented, sampleDrawing, stateOf, subjects, type WriteId } from '../../harness/subjects.js';
import type { Field } from '../../harness/values/fields.js';
import { type IdName, type OperationId, operation } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing, given, lower } from '../words.js';
import { isListedEmpty } from './success.js';

/** Each field that a client owns is echoed in the answer and shown by a later reading. */
export function readBack(id: WriteId): Requirement[] {
  const subject = subjects[id];
  const should = family(id, 'state');
  const fields = subject.fields.filter(({ name }) => !ownedFields(subject).has(name));
  const others = should(
    'should',
    'keeps-others',
    `${doing[id]} in one field leaves the others as they were.`,
    async (run) => {
      const probes = await Promise.all(subject.fields.map((field) => acceptance(run, subject, field)));
      const looked = probes.some((probe) => wasJudged(probe, 'kept'));
      return failedOr(
        probes.flatMap((probe) => failures(probe, 'kept')),
        looked ? passed : notExercised('the target shows no other field that a client can set'),
      );
    },
  );
  return [
    ...fields.flatMap((field) => [
      should(
        'should',
        `echoes.${field.name}`,
        `${doing[id]} answers with the ${field.name} that was sent.`,
        (run) => seenBack(run, id, field, 'echo'),
      ),
      should(
        'should',
        `stores.${field.name}`,
        `The ${field.name} written by ${lower(doing[id])} is shown by a later reading.`,
        (run) => seenBack(run, id, field, 'stored'),
      ),
    ]),
    ...(subject.creates ? [] : [others]),
  ];
}

async function seenBack(run: Run, id: WriteId, field: Field, aspect: 'echo' | 'stored'): Promise<Outcome> {
  const plain: Probe = await acceptance(run, subjects[id], field);
  const edges: Probe = await boundaries(run, subjects[id], field);
  const wrong = [...failures(plain, aspect), ...failures(edges, aspect)];
  if (wrong.length > 0) return failedOr(wrong, passed);
  const traces = plain.probed.filter(wasTaken).map(({ trace }) => trace);
  if (traces.length === 0) return inconclusive(`no value of ${field.name} was taken`);
  const compared = traces.some((trace) => (aspect === 'echo' ? trace.echoed : trace.shown).has(field.name));
  return compared
    ? passed
    : notExercised(
        `${field.name} does not show: the target leaves it out of its answers, or its defaults are in force`,
      );
}

/** The identifiers in an answer are those of the path. */
export function sameIds(id: OperationId): Requirement[] {
  const { ids } = operation(id);
  // Creating a drawing is the one operation whose row says it in so many words.
  const level = id === 'drawings.create' ? 'must' : 'should';
  const row = family(id, 'state');
  return ids.map((name) =>
    row(
      level,
      `answer-ids.${name}`,
      `${doing[id]} answers with the ${name} of the path${given(id)}.`,
      async (run) => {
        const { exchanges, before, fixture } = await sample(run, id);
        return judgeIds(id, name, fixture[name], exchanges.filter(succeeded), before);
      },
    ),
  );
}

function judgeIds(
  id: OperationId,
  name: IdName,
  wanted: string | undefined,
  exchanges: readonly Exchange[],
  before: readonly Exchange[],
): Outcome {
  const judge = new Judge(id);
  let compared = 0;
  for (const exchange of exchanges)
    for (const [pointer, value] of idsIn(exchange, name)) {
      compared++;
      if (String(value).toLowerCase() === wanted?.toLowerCase()) continue;
      const violations = [{ in: 'body', pointer, message: `must be ${wanted}` }] as const;
      const miss = { expected: `${name} ${wanted}, as in the path`, seen: JSON.stringify(value), violations };
      judge.miss(miss, 'a plain request', [...before, exchange], `${name} is not that of the path`);
    }
  // A start may be answered without a Node (4.2).
  const isEmpty = exchanges.some((exchange) => isListedEmpty(id, exchange));
  return judge.outcome(compared > 0 || isEmpty ? passed : notExercised(`the answer shows no ${name}`));
}

function idsIn({ answer }: Exchange, name: string): [pointer: string, value: unknown][] {
  const body = answer && json(answer);
  if (!body?.ok) return [];
  const elements: [string, unknown][] = Array.isArray(body.value)
    ? body.value.map((item, index) => [`/${index}`, item])
    : [['', body.value]];
  return elements.flatMap(([at, item]): [string, unknown][] =>
    isObject(item) && Object.hasOwn(item, name) ? [[`${at}/${name}`, item[name]]] : [],
  );
}

/** Reading twice shows the same twice; what changes by itself, like a status, hardly does so on a second resource too. */
export function safeReading(id: OperationId): Requirement[] {
  const { fixture: kind } = operation(id);
  const should = family(id, 'state');
  return [
    should(
      'should',
      'reading-is-safe',
      `${doing[id]} changes nothing: the next reading shows the same.`,
      async (run) => {
        const readings = () => run.with(kind, 'write', (fixture) => readThrice(run, id, fixture));
        const first = await readings();
        return first.verdict === 'failed' ? readings() : first;
      },
    ),
  ];
}

async function readThrice(run: Run, id: OperationId, fixture: Fixture): Promise<Outcome> {
  if (id === 'drawings.list')
    await run.send('drawings.create', fixture, { json: sampleDrawing }, 'a drawing to list');
  const first = await run.send(id, fixture, undefined, 'read');
  const later = [
    await run.send(id, fixture, undefined, 'read again'),
    await run.send(id, fixture, undefined, 'read once more'),
  ];
  if (!succeeded(first)) return inconclusive(`${doing[id]} got ${seen(first)}`, [first]);
  const judge = new Judge(id);
  for (const again of later) {
    if (isDeepStrictEqual(lasting(id, first), lasting(id, again))) continue;
    const violations = [{ in: 'state', pointer: '', message: 'differs from the reading before' }] as const;
    const miss = { expected: 'the same answer as before', seen: 'another answer', violations };
    judge.miss(miss, 'reading twice', [...fixture.made, first, again]);
  }
  if (judge.failed || lasting(id, first) !== undefined) return judge.outcome();
  return notExercised('the answer shows no documented field');
}

/** What a reading shows, without the lists that are read off the host. */
function lasting(id: OperationId, exchange: Exchange): unknown {
  const writer = Object.values(subjects).find(({ read }) => read === id);
  if (writer) {
    const state = stateOf(writer, exchange);
    const live = liveFields(writer);
    return state && Object.fromEntries(Object.entries(state).filter(([name]) => !live.has(name)));
  }
  const shown = objectOf(exchange);
  return shown && documented(subjects['projects.update'], shown);
}
