/** Hand-written examples of one shape. */
export interface Examples {
  /** Valid, and holds every field of the document's table. */
  readonly complete: Readonly<Record<string, unknown>>;
  /** Further valid examples, by what they show. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Values that spoil the complete example, by the field that takes them. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
  /** Fields without which the complete example is spoilt. */
  readonly mandatory: readonly string[];
}
