/** Groups of operations that an author may have got wrong alike. */
import { type OperationId, operations } from './index.js';
import { isInstance } from './kinds.js';

/** What an operation works on: `iou`, `compute.projects`. */
export const familyOf = (id: OperationId) => id.slice(0, id.lastIndexOf('.'));
const verbOf = (id: OperationId) => id.slice(id.lastIndexOf('.') + 1);

const ids = operations.map(({ id }) => id);
/** Instances of nodes on a compute host are much the same. */
const instances = operations.filter(({ fixture }) => isInstance(fixture)).map(({ id }) => id);
const by = (key: (id: OperationId) => string) =>
  [...new Set(ids.map(key))].map((name) => ids.filter((id) => key(id) === name));

/** The natural ones of two and more, the largest first. */
export const groups: readonly (readonly OperationId[])[] = [
  ids,
  operations.filter(({ takesBody }) => takesBody).map(({ id }) => id),
  operations.filter(({ success }) => success.includes(204)).map(({ id }) => id),
  ...by(verbOf),
  ...by((id) => (instances.includes(id) ? verbOf(id) : id)),
  ...by(familyOf),
].filter(({ length }) => length >= 2);
