/** Fields of which every value was refused: bounds are not shown, so one value alone may be out of some. */
import { isDeepStrictEqual } from 'node:util';
import { operation } from '../../schemas/index.js';
import { named, succeeded } from '../expect.js';
import { type Exchange, type Json, type JsonObject, status } from '../http/exchange.js';
import type { State } from '../model/state.js';
import type { Case } from '../plan/case.js';
import { observe } from '../rules/observation.js';
import { typesOf } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import type { Tally } from './tally.js';

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
    if (status(exchange) !== 400 || each.duty === 'refused') return;
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
      const expected = operation(written.id).success.map(named).join(' or ');
      const seen = `400 Bad Request${all.length > 1 ? ` for each of ${all.length} values` : ''}`;
      const mismatch = { expected, seen, violations: [{ in: 'status', message: 'status 400' }] } as const;
      const observation = observe('code', first.case, mismatch, 'status 400', [first.exchange]);
      tally.observe(
        written,
        [first.exchange],
        [{ operation: written.id, names: [`accepts.${field}`], observation }],
      );
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
