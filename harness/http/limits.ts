/** What a run may take of memory and of traffic, whatever a target sends. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Answer, Exchange } from './exchange.js';

/** Answers up to this length are not counted. */
export const ordinaryBytes = 20 * 1024;
/** What longer answers may have in memory together, in bytes. */
const maxLongAnswers = 32 * 1024 * 1024;
/** What was let go is collected when it is so much, in bytes. */
const maxLitter = maxLongAnswers / 2;
/** When nothing could be had back, this many answers are refused before it is tried again. */
const answersBetweenTries = 64;

interface Held {
  readonly body: WeakRef<Buffer>;
  bytes: number;
}

/**
 * Room that the long answers of a run share. Checks keep answers until they have judged them, some until the run
 * ends, and a server may answer each of thousands of requests with megabytes. What nobody keeps any more is had
 * back when the room is used up, by asking the collector: left to itself it waits for more garbage than this.
 */
export class MemoryBudget {
  #held: Held[] = [];
  readonly #byBody = new WeakMap<Buffer, Held>();
  #refused = 0;
  /** Bytes that were let go since the collector was asked for them. */
  #litter = 0;

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
    this.#free(counted(length));
  }

  /** From now on the body counts for as long as it is kept. */
  hold(body: Buffer): void {
    const bytes = counted(body.length);
    if (bytes === 0) return;
    const held = { body: new WeakRef(body), bytes };
    this.#held.push(held);
    this.#byBody.set(body, held);
  }

  /** Gives back at once what nobody keeps any more: looking for it takes long. */
  letGo(body: Buffer): void {
    const held = this.#byBody.get(body);
    if (!held) return;
    this.#free(held.bytes);
    held.bytes = 0;
  }

  #free(bytes: number): void {
    this.left += bytes;
    this.#litter += bytes;
    if (this.#litter < maxLitter) return;
    this.#litter = 0;
    collect();
  }

  /** The longest body that there is room for. */
  longest(): number {
    if (this.left < maxLongAnswers / 2) this.#reclaim();
    return ordinaryBytes + this.left;
  }

  #reclaim(): void {
    if (this.#refused > 0 && this.#refused++ < answersBetweenTries) return;
    collect();
    const before = this.left;
    this.#held = this.#held.filter(({ body, bytes }) => {
      if (bytes > 0 && body.deref()) return true;
      this.left += bytes;
      return false;
    });
    this.#refused = this.left > before ? 0 : 1;
  }
}

const counted = (length: number) => Math.max(0, length - ordinaryBytes);

let collector: (() => void) | undefined;

function collect(): void {
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}

/** What shows more than this has kept what it was sent for a test of limits, in bytes. */
const usualBytes = 250 * 1000;

const lengthOf = ({ body, wholeLength }: Answer) => wholeLength ?? body.length;

/** Whether an answer is that long, though it may be kept without most of its body. */
export const isLong = ({ answer }: Exchange): boolean =>
  answer !== undefined && lengthOf(answer) > usualBytes;

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
    if (answer) this.#bytes += lengthOf(answer);
    else if (failure?.kind === 'too-large') this.#bytes += maxAnswerBytes;
    if (this.#bytes <= maxTraffic || this.#bytes <= averageBytes * this.#answers) return undefined;
    const sent = Math.round(this.#bytes / mebi);
    return `the target sends too much to be judged: ${sent} MiB in ${this.#answers} answers`;
  }
}

/** Bytes of a body that evidence shows. */
export const shownOfBody = 16 * 1024;
