/** The order in which requirements are judged: first those that find the most faults per request. */
import { readFileSync } from 'node:fs';
import { groupBy } from '../../schemas/group-by.js';
import { statements } from '../statements.js';

/** Written by scripts/telling.mjs. */
interface Table {
  /** How many requests the first `length` requirements of the order take together. */
  readonly prefixes: readonly { readonly length: number; readonly requests: number }[];
  /** How many requests all of them take with so many generated cases, the fewest first. */
  readonly whole: readonly { readonly runs: number; readonly requests: number }[];
  readonly order: readonly {
    readonly id: string;
    /** How many requests it takes when it is judged alone. */
    readonly requests: number;
    /** How many faults of the catalogue it finds that none before it finds. */
    readonly faults: number;
  }[];
}

const { order, prefixes, whole } = JSON.parse(
  readFileSync(new URL('./order.json', import.meta.url), 'utf8'),
) as Table;

const rank = new Map(order.map(({ id }, at) => [id, at]));

const operations = new Map(statements.map(({ id, operation }) => [id, operation]));
/** Which of them wait for others. */
const turns = new Map(statements.map(({ id, turn }) => [id, turn]));

/** @param first Ids to judge before all others, in the same order among themselves. */
export function inOrder(ids: readonly string[], first: ReadonlySet<string> = new Set()): string[] {
  const own = (id: string) => (turns.get(id) === 'last' ? order.length : (rank.get(id) ?? order.length));
  const place = (id: string) => (first.has(id) ? 0 : order.length + 1) + own(id);
  // Requirements that are not in the table come last, sorted by id.
  return [...ids].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/**
 * The same with the first of each operation before the others, as those of one operation wait for its first answers;
 * and with what some servers end at behind what is plain: once they have, nothing more is judged.
 */
export function plainFirst(ids: readonly string[]): string[] {
  const byOperation = groupBy(ids, (id) => operations.get(id));
  const first = new Set([...byOperation.values()].map(([one]) => one));
  const place = (id: string) =>
    ['first', '', 'late', 'last'].indexOf(turns.get(id) ?? (first.has(id) ? 'first' : ''));
  return ids.toSorted((a, b) => place(a) - place(b));
}

/** About how many requests a run of these requirements sends with up to so many generated cases, rounded to two digits. */
export function costOf(ids: readonly string[], runs: number): number {
  const selected = new Set(ids);
  const alone = sum(order.filter(({ id }) => selected.has(id)).map(({ requests }) => requests));
  const all = sum(order.map(({ requests }) => requests));
  return Number(((wholeWith(runs) * alone) / all).toPrecision(2));
}

/** Between two numbers of cases that were counted, as far on as this one is; no fewer and no more than were counted. */
function wholeWith(runs: number): number {
  const below = whole.findLast((each) => each.runs <= runs) ?? whole[0];
  const above = whole.find((each) => each.runs > runs) ?? below;
  if (!below || !above) return 0;
  const part = above === below ? 0 : (runs - below.runs) / (above.runs - below.runs);
  return below.requests + part * (above.requests - below.requests);
}

/** As many of the first requirements as can be judged with this many requests; at least one. */
export function affordable(ids: readonly string[], budget: number): string[] {
  const at = prefixes.findIndex(({ requests }) => requests > budget);
  if (at === -1) return [...ids];
  const below = prefixes[at - 1] ?? { length: 0, requests: 0 };
  const above = prefixes[at] as Table['prefixes'][number];
  const part = (budget - below.requests) / (above.requests - below.requests);
  return ids.slice(0, Math.max(1, Math.floor(below.length + part * (above.length - below.length))));
}

/** The share of the faults in the catalogue that these requirements find, from 0 to 1. */
export function shareFound(ids: readonly string[]): number {
  const judged = new Set(ids);
  const all = sum(order.map(({ faults }) => faults));
  return sum(order.filter(({ id }) => judged.has(id)).map(({ faults }) => faults)) / all;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
