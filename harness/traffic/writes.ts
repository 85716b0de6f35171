/** Judges the answer to a recorded write, as that to a planned one is judged. */
import { isDeepStrictEqual } from 'node:util';
import { operation } from '../../schemas/index.js';
import { anyOf, status, succeeded } from '../expect.js';
import type { Exchange, Json, JsonObject } from '../http/exchange.js';
import type { State } from '../model/state.js';
import { mismatch } from '../outcome.js';
import type { Case } from '../plan/case.js';
import { judgeAnswer } from '../rules/answer.js';
import { type Observation, observe } from '../rules/observation.js';
import { typesOf } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Asked } from './asked.js';
import { isOfBlank, notUpdated, type RecordedCase } from './body.js';
import { caseCodes, namesOf } from './codes.js';
import type { Tally } from './tally.js';

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

interface Refused {
  readonly value: Json;
  /** Whether the resource had shown that very value. */
  readonly isOwn: boolean;
  readonly case: Case;
  readonly exchange: Exchange;
}

/** Refused values that are enough where the one that the resource shows is among them, and where it is not. */
const enough = { withOwn: 3, others: 5 };

export class Refusals {
  readonly #taken = new Set<string>();
  readonly #refused = new Map<
    string,
    { readonly written: WriteOperation; readonly field: string; readonly all: Refused[] }
  >();

  /** @param own What the resource is known to have shown, and the ids of its path. */
  add(written: WriteOperation, each: Case, body: JsonObject, exchange: Exchange, own: State): void {
    const names = Object.keys(body);
    if (succeeded(exchange)) for (const name of names) this.#taken.add(`${written.id} ${name}`);
    const [field] = names;
    const value = field === undefined ? undefined : body[field];
    if (field === undefined || value === undefined || names.length > 1) return;
    if (exchange.answer?.status !== 400 || each.duty === 'refused') return;
    const key = `${written.id} ${field}`;
    const known = this.#refused.get(key) ?? { written, field, all: [] };
    const isOwn = isDeepStrictEqual(own[field], value);
    if (!known.all.some((other) => isDeepStrictEqual(other.value, value) && other.isOwn === isOwn))
      known.all.push({ value, isOwn, case: each, exchange });
    this.#refused.set(key, known);
  }

  settle(tally: Tally): void {
    for (const [key, { written, field, all }] of this.#refused) {
      if (this.#taken.has(key) || !isEnough(written, field, all)) continue;
      const [first] = all;
      if (!first) continue;
      const expected = anyOf(operation(written.id).success);
      const seen = `400 Bad Request${all.length > 1 ? ` for each of ${all.length} values` : ''}`;
      const miss = mismatch(expected, seen, { in: 'status', message: 'status 400' });
      const observation = observe('code', first.case, miss, 'status 400', [first.exchange]);
      const said = { operation: written.id, names: [`accepts.${field}`], observation };
      tally.observe(written, [first.exchange], [said]);
    }
  }
}

function isEnough({ owned, fields }: WriteOperation, field: string, all: readonly Refused[]): boolean {
  const schema = fields.find(({ name }) => name === field)?.schema ?? {};
  const words = schema.enum ?? (typesOf(schema).includes('boolean') ? [true, false] : undefined);
  const values = all.map(({ value }) => value);
  if (words) return words.every((word) => word === null || values.includes(word));
  // Of an id, its own is the only value that there is no reason to refuse.
  const least = schema.format === 'uuid' ? 1 : enough.withOwn;
  if (all.some(({ isOwn }) => isOwn)) return values.length >= least;
  // Of what is the server's own, any other value may be refused.
  return !owned.has(field) && values.length >= enough.others;
}
