/**
 * Nodes as instances: the deployed servers have a node of a project on its compute, too, under the same ids. A node of a
 * type that the document has instances of is read, updated and deleted there.
 */
import { instanceKinds } from '../schemas/kinds.js';
import { kinds } from './kinds.js';
import type { Entry, Store } from './store.js';

const kindOf = ({ record }: Entry) => instanceKinds.find((kind) => kind === record.node_type);

const instancesOf = (store: Store, node: Entry) => {
  const kind = kindOf(node);
  return kind && store.collection(kind, `${node.record.project_id}`);
};

/** Makes the instance that a new node is, with its project on the compute where that has none yet. */
export function addInstance(store: Store, node: Entry): void {
  const kind = kindOf(node);
  const projects = store.collection('compute.projects', undefined);
  if (!kind || !projects) return;
  const { console, name, ...ids } = node.record;
  const [projectId, id] = [`${ids.project_id}`, `${ids.node_id}`];
  const context = { name, projectId, console: Number(console) };
  if (!projects.has(projectId)) {
    const { defaults } = kinds['compute.projects'];
    projects.add(projectId, { ...defaults({ ...context, id: projectId }), project_id: projectId });
  }
  const record = { ...kinds[kind].defaults({ ...context, id }), name, project_id: projectId, node_id: id };
  instancesOf(store, node)?.add(id, record);
}

export const removeInstance = (store: Store, node: Entry): void => {
  instancesOf(store, node)?.delete(`${node.record.node_id}`);
};

/** What a start does to a node, it does to the instance. */
export function startInstance(store: Store, node: Entry): void {
  const instance = instancesOf(store, node)?.get(`${node.record.node_id}`);
  if (instance) instance.record = { ...instance.record, status: 'started' };
}
