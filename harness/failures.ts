/** From a hit of a trace to the failure that a report shows. */
import type { Exchange, Json } from './exchange.js';
import type { Aspect, Hit } from './judge-write.js';
import type { Failure } from './outcome.js';
import type { Subject } from './subjects.js';
import type { Trace } from './write.js';

/** One input with the words that name it in a finding. */
export interface Case {
  /** The JSON body, with stand-ins for values of the fixture, or the raw bytes. */
  readonly payload: { readonly json: unknown } | { readonly raw: string | Buffer };
  /** What is special about it, in words. */
  readonly label: string;
}

/** How a body reads in a finding: short, with stand-ins instead of ids. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 100 ? text : `${text.slice(0, 60)}… (${text.length} characters)`;
}

/** The aspects whose symptom is the answer to the read or write that came after. */
const later: Partial<Record<Aspect, true>> = { readable: true, writable: true };

/** The failure that a hit amounts to. */
export function failureOf(subject: Subject, hit: Hit, { label }: Case, trace: Trace): Failure {
  const exchanges: Exchange[] = [...trace.made, ...hit.exchanges];
  return {
    ...hit.miss,
    ...(later[hit.aspect] && { seen: `${hit.miss.seen} after the write of ${label}` }),
    symptom: { operation: subject.id, input: label, outcome: hit.outcome },
    exchanges,
    deciding: exchanges.length - 1,
  };
}

/** The text of a counterexample, cut where nobody reads on. */
export function counterexampleOf({ payload }: Case): string {
  const text = 'json' in payload ? (JSON.stringify(payload.json as Json) ?? '') : String(payload.raw);
  return text.length <= 4096 ? text : `${text.slice(0, 4096)}…`;
}
