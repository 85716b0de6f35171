import type { Exchange } from './exchange.js';
import { header } from './exchange.js';

/** What all waits for Retry-After may take together, in milliseconds: what was made is to be removed all the same. */
export const retryAfterBudgetsMs = { judging: 4000, cleanUp: 20_000 };
/** Shorter waits would be a flood of requests. */
const shortestMs = 50;

/** How long the target asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined when it does not. */
export function retryAfter({ answer }: Exchange, now: number = Date.now()): number | undefined {
  if (answer?.status !== 429 && answer?.status !== 503) return undefined;
  const value = header(answer, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.max(Number(value) * 1000, shortestMs);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(date - now, shortestMs);
}
