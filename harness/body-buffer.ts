/** Bodies of answers as they come in. */
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
