/** Instants as texts that keep parts of a millisecond: which requests were under way at once shows in these. */
import { isOfFixture } from './purpose.js';

/** @param instant Milliseconds since 1970. The text has microseconds (RFC 3339). */
export function textOfInstant(instant: number): string {
  const finer = Math.floor((instant % 1) * 1000);
  return new Date(Math.floor(instant)).toISOString().replace('Z', `${String(finer).padStart(3, '0')}Z`);
}

/** Milliseconds since 1970 with their parts, which `Date` does not keep; NaN where it is none. */
export function instantIn(text: string): number {
  const [, finer = '0'] = /\.\d{3}(\d+)/.exec(text) ?? [];
  return Date.parse(text) + Number(`0.${finer}`);
}

interface Span {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly durationMs: number;
  readonly purpose: string;
}

/** Milliseconds: durations in a report are rounded to 0.01 ms. */
const tolerance = 0.02;

/**
 * Indices in groups: in each those that began while one before them was under way. What makes or removes a fixture
 * stays alone: it may need another one that was made meanwhile.
 */
export function groupsAtOnce(spans: readonly Span[]): number[][] {
  const groups: number[][] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const [index, span] of spans.entries()) {
    const isAlone = isOfFixture(span);
    const isBeside = !isAlone && span.start < until - tolerance;
    if (isBeside) groups.at(-1)?.push(index);
    else groups.push([index]);
    until = isAlone ? Number.NEGATIVE_INFINITY : Math.max(isBeside ? until : 0, span.start + span.durationMs);
  }
  return groups;
}

/** Indices of an exchange and of those that sent the very same at the same time: any of them may meet what one met. */
export function sameAtOnce(
  exchanges: readonly (Span & { readonly request: unknown })[],
  index: number,
): number[] {
  const group = groupsAtOnce(exchanges).find((each) => each.includes(index)) ?? [];
  const others = group.filter((each) => each !== index);
  // Requests may be long: most are sent alone, and not looked at.
  if (others.length === 0) return [index];
  const sent = (each: number) => JSON.stringify(exchanges[each]?.request);
  const own = sent(index);
  return [index, ...others.filter((each) => sent(each) === own)];
}
