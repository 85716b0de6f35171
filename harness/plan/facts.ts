/** What a target was seen to do with single fields: what is dealt later builds on it, and leaves out what is known. */
import type { Field } from '../values/fields.js';
import type { InputLocation } from '../values/invalid.js';

/** Values that were taken, by field. */
export type Pool = ReadonlyMap<string, readonly unknown[]>;

export interface FieldSurvey {
  readonly pool: Pool;
  readonly nulls: readonly string[];
  /** Whether any plain body was taken: without one, a refusal says nothing about what was wrong. */
  readonly takes: boolean;
  readonly takesNothing: boolean;
  readonly edges: Pool;
  /** Fields that broke nothing when written alone and had a value taken. */
  readonly sound: readonly Field[];
  /** Places with the kinds of invalid values that were all refused, where there are any. */
  readonly guarded: readonly InputLocation[];
  /** A field that the target wants in every body: those without it were refused, unlike others. */
  readonly needed?: string;
  /** Fields that were not read back when written alone. */
  readonly unstored: ReadonlySet<string>;
}
