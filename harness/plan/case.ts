/** One body for one write operation, as data: what it carries, what is special about it, and what must come of it. */
import { type OperationId, operation } from '../../schemas/index.js';
import { type Headers, isObject, type JsonObject } from '../http/exchange.js';
import type { Payload } from '../http/request.js';
import { type Mismatch, wrongField } from '../outcome.js';
import { resolvePlaceholders, type Surroundings } from '../values/placeholders.js';
import type { WriteOperation } from '../values/write-operations.js';

/** `refused`: the input breaks a stated rule; `answered`: any listed code will do; `accepted`: it must succeed. */
export type Duty = 'refused' | 'answered' | 'accepted';

const table = {
  plain: ['control', 'empty object', 'sample', 'plain', 'null'],
  edges: ['edge'],
  // Other spellings of plain bodies go first.
  refusals: [
    'spelling',
    'charset',
    'chunked',
    'pieces',
    'closing',
    'capitals',
    'unknown field',
    'notation',
    'invalid',
  ],
  // What is no JSON object ends some servers: it comes when the rest is known.
  broken: ['malformed', 'non-object'],
  generated: ['combination', 'edges together', 'unusual text', 'invalid in company', 'malformed otherwise'],
} as const;

/** Bodies are sent in waves: each is dealt from what the waves before have shown. */
export type Wave = keyof typeof table;
/** What kind of body it is: what the requirements that it serves have in common. */
export type CaseKind = (typeof table)[Wave][number];
export const kindsOf: Readonly<Record<Wave, readonly CaseKind[]>> = table;
export const waves = Object.keys(table) as Wave[];

/** A value that is tried in one field, with what is special about it. */
export interface Trial {
  readonly field: string;
  /** Where in the field it stands, when that is not the field itself: `interfaces.type`. */
  readonly location?: string;
  /** Which item of an array it is in. */
  readonly index?: number;
  readonly class: string;
  /** The value of the whole field. */
  readonly value: unknown;
}

export interface Case {
  readonly kind: CaseKind;
  readonly duty: Duty;
  readonly trials: readonly Trial[];
  /** The rest of the body, which is plain. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** How the body is declared or sent, where that is not as usual. */
  readonly declared?: Declared;
  /** Sent instead, as it stands. */
  readonly raw?: RawBody;
}

export interface Declared {
  readonly contentType?: string;
  /** How the name of the header that declares the type is written. */
  readonly typeName?: string;
  /** Sent beside the usual ones. */
  readonly headers?: Headers;
}

interface RawBody extends Declared {
  readonly text: string | Buffer | ((surroundings: Surroundings) => string);
  /** The JSON object that it means, where it means one. */
  readonly means?: Readonly<Record<string, unknown>>;
}

/** The planned body, with placeholders. */
export function bodyOf({ base = {}, trials }: Pick<Case, 'base' | 'trials'>): Record<string, unknown> {
  return { ...base, ...Object.fromEntries(trials.map(({ field, value }) => [field, value])) };
}

/** Whether the planned body has a field. */
export const hasField = (each: Pick<Case, 'base' | 'trials'>, name: string): boolean =>
  Object.hasOwn(bodyOf(each), name);

/** What is sent to a resource, and the JSON object that it means, if any. */
export function payloadOf(
  each: Case,
  surroundings: Surroundings,
): { readonly payload: Payload; readonly sent?: JsonObject } {
  const { raw, declared } = each;
  const body = resolvePlaceholders(raw?.means ?? bodyOf(each), surroundings);
  const sent = isObject(body) && (!raw || raw.means) ? { sent: body } : {};
  if (!raw)
    return { payload: declared ? { ...declared, raw: JSON.stringify(body) } : { json: body }, ...sent };
  const text = typeof raw.text === 'function' ? raw.text(surroundings) : raw.text;
  const { text: _text, means: _means, ...others } = raw;
  return { payload: { ...others, raw: text }, ...sent };
}

/** Codes that keep a duty. A 404 does not: the resource exists. */
export function codesFor(id: OperationId, duty: Duty): readonly number[] {
  const { success, listed } = operation(id);
  if (duty === 'refused') return [400];
  if (duty === 'accepted') return [...success, ...listed.filter((code) => code === 409)];
  return listed.filter((code) => code !== 404);
}

/** What a server may answer to a body that comes without its length (RFC 9112, 6.3). */
export const lengthRequired = 411;
const unsupportedType = 415;

/** What is wrong in a body of other fields may be told as a conflict of theirs. */
export const isBesideOthers = ({ kind }: Pick<Case, 'kind'>): boolean =>
  kind === 'invalid in company' || kind === 'malformed otherwise';

/** Codes that keep the duty of a case. */
export function codesOf(id: OperationId, each: Case): readonly number[] {
  const { kind, duty, declared } = each;
  const conflicts = isBesideOthers(each) ? operation(id).listed.filter((code) => code === 409) : [];
  const ofLength = kind === 'chunked' || declared?.headers ? [lengthRequired] : [];
  return [
    ...codesFor(id, duty),
    ...conflicts,
    ...ofLength,
    ...(declared?.contentType ? [unsupportedType] : []),
  ];
}

/** The body as a reader of a report sees it: short, with the names of placeholders instead of values. */
export function labelOf({ kind, trials, ...rest }: Case): string {
  const [only] = trials;
  if (only && (kind === 'invalid' || kind === 'invalid in company')) return `${placeOf(only)}: ${only.class}`;
  if (rest.raw && only) return only.class;
  return brief(bodyOf({ trials, ...rest }));
}

/** Where a trial stands, in words: `ram`, `interfaces[0].type`. */
export function placeOf({ field, location = field, index }: Trial): string {
  return index === undefined ? location : location.replace(field, `${field}[${index === 0 ? 0 : 'n'}]`);
}

const textOf = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** Characters of a long value that are shown, and how many of them are the same in another one. */
const [shownOf, sameOf] = [60, 20];

/** A value, cut where nobody reads on; beside another one that begins alike, from shortly before they differ. */
export function brief(value: unknown, other?: unknown): string {
  const text = textOf(value);
  if (text.length <= 100) return text;
  const beside = textOf(other);
  const length = `(${text.length} characters`;
  let same = 0;
  while (same < text.length && text[same] === beside[same]) same++;
  if (same < shownOf || same === text.length) return `${text.slice(0, shownOf)}… ${length})`;
  const from = same - sameOf;
  const to = from + shownOf;
  return `…${text.slice(from, to)}${to < text.length ? '… ' : ' '}${length}, of which the first ${same} are the same)`;
}

/** A field shows another value than it should, for the reason in `since`: `as before`. */
export function shownInstead(field: string, wanted: unknown, since: string, shown: unknown): Mismatch {
  const words = brief(wanted, shown);
  return wrongField(field, `${field} to be ${words}, ${since}`, brief(shown, wanted), `must be ${words}`);
}

/** The text of a case as a counterexample. */
export function counterexampleOf(each: Case): string {
  const { raw } = each;
  const text = raw && typeof raw.text !== 'function' ? String(raw.text) : JSON.stringify(bodyOf(each));
  return text.length <= 4096 ? text : `${text.slice(0, 4096)}…`;
}

/** Cases that are played one behind another on one resource, which is then read and plainly written. */
export interface Unit {
  readonly cases: readonly Case[];
}

/** Two smaller units that have the same trials; none where there is only one. */
export function halves({ cases }: Unit): readonly Unit[] {
  const cut = <T>(items: readonly T[]) => {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  };
  if (cases.length > 1) return cut(cases).map((some) => ({ cases: some }));
  const [only] = cases;
  if (!only || only.trials.length < 2) return [];
  return cut(only.trials).map((trials) => ({ cases: [{ ...only, trials }] }));
}

/** Whether a unit tries one thing only. */
export const isSingle = (unit: Unit) => unit.cases.length === 1 && (unit.cases[0]?.trials.length ?? 0) < 2;

/** The plain body of an operation, in turn. */
export const plainCase = ({ plainBodies }: WriteOperation, turn: number): Case => ({
  kind: 'control',
  duty: 'accepted',
  trials: [],
  base: plainBodies[turn % 2 === 0 ? 0 : 1],
});

/** A body with several values that need not be taken: if it is not, none of them was tried. */
export const isPack = ({ cases }: Unit) =>
  cases.some(
    ({ duty, kind, trials }) => duty === 'answered' && kind !== 'edges together' && trials.length > 1,
  );
