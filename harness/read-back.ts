/** What of a write is to be seen again, and how what is seen differs. */
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isObject, type Json, type JsonObject, json } from './exchange.js';
import type { Miss } from './outcome.js';
import { typesOf } from './shapes.js';
import type { State, Subject } from './subjects.js';
import type { Field } from './values/fields.js';

/** Names of the fields of a subject that are of a kind; worked out once, for they are asked for with every write. */
function fieldsThat(are: (field: Field) => boolean): (subject: Subject) => ReadonlySet<string> {
  const known = new WeakMap<Subject, ReadonlySet<string>>();
  return (subject) => {
    let names = known.get(subject);
    if (!names) {
      names = new Set(subject.fields.filter(are).map(({ name }) => name));
      known.set(subject, names);
    }
    return names;
  };
}

const isOwned = ({ schema }: Field) => schema['x-owner'] === 'server';

/** Fields whose value the server decides: they are observed, not demanded back. */
export const ownedFields = fieldsThat(isOwned);

/** Lists of the server's own, like that of its interfaces, are read off the host and may change at any time. */
export const liveFields = fieldsThat((field) => isOwned(field) && typesOf(field.schema).includes('array'));

/** Fields that take back what was written to others, and are taken back by it: by its name, one goes back to defaults. */
export const resets: Readonly<Record<string, readonly string[]>> = {
  use_default_iou_values: ['ram', 'nvram'],
};

/** The fields that a server may set otherwise on its own, given what was sent and what held before. */
function resetBy(sent: object, before: State): ReadonlySet<string> {
  return new Set(
    Object.entries(resets).flatMap(([name, others]) => [
      ...(Object.hasOwn(sent, name) || before[name] === true ? others : []),
      ...(others.some((other) => Object.hasOwn(sent, other)) ? [name] : []),
    ]),
  );
}

/** The fields sent whose value is to be read back: not the server's own, and nothing at the edge of what can be held. */
export function readBack(
  subject: Subject,
  sent: JsonObject,
  before: State,
  unstored: ReadonlySet<string>,
): JsonObject {
  const names = ownedFields(subject);
  const reset = resetBy(sent, before);
  return Object.fromEntries(
    subject.fields
      .map(({ name }) => name)
      .filter(
        (name) => Object.hasOwn(sent, name) && !names.has(name) && !unstored.has(name) && !reset.has(name),
      )
      .filter((name) => isOrdinary(name, sent[name] as Json))
      .map((name) => [name, sent[name] as Json]),
  );
}

function isOrdinary(name: string, value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'string') return false;
  if (name === 'svg') return /^<svg[ >].*<\/svg>$/.test(value);
  return value.length > 0 && value.length < 1000 && value.trim() === value && !/[\p{C}\\]/u.test(value);
}

/** The fields of the client that a write did not send: what a server derives or owns may change with others. */
export function untouched(subject: Subject, sent: JsonObject, before: State): string[] {
  const owned = ownedFields(subject);
  const reset = resetBy(sent, before);
  const names = subject.fields.map(({ name }) => name);
  return names.filter((name) => !Object.hasOwn(sent, name) && !owned.has(name) && !reset.has(name));
}

/** What a refused write must not have changed: the known fields of one resource, or the list as a whole. */
export function comparable(subject: Subject, before: State, after: State): string[] {
  if (subject.creates) return Object.keys({ ...before, ...after });
  // What is the server's own, like a status, may change by itself meanwhile.
  const owned = ownedFields(subject);
  return Object.keys(before).filter((name) => !owned.has(name));
}

/** A created drawing stands in the list, and only once. */
export function listedOnce(list: Exchange, created: JsonObject | undefined): Miss | undefined {
  const body = list.answer && json(list.answer);
  if (!body?.ok || !Array.isArray(body.value) || typeof created?.drawing_id !== 'string') return undefined;
  const id = created.drawing_id.toLowerCase();
  const times = body.value.filter((item) => isObject(item) && isSameId(item.drawing_id, id)).length;
  if (times === 1) return undefined;
  const seen = times === 0 ? 'a list without it' : 'a list with it more than once';
  return {
    expected: `drawing ${created.drawing_id} once in the list`,
    seen,
    violations: [{ in: 'state', pointer: '', message: seen }],
  };
}

const isSameId = (value: Json | undefined, id: string) => String(value).toLowerCase() === id;

/** What is shown otherwise than it was sent; null may also mean that the field stays as it was before. */
export function differs(
  wanted: JsonObject,
  before: State,
  shown: JsonObject | undefined,
  compared: Set<string>,
  where: string,
): Miss | undefined {
  if (!shown) return undefined;
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    if (!Object.hasOwn(shown, name)) continue;
    compared.add(name);
    const kept = value === null && isDeepStrictEqual(shown[name], before[name]);
    if (!kept && !isSame(shown[name], value)) wrong.push(name);
  }
  return wrong.length === 0 ? undefined : stateMiss(wrong, wanted, shown, `in ${where}`);
}

/** Text in a drawing may be written as character references (XML 1.0, 4.1) and stay the same. */
function isSame(shown: Json | undefined, sent: Json): boolean {
  if (isDeepStrictEqual(shown, sent)) return true;
  return typeof shown === 'string' && typeof sent === 'string' && spelledOut(shown) === sent;
}

const spelledOut = (text: string) =>
  text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 127 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });

export function changed(before: State, after: State, names: readonly string[]): Miss | undefined {
  const wrong = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return wrong.length === 0 ? undefined : stateMiss(wrong, before, after, 'afterwards');
}

/** Misses of different fields are different symptoms; elements of a list have no name of their own. */
export function fieldOf({ violations }: Miss, { creates }: Subject): string {
  const first = violations[0];
  return first?.in === 'state' && !creates ? `: ${first.pointer?.slice(1)}` : '';
}

function stateMiss(names: readonly string[], wanted: State, shown: State, where: string): Miss {
  const brief = (value: Json | undefined) =>
    value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 120);
  const name = names[0] as string;
  return {
    expected: `${name} to be ${brief(wanted[name])} ${where}`,
    seen: `${brief(shown[name])}${names.length > 1 ? ` (and ${names.length - 1} more: ${names.slice(1).join(', ')})` : ''}`,
    violations: names.map((field) => ({
      in: 'state',
      pointer: `/${field}`,
      message: `expected ${brief(wanted[field])}, got ${brief(shown[field])}`,
    })),
  };
}
