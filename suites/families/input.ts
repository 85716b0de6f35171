/** Documented input is accepted, field by field; input that breaks a stated rule is refused (sections 2 and 4). */
import { status } from '../../harness/exchange.js';
import { named, seen, succeeded } from '../../harness/expect.js';
import { failureOf } from '../../harness/failures.js';
import { orWhenGone } from '../../harness/gone.js';
import { codesFor } from '../../harness/judge-write.js';
import { failedOr, inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import {
  acceptance,
  bodyAcceptance,
  boundaries,
  failures,
  nullAcceptance,
  type Probe,
  refusal,
  sendAll,
  wasTaken,
} from '../../harness/probe.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Run } from '../../harness/run.js';
import { isNullable } from '../../harness/shapes.js';
import { type Subject, sampleDrawing, subjects, type WriteId } from '../../harness/subjects.js';
import { FromFixture } from '../../harness/values/from-fixture.js';
import { malformed, nonObjects } from '../../harness/values/malformed.js';
import { places } from '../../harness/values/wrong.js';
import { operation, shapes } from '../../schemas/index.js';
import { family } from '../define.js';
import { doing } from '../words.js';

const empty = (run: Run, subject: Subject) => bodyAcceptance(run, subject, 'empty-object', {});

export function accepts(id: WriteId): Requirement[] {
  const subject = subjects[id];
  const must = family(id, 'accepts', shapes[subject.shape]['x-section']);
  const ok = operation(id).success.map(named).join(' or ');
  const rows = [
    must('must', 'accepts.empty-object', `${doing[id]} takes {}: no field is mandatory.`, async (run) =>
      taken(await empty(run, subject), run),
    ),
    ...subject.fields.flatMap((field) => {
      const { name, schema } = field;
      const sentence = `${doing[id]} takes ${name} on its own.`;
      const row = must('must', `accepts.${name}`, sentence, async (run) =>
        taken(await acceptance(run, subject, field), run, schema['x-hazard'] !== undefined),
      );
      const codes = codesFor(subject, 'answered').map(named).join(', ');
      const edge = must(
        'must',
        `answers-edges.${name}`,
        `${doing[id]} with any value that the document allows for ${name} answers one of ${codes}.`,
        async (run) => {
          const probe = await boundaries(run, subject, field);
          return failedOr(failures(probe, 'code'), passed);
        },
      );
      if (!isNullable(schema)) return [row, edge];
      const nul = must('must', `accepts.${name}.null`, `${doing[id]} takes null for ${name}.`, async (run) =>
        taken(await nullAcceptance(run, subject, field), run),
      );
      return [row, nul, edge];
    }),
  ];
  if (subject.creates)
    rows.push(
      must('must', 'accepts.sample', `${doing[id]} from svg, x, y and z alone answers ${ok}.`, async (run) =>
        taken(await bodyAcceptance(run, subject, 'sample', sampleDrawing), run),
      ),
    );
  return rows;
}

/** Refused only when every value is: the document shows no bounds, so one value may be out of some. */
async function taken(probe: Probe, run: Run, hazardous = false): Promise<Outcome> {
  const { subject, probed } = probe;
  if (probed.length === 0)
    return notExercised('the target shows no value of this field that could be sent back');
  const improper = failures(probe, 'code');
  if (improper.length > 0) return failedOr(improper, passed);
  const answered = probed.filter(({ trace }) => status(trace.write) !== 400);
  if (answered.length === 0 && hazardous && !probed.some(isReturned))
    return inconclusive(
      'each of a few harmless values was refused, and the target shows none of its own to send back',
      probed.slice(0, 1).map(({ trace }) => trace.write),
    );
  if (answered.length === 0)
    return failedOr(
      probed.slice(0, 1).map((each) => {
        const ok = operation(subject.id).success.map(named).join(' or ');
        const seenAs = `${seen(each.trace.write)}${probed.length > 1 ? ` for each of ${probed.length} values` : ''}`;
        const violations = [{ in: 'status', message: 'status 400' }] as const;
        const hit = { aspect: 'code', outcome: 'status 400', exchanges: [each.trace.write] } as const;
        return failureOf(
          subject,
          { ...hit, miss: { expected: ok, seen: seenAs, violations } },
          each,
          each.trace,
        );
      }),
      passed,
    );
  if (probed.some(({ trace }) => succeeded(trace.write))) return passed;
  const whole = await empty(run, subject);
  if (whole !== probe && whole.probed.some(({ trace }) => succeeded(trace.write))) return passed;
  return inconclusive(
    'every update was answered 409 Conflict, whose conditions the document does not show',
    probed.map(({ trace }) => trace.write),
  );
}

/** Whether a value is one that the target itself had returned. */
const isReturned = ({ payload }: Probe['probed'][number]) =>
  'json' in payload && Object.values(payload.json as object).some((value) => value instanceof FromFixture);

export function refusesInput(id: WriteId): Requirement[] {
  const subject = subjects[id];
  const must = family(id, 'refuses', '4');
  const fixed = (name: string, cases: readonly (readonly [string, string | Buffer])[]) => (run: Run) =>
    run
      .once(`${id} refuses ${name}`, () =>
        sendAll(
          run,
          subject,
          'refused',
          cases.map(([label, raw]) => ({ payload: { raw }, label })),
        ),
      )
      .then((probe) => refused(probe, () => empty(run, subject)));
  const text = JSON.stringify({ name: 'conformance' });
  const broken = Object.entries(malformed).map(([label, spoil]) => [label, spoil(text, 9)] as const);
  return [
    must(
      'must',
      'refuses.malformed-json',
      `${doing[id]} with a body that is not valid JSON answers 400.`,
      fixed('malformed-json', broken),
    ),
    must(
      'must',
      'refuses.non-object',
      `${doing[id]} with a body that is no JSON object answers 400.`,
      fixed('non-object', nonObjects),
    ),
    ...places(subject).map((place) =>
      must(
        'must',
        `refuses.${place.name}`,
        `${doing[id]} with ${place.name} that is not ${place.rule} answers 400.`.replace(
          /(\S+)\.missing that is not mandatory in each item/,
          'an item without $1',
        ),
        async (run) => {
          const probe = await refusal(run, subject, place.name);
          const field = subject.fields.find(({ name }) => name === place.field);
          return refused(probe, () => (field ? acceptance(run, subject, field) : empty(run, subject)));
        },
        shapes[subject.shape]['x-section'],
      ),
    ),
  ];
}

/** A refusal counts only when the valid twin, the same request before the one change, was taken. */
async function refused(probe: Probe, twinOf: () => Promise<Probe>): Promise<Outcome> {
  const wrong = failures(probe, 'code');
  const unanswered = wrong.filter(
    ({ exchanges, deciding }) => exchanges[deciding]?.failure?.kind === 'dropped',
  );
  const twin = await orWhenGone(twinOf(), () => (unanswered.length > 0 ? 'gone' : undefined));
  if (twin === 'gone') return failedOr(unanswered, passed);
  if (twin.probed.some(wasTaken)) return failedOr(wrong, passed);
  const twins = twin.probed.map(({ trace }) => trace.write);
  const asTwin = new Set(twins.map((exchange) => status(exchange)));
  const telling = wrong.filter(({ exchanges, deciding }) => {
    const exchange = exchanges[deciding];
    return exchange && !asTwin.has(status(exchange));
  });
  const first = twins[0];
  const reason = first
    ? `the valid twin, the same request before the one change, got ${seen(first)}`
    : 'there is no valid twin: the target shows no value of this field';
  return failedOr(telling, inconclusive(reason, twins.slice(0, 1)));
}
