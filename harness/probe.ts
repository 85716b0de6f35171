/** One field a request: whether its documented values are taken and its wrong ones refused. */

import { status } from './exchange.js';
import { succeeded } from './expect.js';
import { brief, type Case, failureOf } from './failures.js';
import { orWhenGone } from './gone.js';
import type { Aspect, Duty } from './judge-write.js';
import type { Failure } from './outcome.js';
import type { Run } from './run.js';
import { fits, isNullable } from './shapes.js';
import type { Subject } from './subjects.js';
import { boundaryValues, type Field, plainValues } from './values/fields.js';
import { materialise } from './values/from-fixture.js';
import { wrongBodies } from './values/wrong.js';
import { onLane, type Trace } from './write.js';

export interface Probed extends Case {
  readonly trace: Trace;
}

export interface Probe {
  readonly subject: Subject;
  readonly probed: readonly Probed[];
}

/** Sends the cases one after another on fixtures that nobody else uses. */
export function sendAll(run: Run, subject: Subject, duty: Duty, cases: readonly Case[]): Promise<Probe> {
  return onLane(run, subject, async (lane) => {
    const probed: Probed[] = [];
    const send = async () => {
      for (const each of cases) probed.push({ ...each, trace: await lane.trace(each.payload, duty) });
      return { subject, probed };
    };
    const findings = () => probed.some(({ trace }) => trace.hits.length > 0);
    return orWhenGone(send(), () => (findings() ? { subject, probed } : undefined));
  });
}

/** Whether the aspect could be looked at for anything that was sent. */
export function wasJudged({ probed }: Probe, aspect: Aspect): boolean {
  return probed.some(({ trace }) => trace.judged.has(aspect));
}

/** What went wrong in one aspect, over all that was sent. */
export function failures({ subject, probed }: Probe, aspect: Aspect): Failure[] {
  return probed.flatMap((each) =>
    each.trace.hits
      .filter((hit) => hit.aspect === aspect)
      .map((hit) => failureOf(subject, hit, each, each.trace)),
  );
}

const oneField = (name: string, value: unknown): Case => {
  const json = { [name]: value };
  return { payload: { json }, label: brief(json) };
};

/** Plain values of one field, each alone. Values that this target does not show are left out. */
export function acceptance(run: Run, subject: Subject, field: Field): Promise<Probe> {
  return run.once(`${subject.id} accepts ${field.name}`, async () => {
    const fixture = await run.with(subject.fixture, 'read', async (f) => f);
    const known = plainValues(field).filter((value) => {
      const real = materialise(value, fixture);
      return real !== undefined && real !== null && fits(subject.shape, { [field.name]: real });
    });
    // Where the target shows no value, null is the one that it is known to have to take.
    const values = known.length === 0 && isNullable(field.schema) ? [null] : known;
    return sendAll(
      run,
      subject,
      'answered',
      values.map((value) => oneField(field.name, value)),
    );
  });
}

/** Null alone, for a field that the document lets be null. */
export function nullAcceptance(run: Run, subject: Subject, field: Field): Promise<Probe> {
  return run.once(`${subject.id} accepts null ${field.name}`, () =>
    sendAll(run, subject, 'answered', isNullable(field.schema) ? [oneField(field.name, null)] : []),
  );
}

/** Whole bodies that need no field of their own: `{}`, and the document's sample. */
export function bodyAcceptance(run: Run, subject: Subject, name: string, json: unknown): Promise<Probe> {
  return run.once(`${subject.id} accepts ${name}`, () =>
    sendAll(run, subject, 'answered', [{ payload: { json }, label: brief(json) }]),
  );
}

/** Values at the edges, each alone. */
export function boundaries(run: Run, subject: Subject, field: Field): Promise<Probe> {
  return run.once(`${subject.id} boundaries ${field.name}`, () =>
    sendAll(
      run,
      subject,
      'answered',
      boundaryValues(field, run.hazards).map((value) => oneField(field.name, value)),
    ),
  );
}

/** Each kind of wrong value at one place, in a body that is right elsewhere. */
export function refusal(run: Run, subject: Subject, place: string): Promise<Probe> {
  return run.once(`${subject.id} refuses ${place}`, () =>
    sendAll(
      run,
      subject,
      'refused',
      wrongBodies(subject, place).map(({ json, label }) => ({ payload: { json }, label })),
    ),
  );
}

/** Whether the target took the input; a listed conflict counts, since its conditions are not shown. */
export function wasTaken({ trace }: Probed): boolean {
  return succeeded(trace.write) || status(trace.write) === 409;
}
