/**
 * What the document allows a reading to show after a history of writes.
 *
 * Of each field that a client decides it is known which values may be shown; what the document leaves open is open:
 * what the server owns, what one field resets in another, and text or numbers at the edge of what can be held.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../http/exchange.js';
import type { WriteOperation } from '../values/write-operations.js';
import { isSvg, sameValue } from './same-value.js';
import type { State } from './state.js';

/** Whether a text is what some language writes for null. */
export const isWordForNull = (text: unknown) =>
  typeof text === 'string' && /^(null|none|nil|undefined)$/i.test(text);

/** Stands for a default that nobody has seen: any text but what was there before, and words for null. */
class UnseenDefault {
  constructor(readonly not: readonly Json[]) {}

  allows(value: Json): boolean {
    if (typeof value !== 'string' || value.trim() === '') return false;
    return !isWordForNull(value) && !this.not.includes(value);
  }
}

export type Allowed = Json | UnseenDefault;

/** For each field what may be shown. A field that is missing is open. */
export type Expected = Readonly<Record<string, readonly Allowed[]>>;

/** Fields that take back what was written to others, and are taken back by it: by its name, one goes back to defaults. */
const resets: Readonly<Record<string, readonly string[]>> = {
  use_default_iou_values: ['ram', 'nvram'],
};

/** Fields whose value depends on the order of writes in a way that the document does not show. */
export const entangled: ReadonlySet<string> = new Set(Object.entries(resets).flat(2));

/** What has to be sent beside a field so that its value counts: otherwise it may be that of a default. */
export function freeing(field: string): JsonObject {
  const names = Object.keys(resets).filter((name) => resets[name]?.includes(field));
  return Object.fromEntries(names.map((name) => [name, false]));
}

/** The fields that a server may set otherwise on its own, given what was sent and what held before. */
function resetBy(sent: JsonObject, before: Expected): ReadonlySet<string> {
  const isSent = (field: string) => Object.hasOwn(sent, field);
  return new Set(
    Object.entries(resets).flatMap(([name, others]) => {
      const isInForce = isSent(name) ? sent[name] !== false : before[name]?.includes(true);
      // Where nobody knows, what is sent may count, or not.
      const reset = isInForce === undefined ? others.filter(isSent) : isInForce ? others : [];
      // What was written while a default was shown in its place may come back.
      const isLifted = isInForce === false && !before[name]?.every((value) => value === false);
      const lifted = isLifted ? others.filter((field) => !isSent(field)) : [];
      return [...reset, ...lifted, ...(others.some(isSent) ? [name] : [])];
    }),
  );
}

/** Whether a drawing is no SVG: it may be taken for a reference to one, and whatever is found by it shown. */
const isNoDrawing = (name: string, value: Json) =>
  name === 'svg' && typeof value === 'string' && !isSvg(value);

/** Whether it is known how a value is shown: what no number can hold, and arrays, may be shown in any way. */
export function isKnown(value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null;
}

/** Fields of the server that say how a resource was made: an update changes them where it is sent them, if at all. */
const ofMaking: ReadonlySet<string> = new Set(['linked_clone']);

/** What a reading has shown, as what the next one may show. */
export function expectedFrom({ owned }: WriteOperation, shown: State): Expected {
  const expected: Record<string, readonly Json[]> = {};
  for (const [name, value] of Object.entries(shown))
    if (!owned.has(name) || ofMaking.has(name)) expected[name] = [value];
  return expected;
}

const isInput = ({ fields }: WriteOperation, name: string) => fields.some((field) => field.name === name);

/** What one write that was taken makes of what may be shown: undefined where it opens a field. */
function afterWrite(
  written: WriteOperation,
  before: Expected,
  sent: JsonObject,
  defaults: State | undefined,
): Record<string, readonly Allowed[] | undefined> {
  const reset = resetBy(sent, before);
  const next: Record<string, readonly Allowed[] | undefined> = { ...before };
  for (const name of reset) next[name] = undefined;
  // What the input does not have, like a file name, may follow from what it has.
  for (const name of Object.keys(before)) if (!isInput(written, name)) next[name] = undefined;
  for (const { name } of written.fields) {
    if (!Object.hasOwn(sent, name)) continue;
    const value = sent[name] as Json;
    const isOpen = written.owned.has(name) || reset.has(name) || !isKnown(value) || isNoDrawing(name, value);
    next[name] = isOpen ? undefined : shownFor(value, before[name], defaults, name);
  }
  return next;
}

/** For null, and for what is no text, the default may be shown. */
function shownFor(
  value: Json,
  before: readonly Allowed[] | undefined,
  defaults: State | undefined,
  name: string,
): readonly Allowed[] | undefined {
  const isBlank = typeof value === 'string' && value.trim() === '';
  if (value !== null && !isBlank) return [value];
  const first = defaults && Object.hasOwn(defaults, name) ? [defaults[name] as Json] : [];
  if (isBlank) return [value, ...first];
  if (first.length > 0) return [null, ...first];
  const not = before?.flatMap((each) => (each instanceof UnseenDefault ? each.not : [each])) ?? [];
  // Without knowing what was there, or what a new resource has, nothing can be said of null.
  const isWritten = defaults && not.some((each) => typeof each === 'string');
  return isWritten ? [null, new UnseenDefault(not)] : undefined;
}

/**
 * What may be shown after writes one behind another, each known to be taken.
 * @param defaults What the resource showed when it was made, of the fields that nobody had sent.
 */
export function afterWrites(
  written: WriteOperation,
  before: Expected,
  writes: readonly JsonObject[],
  defaults?: State,
): Expected {
  return closed(
    writes.reduce<Record<string, readonly Allowed[] | undefined>>(
      (expected, sent) => afterWrite(written, closed(expected), sent, defaults),
      { ...before },
    ),
  );
}

/** What may be shown after writes that were sent at once: any of them may have come last. */
export function afterWritesAtOnce(
  written: WriteOperation,
  before: Expected,
  writes: readonly JsonObject[],
  defaults?: State,
): Expected {
  const outcomes = writes.map((sent) => afterWrite(written, before, sent, defaults));
  const expected: Record<string, readonly Allowed[] | undefined> = { ...before };
  for (const name of new Set(writes.flatMap((sent) => Object.keys(sent)))) {
    const mine = outcomes.filter((_, index) => Object.hasOwn(writes[index] as JsonObject, name));
    const values = mine.map((outcome) => outcome[name]);
    expected[name] = values.some((each) => each === undefined)
      ? undefined
      : values.flatMap((each) => each ?? []);
  }
  for (const outcome of outcomes)
    for (const [name, values] of Object.entries(outcome))
      if (values === undefined) expected[name] = undefined;
  return closed(expected);
}

const closed = (expected: Record<string, readonly Allowed[] | undefined>): Expected =>
  Object.fromEntries(
    Object.entries(expected).filter((entry): entry is [string, readonly Allowed[]] => entry[1] !== undefined),
  );

/** A field that shows what no history allows. */
export interface Contradiction {
  readonly field: string;
  readonly expected: readonly Json[];
  readonly shown: Json | undefined;
}

/** Of what may be shown, the values themselves. */
export const known = (values: readonly Allowed[]): Json[] =>
  values.flatMap((each) => (each instanceof UnseenDefault ? [] : [each]));

/** What a reading shows otherwise than it may. What it does not show contradicts nothing. */
export function contradictions(expected: Expected, shown: Readonly<Record<string, Json>>): Contradiction[] {
  return Object.entries(expected).flatMap(([field, values]) => {
    const value = Object.hasOwn(shown, field) ? shown[field] : undefined;
    const isAllowed = (each: Allowed) =>
      each instanceof UnseenDefault ? each.allows(value as Json) : sameValue(field, value, each);
    if (value === undefined || values.some(isAllowed)) return [];
    return [{ field, expected: known(values), shown: value }];
  });
}

/** What changed between two readings, of what was shown before; a field that is shown no more has changed. */
export function changes(
  { owned }: Pick<WriteOperation, 'owned'>,
  before: State,
  after: State,
): Contradiction[] {
  return Object.entries(before).flatMap(([field, value]) =>
    owned.has(field) || isDeepStrictEqual(after[field], value)
      ? []
      : [{ field, expected: [value], shown: after[field] }],
  );
}

/** The same, and what has come to it. */
export function differences(
  before: State,
  after: State,
  owned: ReadonlySet<string> = new Set(),
): Contradiction[] {
  const come = Object.keys(after).filter((name) => !Object.hasOwn(before, name) && !owned.has(name));
  return [
    ...changes({ owned }, before, after),
    ...come.map((field) => ({ field, expected: [], shown: after[field] })),
  ];
}
