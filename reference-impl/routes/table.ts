import { fieldsOf, type InstanceKind, operation, operations, type ShapeName } from '../../schemas/index.js';
import { instanceKinds, instances } from '../../schemas/kinds.js';
import { type Input, input } from '../inputs.js';
import { type KindName, kinds } from '../kinds.js';
import { json } from '../pipeline/answer.js';
import type { Route } from '../pipeline/exchange.js';
import { verbs } from './verbs.js';

// Not accepted in that input (2.2); its shape alone would let them pass as unknown fields.
const notUpdated = { properties: { filename: false, project_id: false, status: false } };

const documented = operations.map(({ id, method, path, takesBody, body }) =>
  route(id, method, path, takesBody ? input(body, id === 'projects.update' ? notUpdated : {}) : undefined),
);

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const named = { name: text, project_id: uuid };
const newProject = input('project-update', { required: ['name'], properties: named });
const newComputeProject = input('project-update', { required: ['name', 'project_id'], properties: named });

/** What the creation of an instance takes is what its update takes; some of it is mandatory. */
function newInstance(kind: InstanceKind): Input {
  const shape = operation(`${kind}.update`).body as ShapeName;
  const further = fieldsOf(shape).filter(({ name }) => name in instances[kind].creation);
  return input(shape, { required: ['name', 'node_id', ...further.map(({ name }) => name)] });
}

const projects = '/v2/projects';
const nodes = `${projects}/{project_id}/nodes`;
const computeProjects = '/v2/compute/projects';

/** What the deployed servers have besides, to make, find and remove what the operations work on. */
const further = [
  route('projects.list', 'GET', projects),
  route('projects.create', 'POST', projects, newProject),
  route('nodes.list', 'GET', nodes),
  route('nodes.create', 'POST', nodes, input('node')),
  route('nodes.get', 'GET', `${nodes}/{node_id}`),
  route('nodes.delete', 'DELETE', `${nodes}/{node_id}`),
  route('compute.projects.list', 'GET', computeProjects),
  route('compute.projects.create', 'POST', computeProjects, newComputeProject),
  ...instanceKinds.map((kind) =>
    route(`${kind}.create`, 'POST', `${computeProjects}/{project_id}/${kind}/nodes`, newInstance(kind)),
  ),
];

const version: Route = {
  id: 'version.get',
  method: 'GET',
  path: '/v2/version',
  act: () => json(200, { version: '2.0.0', local: false }),
};

/** Every route of the server: the operations of the document, then the others. */
export const routes: readonly Route[] = [...documented, ...further, version];

/** The words of the id say what to do: `compute.projects.get` is to get one of `compute.projects`. */
function route(id: string, method: string, path: string, input?: Input): Route {
  const dot = id.lastIndexOf('.');
  const kind = id.slice(0, dot) as KindName;
  const verb = verbs[id.slice(dot + 1)];
  if (!(kind in kinds) || !verb) throw new RangeError(`nothing here can do ${id}`);
  return { id, method, path, kind, ...(input && { input }), ...verb };
}
