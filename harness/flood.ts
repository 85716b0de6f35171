import type { Exchange } from './exchange.js';

const mebi = 1024 * 1024;
/** What a target may send in all, whatever the length of its answers. */
const most = 512 * mebi;
/** What an answer may take on average once there was more, in bytes: a hundred times what the document calls for. */
const average = mebi / 8;

/** Tells when a target sends so much that judging the rest of it would take hours. */
export class Flood {
  #bytes = 0;
  #answers = 0;

  /** Takes note of one exchange. @returns why the run should end, if it should. */
  saw({ answer, failure }: Exchange, maxAnswerBytes: number): string | undefined {
    this.#answers++;
    if (answer) this.#bytes += answer.wholeLength ?? answer.body.length;
    else if (failure?.kind === 'too-large') this.#bytes += maxAnswerBytes;
    if (this.#bytes <= most || this.#bytes <= average * this.#answers) return undefined;
    const sent = Math.round(this.#bytes / mebi);
    return `the target sends too much to be judged: ${sent} MiB in ${this.#answers} answers`;
  }
}
