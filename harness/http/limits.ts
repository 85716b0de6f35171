/** What a run may take of memory and of traffic, whatever a target sends. */
import type { Exchange } from './exchange.js';

/** Answers up to this length are not counted. */
export const ordinaryBytes = 20 * 1024;
/**
 * What longer answers may have in memory together, in bytes. Node.js collects buffers that nobody keeps before they
 * are half as much.
 */
const maxLongAnswers = 128 * 1024 * 1024;

interface Held {
  readonly body: WeakRef<Buffer>;
  bytes: number;
}

/**
 * Room that the long answers of a run share. Checks keep answers until they have judged them, some until the run
 * ends, and a server may answer each of thousands of requests with megabytes. What nobody keeps any more is had
 * back when the room is used up.
 */
export class MemoryBudget {
  #held: Held[] = [];
  readonly #byBody = new WeakMap<Buffer, Held>();

  constructor(private left: number = maxLongAnswers) {}

  /** Takes what a body needs that grew from one length to another; false when there is not so much. */
  grow(from: number, to: number): boolean {
    const more = counted(to) - counted(from);
    if (more > this.left) this.#reclaim();
    if (more > this.left) return false;
    this.left -= more;
    return true;
  }

  /** Gives back what a body of this length took. */
  release(length: number): void {
    this.left += counted(length);
  }

  /** From now on the body counts for as long as it is kept. */
  hold(body: Buffer): void {
    const bytes = counted(body.length);
    if (bytes === 0) return;
    const held = { body: new WeakRef(body), bytes };
    this.#held.push(held);
    this.#byBody.set(body, held);
  }

  /** Gives back at once what nobody keeps any more: it is not known before it is collected. */
  letGo(body: Buffer): void {
    const held = this.#byBody.get(body);
    if (!held) return;
    this.left += held.bytes;
    held.bytes = 0;
  }

  /** The longest body that there is room for. */
  longest(): number {
    if (this.left < maxLongAnswers / 2) this.#reclaim();
    return ordinaryBytes + this.left;
  }

  #reclaim(): void {
    this.#held = this.#held.filter(({ body, bytes }) => {
      if (bytes > 0 && body.deref()) return true;
      this.left += bytes;
      return false;
    });
  }
}

const counted = (length: number) => Math.max(0, length - ordinaryBytes);

const mebi = 1024 * 1024;
/** What a target may send in all, whatever the length of its answers. */
const maxTraffic = 512 * mebi;
/** What an answer may take on average once there was more, in bytes: a hundred times what the document calls for. */
const averageBytes = mebi / 8;

/** Tells when a target sends so much that judging the rest of it would take hours. */
export class TrafficLimit {
  #bytes = 0;
  #answers = 0;

  /** Takes note of one exchange. @returns why the run should end, if it should. */
  saw({ answer, failure }: Exchange, maxAnswerBytes: number): string | undefined {
    this.#answers++;
    if (answer) this.#bytes += answer.wholeLength ?? answer.body.length;
    else if (failure?.kind === 'too-large') this.#bytes += maxAnswerBytes;
    if (this.#bytes <= maxTraffic || this.#bytes <= averageBytes * this.#answers) return undefined;
    const sent = Math.round(this.#bytes / mebi);
    return `the target sends too much to be judged: ${sent} MiB in ${this.#answers} answers`;
  }
}

/** Bytes of a body that evidence shows. */
export const shownOfBody = 16 * 1024;
