/** The entries of a HAR, one by one, whatever its length: only one of them is ever held as a whole. */

/** Bytes of one entry at most: longer ones hold downloads, which are none of the interface. */
const maxEntryBytes = 16 * 1024 * 1024;

const [quote, backslash, open, close, openList, closeList] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
/** Nesting of `log`, of `entries`, and of an entry. */
const depthOf = { log: 1, entries: 2, entry: 3 } as const;

/** Cuts the text of a HAR into the texts of its entries, as it comes in. */
export class EntrySplitter {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last text outside of entries: the name of what comes next. */
  #word: number[] = [];
  readonly #path: string[] = [];
  #parts: Buffer[] = [];
  #length = 0;
  #hasBegun = false;
  /** Entries that have ended. */
  entries = 0;
  /** Those of them that were too long to be held. */
  tooLong = 0;

  /** Whether an archive began in the text so far, and whether it has ended. */
  get state(): 'not begun' | 'open' | 'ended' {
    if (!this.#hasBegun) return 'not begun';
    return this.#depth === 0 ? 'ended' : 'open';
  }

  /** Takes the next part of the text; gives the entries that end in it. */
  push(chunk: Buffer): Buffer[] {
    const found: Buffer[] = [];
    let from = this.#inEntry ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      // Bodies are most of an archive: what cannot end one is passed over.
      if (this.#inString && !this.#escaped && this.#depth >= depthOf.entry) {
        while (at < chunk.length && chunk[at] !== quote && chunk[at] !== backslash) at++;
        if (at === chunk.length) break;
      }
      const byte = chunk[at] as number;
      if (this.#inString) {
        this.#text(byte);
        continue;
      }
      if (byte === quote) {
        this.#inString = true;
        this.#word = [];
      } else if (byte === open || byte === openList) {
        if (byte === open && this.#isEntry()) from = at;
        this.#enter();
      } else if (byte === close || byte === closeList) {
        const wasIn = this.#inEntry;
        this.#depth--;
        this.#path.length = Math.min(this.#path.length, this.#depth);
        if (wasIn && !this.#inEntry) {
          this.#hold(chunk.subarray(from, at + 1));
          found.push(...this.#whole());
          from = -1;
        }
      }
    }
    if (from >= 0) this.#hold(chunk.subarray(from));
    return found;
  }

  get #inEntry(): boolean {
    return this.#depth > depthOf.entry && this.#path[depthOf.entries] === 'entries';
  }

  #isEntry(): boolean {
    return this.#depth === depthOf.entry && this.#path[depthOf.entries] === 'entries';
  }

  #enter(): void {
    if (this.#depth === 0) this.#hasBegun = true;
    // Names count where the archive has them, and nowhere else.
    if (this.#depth < depthOf.entry) {
      const name = Buffer.from(this.#word).toString();
      const isIn = this.#depth < depthOf.entries || this.#path[depthOf.log] === 'log';
      this.#path[this.#depth] = isIn ? name : '';
    }
    this.#word = [];
    this.#depth++;
  }

  #text(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
    else if (this.#depth < depthOf.entry && this.#word.length < 16) this.#word.push(byte);
  }

  #hold(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > maxEntryBytes) this.#parts = [];
    // Copied: a part of a chunk keeps the whole.
    else this.#parts.push(Buffer.from(part));
  }

  #whole(): Buffer[] {
    this.entries++;
    const entry = this.#length > maxEntryBytes ? [] : [Buffer.concat(this.#parts)];
    if (entry.length === 0) this.tooLong++;
    this.#parts = [];
    this.#length = 0;
    return entry;
  }
}
