/** One thing to mend, as it is told. */
import type { OperationId } from '../../schemas/index.js';
import type { RightRequest } from '../evidence/right.js';
import type { Failure } from '../outcome.js';
import type { Level } from '../requirement.js';

export interface Explained {
  readonly title: string;
  readonly operations: readonly OperationId[];
  readonly level: Level;
  /** What it is made of: equal atoms in two runs are the same defect. */
  readonly atoms: readonly string[];
  readonly circumstance: {
    readonly words: string;
    readonly features: readonly string[];
    /** Fields of the body that it is about. */
    readonly fields: readonly string[];
    readonly failed: number;
    readonly otherwise: number;
  };
  /** The nearest request that was answered rightly. */
  readonly right?: RightRequest;
  /** Whether it is told before all that can be looked at beside it. */
  readonly isFirst: boolean;
  /** Requirements that fail because of it. */
  readonly requirements: readonly string[];
  /** Those among them whose failure only follows from it. */
  readonly consequences: readonly string[];
  readonly failure: Failure;
}
