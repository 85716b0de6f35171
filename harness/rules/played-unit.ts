/** What the rules are told of a unit that was played. */
import type { Exchange, JsonObject } from '../http/exchange.js';
import type { State } from '../model/state.js';
import type { Case } from '../plan/case.js';

/** A case as it was sent. */
export interface Sent {
  readonly case: Case;
  readonly exchange: Exchange;
  /** The JSON object that the body means, where it means one. */
  readonly body?: JsonObject;
}

/** A unit as it was played, with what was known of its resource. */
export interface PlayedUnit {
  readonly sent: readonly Sent[];
  /** What the resource showed before; undefined where it showed nothing. */
  readonly before?: State;
  /** What it showed when it was made, of the fields that were not sent; undefined where nobody saw it made. */
  readonly defaults?: State;
  /** The reading behind the cases, and the plain write behind that; missing when the run ended. */
  readonly read?: Exchange;
  readonly plain?: Exchange;
  /** Whether reading and plain writes worked before: what did not is no fault of the unit. */
  readonly wasReadable: boolean;
  readonly wasWritable: boolean;
}
