import type { OperationId } from '../schemas/index.js';
import type { Outcome } from './outcome.js';
import type { Run } from './run.js';

/** How much force a statement has, the strongest first. */
export const levels = ['must', 'should', 'may'] as const;
export type Level = (typeof levels)[number];

/** The families of requirements, in the order of the report's columns. */
const kinds = [
  'success',
  'answer',
  'unknown ids',
  'accepts',
  'refuses',
  'generated',
  'aftermath',
  'state',
  'deletion',
  'addresses',
  'observed',
] as const;
export type Kind = (typeof kinds)[number];

/** One checkable statement. An id is never reused for another meaning. */
export interface Statement {
  readonly id: string;
  readonly operation: OperationId;
  /** Section of the document that gives it force. */
  readonly section: string;
  readonly level: Level;
  readonly kind: Kind;
  /** One sentence that a server's author understands without the code. */
  readonly statement: string;
  /**
   * When it is judged: `late` behind what is plain, since it sends what some servers end at; `last` behind all others,
   * since it looks at what they have sent, or works in what they leave.
   */
  readonly turn?: 'late' | 'last';
}

/** A statement with what judges it. */
export interface Requirement extends Statement {
  readonly check: (run: Run) => Promise<Outcome>;
}
