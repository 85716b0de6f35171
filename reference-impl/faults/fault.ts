import type { OperationId } from '../../schemas/index.js';
import type { Hooks, Modification } from '../pipeline/modification.js';

/** A defect as its family describes it. */
export interface Seeded extends Modification {
  readonly operations: readonly string[];
  /** Ids of the requirements that the defect was made to break. */
  readonly aims: readonly string[];
}

/** A named defect of the server, and what it breaks. */
export interface Fault extends Seeded {
  /** The file of this folder that makes it. */
  readonly module: string;
  /** What kind of defect it is; a module has one or more families. */
  readonly family: string;
  /** Every must and should that it breaks, those it was made for first, as the proof found and compares. */
  readonly breaks: readonly string[];
}

/**
 * @param of the operation that is defective; with it, in a list, others that the defect shows in
 * @param name what goes wrong, in kebab case; the operation's id is put in front
 * @param aims names of requirements of the operation; one with a `:` names another operation in front of it
 */
export function seed(
  of: OperationId | readonly [OperationId, ...string[]],
  name: string,
  summary: string,
  aims: readonly string[],
  hooks: Hooks,
): Seeded {
  const operations = [of].flat();
  const [id] = operations;
  return {
    name: `${id}.${name}`,
    summary: `${id} ${summary}`,
    operations,
    aims: aims.map((aim) => (aim.includes(':') ? aim.replace(':', '.') : `${id}.${aim}`)),
    hooks,
  };
}
