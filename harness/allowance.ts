import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Answers up to this length are not counted. */
export const ordinary = 20 * 1024;
/** What longer answers may have in memory together, in bytes. */
const most = 32 * 1024 * 1024;
/** When nothing could be had back, this many answers are refused before it is tried again. */
const pause = 64;

interface Held {
  readonly body: WeakRef<Buffer>;
  bytes: number;
}

/**
 * Room that the long answers of a run share. Checks keep answers until they have judged them, some until the run
 * ends, and a server may answer each of thousands of requests with megabytes. What nobody keeps any more is had
 * back when the room is used up, by asking the collector: left to itself it waits for more garbage than this.
 */
export class Allowance {
  #held: Held[] = [];
  readonly #byBody = new WeakMap<Buffer, Held>();
  #refused = 0;
  /** Bytes that were let go since the collector was asked for them. */
  #litter = 0;

  constructor(private left: number = most) {}

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

  /** Gives back at once what nobody keeps any more: looking for it takes long. */
  letGo(body: Buffer): void {
    const held = this.#byBody.get(body);
    if (!held) return;
    this.left += held.bytes;
    this.#litter += held.bytes;
    held.bytes = 0;
    if (this.#litter < most) return;
    this.#litter = 0;
    collect();
  }

  /** The longest body that there is room for. */
  longest(): number {
    if (this.left < most / 2) this.#reclaim();
    return ordinary + this.left;
  }

  #reclaim(): void {
    if (this.#refused > 0 && this.#refused++ < pause) return;
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

const counted = (length: number) => Math.max(0, length - ordinary);

let collector: (() => void) | undefined;

function collect(): void {
  if (!collector) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
