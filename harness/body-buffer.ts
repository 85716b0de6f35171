/** Answers up to this length are ordinary: what the suite itself sends never leads to much longer ones. */
const ordinary = 256 * 1024;

/** What all answers of a run may have together beyond an ordinary length, in bytes. They may be kept as evidence. */
export const longAnswersBudget = 32 * 1024 * 1024;

/** Room that the long answers of a run share. */
export class Allowance {
  constructor(private left: number = longAnswersBudget) {}

  /** Takes what a body needs that grew from one length to another; false when there is not so much. */
  grow(from: number, to: number): boolean {
    const more = Math.max(0, to - ordinary) - Math.max(0, from - ordinary);
    if (more > this.left) return false;
    this.left -= more;
    return true;
  }

  /** Gives back what a body of this length took. */
  release(length: number): void {
    this.left += Math.max(0, length - ordinary);
  }

  /** The longest body that there is room for. */
  get longest(): number {
    return ordinary + this.left;
  }
}

const emptyBody = Buffer.alloc(0);

/**
 * The body of an answer as it comes in. It is copied: a chunk is a view of a larger read buffer, and a server
 * that sends a byte a chunk would have millions of views kept.
 */
export class BodyBuffer {
  #bytes = emptyBody;
  #length = 0;

  constructor(private readonly max: number) {}

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const room = Math.min(Math.max(length, 2 * this.#bytes.length), Math.max(length, this.max));
      // Short bodies share memory of Node's: one allocation each would be most of what is collected in a run.
      const bytes = Buffer.allocUnsafe(room);
      this.#bytes.copy(bytes, 0, 0, this.#length);
      this.#bytes = bytes;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  /** The whole body; what was reserved beyond it is let go. */
  take(): Buffer {
    if (this.#length === this.#bytes.length) return this.#bytes;
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }
}
