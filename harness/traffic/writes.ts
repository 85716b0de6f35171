/** Judges the answer to a recorded write, as that to a planned one is judged. */
import { status, succeeded } from '../expect.js';
import type { JsonObject } from '../http/exchange.js';
import type { State } from '../model/state.js';
import { judgeAnswer } from '../rules/answer.js';
import type { Observation } from '../rules/observation.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Asked } from './asked.js';
import { isOfBlank, notUpdated, type RecordedCase } from './body.js';
import { caseCodes, namesOf } from './codes.js';
import type { Refusals } from './refusals.js';

/** @param shown What the resource is known to have shown before. */
export function judgeWrite(
  asked: Asked,
  written: WriteOperation,
  { case: each, body }: RecordedCase,
  shown: State | undefined,
  refusals: Refusals,
): void {
  const { event, tally, lost } = asked;
  const { exchange, place } = event;
  const about = (names: readonly string[]) => ({ operation: written.id, names });
  const observations = judgeAnswer(
    written,
    { case: each, exchange, ...(body && { body }) },
    shown ? { before: shown } : {},
  ).filter((observation) => tells(asked, body, observation));
  const wrongCode = observations.find(({ rule, result }) => rule === 'code' && result === 'broken');
  const [name, expectation] = caseCodes(asked, each) ?? [];
  // One wrong code is one thing to mend, whatever it is held against.
  const isAlike = expectation && wrongCode && expectation(exchange);
  if (name !== undefined && expectation && !isAlike) asked.expect([name], expectation, lost);
  const namesFor = (observation: Observation) => {
    if (observation.rule === 'echo') return [`echoes.${observation.field}`];
    return name !== undefined && isAlike && observation === wrongCode
      ? [name, ...namesOf(each)]
      : namesOf(each);
  };
  const said = observations.map((each) => ({ ...about(namesFor(each)), ...lost, observation: each }));
  tally.observe(written, [...asked.history(), exchange], said);
  if (!body) return;
  refusals.add(written, each, body, exchange, { ...shown, ...ids(place) });
  if (succeeded(exchange) && each.duty !== 'refused')
    tally.keep(about(['succeeds', ...Object.keys(body).map((name) => `accepts.${name}`)]));
  for (const name of forbiddenIn(written, body)) {
    const isRefused = exchange.answer?.status === 400;
    if (isRefused) tally.keep(about([`ignores.${name}`]));
    if (isRefused || succeeded(exchange)) asked.expect([`refuses.${name}`], status(400));
  }
}

/** Whether what a rule says of an answer holds whatever else was under way, and whatever the resource was. */
function tells({ event, operation }: Asked, body: JsonObject = {}, observation: Observation): boolean {
  const { rule, result } = observation;
  // Input that breaks a rule may meet a conflict as well, whose conditions are not shown.
  if (rule === 'code')
    return result === 'kept' || event.exchange.answer?.status !== 409 || !operation.listed.includes(409);
  return rule === 'echo' && !event.isContended && event.got === 'whole' && !isOfBlank(observation, body);
}

const ids = (place: Asked['event']['place']) => ({
  ...(place && { project_id: place.project_id }),
  ...(place?.node_id !== undefined && { node_id: place.node_id }),
});

/** Fields of a body that an update does not accept (2.2). */
export const forbiddenIn = ({ id }: WriteOperation, body: JsonObject) =>
  id === 'projects.update' ? notUpdated.filter((name) => Object.hasOwn(body, name)) : [];
