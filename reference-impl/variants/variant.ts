import { type How, hooksOf, type Modification } from '../pipeline/modification.js';

/** A way to differ that the document leaves open. */
export interface Variant extends Modification {
  /** One sentence: what the server does differently. */
  readonly summary: string;
  /** Ids of `should` requirements that it gives up knowingly, as the document lets it. */
  readonly givesUp?: readonly string[];
}

/** What makes variants that differ in some operations: of their name, a sentence and how they do it. */
export const differing =
  (operations: readonly string[]) =>
  (name: string, summary: string, how: How): Variant => ({ name, summary, operations, hooks: hooksOf(how) });

/** The same of variants that differ in whatever is asked for. */
export const everywhere = (name: string, summary: string, how: How): Variant => ({
  name,
  summary,
  hooks: hooksOf(how),
});
