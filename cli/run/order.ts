/** In which order requirements are judged: those first that find most faults a request. */
import { readFileSync } from 'node:fs';

/** Written by scripts/telling.mjs. */
interface Table {
  /** What the first so many requirements of the order cost together. */
  readonly prefixes: readonly { readonly length: number; readonly requests: number }[];
  readonly order: readonly {
    readonly id: string;
    /** What it costs alone. */
    readonly requests: number;
    /** Faults of the catalogue that it finds and none before it does. */
    readonly faults: number;
  }[];
}

const { order, prefixes } = JSON.parse(
  readFileSync(new URL('./order.json', import.meta.url), 'utf8'),
) as Table;

const rank = new Map(order.map(({ id }, at) => [id, at]));

/** What looks at what all the others have sent, or works in what they leave, waits for them. */
const isLast = (id: string) => /\.(answer\.always|distinct-ids|answers-taken-name|shares-names)$/.test(id);

/** @param first Ids to be judged before all others, in the same order among themselves. */
export function inOrder(ids: readonly string[], first: ReadonlySet<string> = new Set()): string[] {
  const own = (id: string) => (isLast(id) ? order.length : (rank.get(id) ?? order.length));
  const place = (id: string) => (first.has(id) ? 0 : order.length + 1) + own(id);
  // What the table does not know yet comes last, by id.
  return [...ids].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** About how many requests a run of these requirements sends, to the precision that is worth telling. */
export function costOf(ids: readonly string[]): number {
  const selected = new Set(ids);
  const alone = sum(order.filter(({ id }) => selected.has(id)).map(({ requests }) => requests));
  const whole = sum(order.map(({ requests }) => requests));
  const requests = ((prefixes.at(-1)?.requests ?? 0) * alone) / whole;
  return Number(requests.toPrecision(2));
}

/** The first requirements of an order that so many requests pay for; at least one. */
export function affordable(ids: readonly string[], budget: number): string[] {
  const at = prefixes.findIndex(({ requests }) => requests > budget);
  if (at === -1) return [...ids];
  const below = prefixes[at - 1] ?? { length: 0, requests: 0 };
  const above = prefixes[at] as Table['prefixes'][number];
  const part = (budget - below.requests) / (above.requests - below.requests);
  return ids.slice(0, Math.max(1, Math.floor(below.length + part * (above.length - below.length))));
}

/** The share of the faults in the catalogue, from 0 to 1, that these requirements find in the order of the table. */
export function shareFound(ids: readonly string[]): number {
  const judged = new Set(ids);
  const all = sum(order.map(({ faults }) => faults));
  return sum(order.filter(({ id }) => judged.has(id)).map(({ faults }) => faults)) / all;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
