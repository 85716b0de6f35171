/** The open connections to a target: each is lent to one exchange at a time. */
import type { Connection } from '../connection.js';

/** So long a connection counts as just lost, in milliseconds. */
const recentMs = 200;

export class ConnectionPool {
  readonly #idle: Connection[] = [];
  /** Those open that an answer came over. */
  readonly #answered = new Set<Connection>();
  /** Each is given a connection that is free, or undefined when it may open one. */
  readonly #waiting: ((free: Connection | undefined) => void)[] = [];
  /** Connections that are open. */
  open = 0;
  /** How many that an answer came over have ended: each made room for another. */
  ended = 0;
  /** Whether the target was seen to serve no more than {@link most}. */
  isCrowded = false;
  /** When one of them was found to be ended by the target. */
  #lostAt = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;
  #closed = false;

  /** @param connect Opens a connection, one that records what comes in where that is asked for. */
  constructor(private readonly connect: (record: boolean) => Connection) {}

  /** Connections that are open at once at most. */
  get most(): number {
    return this.#most;
  }

  set most(most: number) {
    this.#most = most;
    this.#goOn();
  }

  /** Whether the target has just ended all connections that were answered. */
  get hasLostAll(): boolean {
    const isLost = performance.now() - this.#lostAt < recentMs;
    return this.answered === 0 && (isLost || this.#answered.size > 0);
  }

  get notices(): readonly string[] {
    const words = `${this.#most} ${this.#most === 1 ? 'connection' : 'connections'}`;
    return this.isCrowded ? [`The target served ${words} at once, so no more were used.`] : [];
  }

  /** Open connections that were answered. */
  get answered(): number {
    return [...this.#answered].filter(({ hasEnded }) => !hasEnded).length;
  }

  /** One that is free or new; waits while as many as may be are under way. */
  async lend(): Promise<Connection> {
    const free = await this.#free();
    return free ?? this.connect(false);
  }

  /** One that nothing was sent over, in the place of a free one: a target is to see no more of them than requests. */
  async lendNew(record = false): Promise<Connection> {
    const free = await this.#free();
    if (free) {
      this.#drop(free);
      this.open++;
    }
    return this.connect(record);
  }

  /** What a request is to be sent over: where all bytes are asked for, one of its own. */
  lendFor({ raw }: { readonly raw?: unknown }): Promise<Connection> {
    return raw ? this.lendNew(true) : this.lend();
  }

  /** One that nothing was sent over, beside all that are open, however many may be. */
  lendBeside(): Connection {
    this.open++;
    return this.connect(false);
  }

  /**
   * What was opened beyond {@link most} before that was known ends here: others wait for its place.
   * @param isAnswered Whether the exchange was answered in full, so that the connection can be used again.
   */
  takeBack(connection: Connection, isAnswered: boolean): void {
    if (isAnswered && !this.#closed && this.open <= this.#most) {
      this.#answered.add(connection);
      this.#idle.push(connection);
    } else this.#drop(connection);
    this.#goOn();
  }

  /** Ends those that are free; those that are lent end when they are given back. */
  close(): void {
    this.#closed = true;
    this.dropIdle(() => true);
  }

  /** Ends such of those that are free. */
  dropIdle(is: (connection: Connection) => boolean): void {
    for (const connection of this.#idle.splice(0))
      if (is(connection)) this.#drop(connection);
      else this.#idle.push(connection);
  }

  async #free(): Promise<Connection | undefined> {
    if (this.#waiting.length > 0 || !this.#isRoom)
      return new Promise((resolve) => this.#waiting.push(resolve));
    return this.#take();
  }

  get #isRoom(): boolean {
    return this.#idle.length > 0 || this.open < this.#most;
  }

  #take(): Connection | undefined {
    for (let free = this.#idle.pop(); free; free = this.#idle.pop()) {
      if (!free.hasEnded) return free;
      this.#drop(free);
    }
    this.open++;
    return undefined;
  }

  #goOn(): void {
    while (this.#isRoom) {
      const next = this.#waiting.shift();
      if (!next) return;
      next(this.#take());
    }
  }

  #drop(connection: Connection): void {
    if (this.#answered.delete(connection)) {
      this.ended++;
      if (connection.hasEnded) this.#lostAt = performance.now();
    }
    connection.close();
    this.open--;
  }
}
