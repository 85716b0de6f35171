/** Judges the answer to a recorded write, as that to a planned one is judged. */
import { status, succeeded } from '../expect.js';
import type { JsonObject } from '../http/exchange.js';
import type { State } from '../model/state.js';
import { judgeAnswer } from '../rules/answer.js';
import type { Observation } from '../rules/observation.js';
import type { WriteOperation } from '../values/write-operations.js';
import { lostIn } from './answers.js';
import type { Asked } from './asked.js';
import { isOfBlank, notUpdated, type RecordedCase } from './body.js';
import { caseCodes, namesOf } from './codes.js';
import type { Refusals } from './refusals.js';

type AskedToWrite = Asked & { readonly written: WriteOperation; readonly recorded: RecordedCase };

/** @param shown What the resource is known to have shown before. */
export function judgeWrite(all: AskedToWrite, shown: State | undefined, refusals: Refusals): void {
  const { event, operation: asked, written, recorded, context } = all;
  const { case: each, body } = recorded;
  const { exchange } = event;
  const { tally } = context;
  const about = (names: readonly string[]) => ({ operation: asked.id, names });
  const observations = judgeAnswer(
    written,
    { case: each, exchange, ...(body && { body }) },
    shown ? { before: shown } : {},
  ).filter((observation) => tells(all, observation));
  const wrongCode = observations.find(({ rule, result }) => rule === 'code' && result === 'broken');
  const alike: string[] = [];
  // One wrong code is one thing to mend, whatever it is held against.
  for (const { names, expectation } of caseCodes(asked, each))
    if (wrongCode && expectation(exchange)) alike.push(...names);
    else tally.expect({ ...context, ...lostIn(event), ...about(names) }, exchange, expectation);
  const namesFor = (observation: Observation) => {
    if (observation.rule === 'echo') return [`echoes.${observation.field}`];
    return observation === wrongCode ? [...alike, ...namesOf(each)] : namesOf(each);
  };
  tally.observe(
    written,
    [...context.history(), exchange],
    observations.map((observation) => ({ ...about(namesFor(observation)), ...lostIn(event), observation })),
  );
  if (!body) return;
  refusals.add(written, each, body, exchange, { ...shown, ...idsOf(event) });
  if (succeeded(exchange) && each.duty !== 'refused')
    tally.keep(about(['succeeds', ...Object.keys(body).map((name) => `accepts.${name}`)]));
  for (const name of forbiddenIn(written, body)) {
    const code = exchange.answer?.status;
    if (code === 400) tally.keep(about([`ignores.${name}`]));
    if (code === 400 || succeeded(exchange))
      tally.expect({ ...context, ...about([`refuses.${name}`]) }, exchange, status(400));
  }
}

/** Whether what a rule says of an answer holds whatever else was under way, and whatever the resource was. */
function tells({ event, operation: asked, recorded }: AskedToWrite, observation: Observation): boolean {
  const { rule, result } = observation;
  // Input that breaks a rule may meet a conflict as well, whose conditions are not shown.
  if (rule === 'code')
    return result === 'kept' || event.exchange.answer?.status !== 409 || !asked.listed.includes(409);
  if (rule !== 'echo' || event.isContended || event.got !== 'whole') return false;
  return !isOfBlank(observation, recorded.body ?? {});
}

const idsOf = ({ place }: Asked['event']) => ({
  ...(place && { project_id: place.project_id }),
  ...(place?.node_id !== undefined && { node_id: place.node_id }),
});

/** Fields of a body that an update does not accept (2.2). */
export const forbiddenIn = ({ id }: WriteOperation, body: JsonObject) =>
  id === 'projects.update' ? notUpdated.filter((name) => Object.hasOwn(body, name)) : [];
