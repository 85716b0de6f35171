/** Kinds of resources on a target, where each is found, and what the target says of it. */
import type { FixtureKind, InstanceKind } from '../../schemas/index.js';
import { instanceKinds, isInstance } from '../../schemas/kinds.js';
import { ofFixture } from '../../schemas/purpose.js';
import { succeeded } from '../expect.js';
import type { HttpClient } from '../http/client.js';
import { isObject, type JsonObject, objectOf, status, valueIn } from '../http/exchange.js';
import { build } from '../http/request.js';

export { type InstanceKind, instanceKinds, isInstance };

export type ProjectKind = 'project' | 'compute-project';
/** Where projects of a kind are, below `/v2/`. */
export type ProjectFamily = 'projects' | 'compute/projects';

export const rootOf = (kind: ProjectKind): ProjectFamily =>
  kind === 'project' ? 'projects' : 'compute/projects';

/** Whether it is a project, and not something in one. */
export function isProject(kind: FixtureKind): boolean {
  return kind === projectKindOf(kind);
}

/** The kind of project that holds a resource of a kind; its own, where that is a project itself. */
export function projectKindOf(kind: FixtureKind): ProjectKind {
  return isInstance(kind) || kind === 'compute-project' ? 'compute-project' : 'project';
}

/** Kind and ids of a resource. */
export interface Place {
  readonly kind: FixtureKind;
  readonly project_id: string;
  readonly node_id?: string | undefined;
}

/** Address of a resource below the base URL; that of a node is none of the documented operations. */
export function addressOf({ kind, project_id, node_id }: Place): string {
  const project = `/v2/${rootOf(projectKindOf(kind))}/${project_id}`;
  if (node_id === undefined) return project;
  return isInstance(kind) ? `${project}/${kind}/nodes/${node_id}` : `${project}/nodes/${node_id}`;
}

export const purposeOfLook = ofFixture('look at');

/** Reads a resource that somebody else has made; it is undefined when the target says nothing of it. */
export async function readResource(target: HttpClient, place: Place, evenWhenStopped = false) {
  const purpose = `${purposeOfLook} the ${place.kind}`;
  const exchange = await target.send(build('GET', addressOf(place)), { purpose, evenWhenStopped });
  return { exchange, resource: succeeded(exchange) ? objectOf(exchange) : undefined };
}

/** Asks for the removal of what the run has made, where no operation of the document removes it. */
export const remove = (target: HttpClient, place: Place) =>
  target.send(build('DELETE', addressOf(place)), { purpose: ofFixture(`remove the ${place.kind}`) });

/** Projects by their ids. */
export type Listed = ReadonlyMap<string, JsonObject>;
/** The projects of each family that a target lists. */
export type Lists = { readonly [family in ProjectFamily]?: Listed };

/** What a target lists by an address; undefined where it has no such list. */
export async function listAt(
  target: HttpClient,
  path: string,
  purpose: string,
): Promise<JsonObject[] | undefined> {
  const exchange = await target.send(build('GET', path), { purpose, evenWhenStopped: true });
  const list = status(exchange) === 200 ? valueIn(exchange) : undefined;
  return Array.isArray(list) ? list.filter(isObject) : undefined;
}
