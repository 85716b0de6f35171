/** What is remembered of resources: of so many, those that were noted last. */
export class Youngest<T> extends Map<string, T> {
  /** @param most How many are remembered. */
  constructor(private readonly most: number) {
    super();
  }

  /** Notes one, which is then the youngest; the eldest is forgotten where there are too many. */
  note(key: string, value: T): void {
    this.delete(key);
    this.set(key, value);
    const [eldest] = this.keys();
    if (this.size > this.most && eldest !== undefined) this.delete(eldest);
  }
}
