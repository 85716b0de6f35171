import type { Modification } from '../pipeline/modification.js';

/** A way to differ that the document leaves open. */
export interface Variant extends Modification {
  /** Ids of `should` requirements that it gives up knowingly, as the document lets it. */
  readonly givesUp?: readonly string[];
}
