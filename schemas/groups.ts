/** Groups of operations that an author may have got wrong alike. */
import { type OperationId, operation, operations } from './index.js';
import { isInstance } from './kinds.js';

/** What an operation works on: `iou`, `compute.projects`. */
export type Family<Id = OperationId> = Id extends `${infer Host}.${infer Rest}.${string}`
  ? `${Host}.${Rest}`
  : Id extends `${infer Whole}.${string}`
    ? Whole
    : never;

export const familyOf = (id: OperationId) => id.slice(0, id.lastIndexOf('.')) as Family;

/** On how many kinds of resources these operations work. */
export const familiesIn = (some: readonly OperationId[]): number => new Set(some.map(familyOf)).size;

/** Operations, each once, in the order of the document. */
export function inOrder(some: readonly OperationId[]): OperationId[] {
  const mine = new Set(some);
  return ids.filter((id) => mine.has(id));
}

/** Whether an operation is about a whole project. */
export const isOfProject = (id: OperationId) => familyOf(id).endsWith('projects');

/** Where the projects of an operation are: `projects` of the controller, or `compute`. */
export const hostOf = (id: OperationId) => operation(id).path.split('/')[2];

type Sibling<Id, Verb extends string> = Id extends OperationId
  ? `${Family<Id>}.${Verb}` extends infer Other extends OperationId
    ? Other
    : undefined
  : never;

/** What else is done to the same resource: `iou.get` for `iou.delete`; undefined where the document has no such operation. */
export function siblingOf<Id extends OperationId, Verb extends string>(id: Id, verb: Verb) {
  const other = `${familyOf(id)}.${verb}`;
  return ids.find((each) => each === other) as Sibling<Id, Verb>;
}

const verbOf = (id: OperationId) => id.slice(id.lastIndexOf('.') + 1);

const ids = operations.map(({ id }) => id);
/** Instances of nodes on a compute host are much the same. */
const instances = operations.filter(({ fixture }) => isInstance(fixture)).map(({ id }) => id);
const by = (key: (id: OperationId) => string) =>
  [...new Set(ids.map(key))].map((name) => ids.filter((id) => key(id) === name));

/** What an operation answers success with; undefined where the document shows no body. */
const shapeOf = (id: OperationId) => {
  const { success, answers } = operation(id);
  return success.flatMap((code) => answers[code]?.shape ?? [])[0];
};

/** The natural ones of two and more, the largest first. */
export const groups: readonly (readonly OperationId[])[] = [
  ids,
  operations.filter(({ takesBody }) => takesBody).map(({ id }) => id),
  operations.filter(({ body }) => body !== undefined).map(({ id }) => id),
  operations.filter(({ success }) => success.includes(204)).map(({ id }) => id),
  ...by(verbOf),
  ...by((id) => (instances.includes(id) ? verbOf(id) : id)),
  ...by(familyOf),
  ...by((id) => shapeOf(id) ?? id),
].filter(({ length }) => length >= 2);
