import type { OperationId } from '../../schemas/index.js';
import { type How, hooksOf, type Modification } from '../pipeline/modification.js';

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

/** Faults of one file, by what kind of defect they are. */
export type Families = Readonly<Record<string, readonly Seeded[]>>;

/**
 * What makes faults of an operation that are to break the same requirements. It takes the fault's name in
 * kebab case, without the operation's id, and how it does that.
 * @param of the operation that is defective; with it, in a list, others that the defect shows in
 * @param aims names of requirements of the operation; one with a `:` names another operation in front of it
 */
export const breaking = (
  of: OperationId | readonly [OperationId, ...string[]],
  ...aims: readonly string[]
) => {
  const operations = [of].flat();
  const [id] = operations;
  return (name: string, how: How): Seeded => ({
    name: `${id}.${name}`,
    operations,
    aims: aims.map((aim) => (aim.includes(':') ? aim.replace(':', '.') : `${id}.${aim}`)),
    hooks: hooksOf(how),
  });
};

/** A fault without its operation: its name, and how it does that. */
export type Row = readonly [name: string, how: How];

/** Faults of several operations, each of which is to break a requirement of its operation. */
export const breakingEach = (
  of: readonly (OperationId | { readonly id: OperationId })[],
  aim: string,
  ...rows: readonly Row[]
): readonly Seeded[] =>
  of.flatMap((each) => rows.map((row) => breaking(typeof each === 'string' ? each : each.id, aim)(...row)));

/** One fault in all of these operations, of which the first names it. @param aim of each */
export function breakingAll(some: readonly { readonly id: OperationId }[], aim: string) {
  const [first, ...others] = some.map(({ id }) => id);
  if (!first) throw new RangeError('there is no operation');
  return breaking([first, ...others], aim, ...others.map((id) => `${id}:${aim}`));
}
