/** What is kept of exchanges that show a failure, until the report is written. */
import { beginningOf, type Exchange } from './exchange.js';

/** Bytes of a body that evidence shows. */
export const shownOfBody = 16 * 1024;
/** Kept beyond that, so that a secret at the cut is still known for one. */
const margin = 4 * 1024;
/** Bytes of all bodies that are kept in full evidence length. */
const plenty = 16 * 1024 * 1024;
/** What is kept of a body from then on. */
const scant = 1024;

/**
 * Cuts judged answers to what evidence may show. A run keeps thousands of exchanges until it knows which of them it
 * tells, and a server may answer each with megabytes. Not for answers that are still to be judged.
 */
export class Keeper {
  #left = plenty;

  keep(exchange: Exchange): Exchange {
    const { answer } = exchange;
    if (!answer) return exchange;
    const room = this.#left > 0 ? shownOfBody + margin : scant;
    if (answer.body.length > scant) this.#left -= Math.min(room, answer.body.length);
    return answer.body.length <= room ? exchange : { ...exchange, answer: beginningOf(answer, room) };
  }
}
