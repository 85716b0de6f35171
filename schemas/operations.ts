/** The operations of the document, in its order (section 4). */
import type { ShapeTypes } from './generated/shapes.js';
import { type FixtureKind, type InstanceKind, instanceKinds, instances, one } from './kinds.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type IdName = 'project_id' | 'node_id';

/** What an answer with one listed code carries. No shape and not empty: the document shows no body. */
export interface Answer {
  readonly shape?: keyof ShapeTypes;
  /** The body is an array of the shape. */
  readonly list?: boolean;
  readonly empty?: boolean;
  readonly contentType?: string;
  /** For the OpenAPI description. */
  readonly about: string;
}

interface Row {
  readonly section: string;
  /** What it is about, for the OpenAPI description. */
  readonly tag: string;
  readonly summary: string;
  readonly method: Method;
  /** Template relative to the base URL, with `{project_id}` and `{node_id}`. */
  readonly path: string;
  /** Kind of resource that the operation works on. */
  readonly fixture: FixtureKind;
  readonly body?: keyof ShapeTypes;
  /** By listed code. */
  readonly answers: Readonly<Record<number, Answer>>;
}

export interface Operation extends Row {
  readonly id: OperationId;
  /** Parameters of the path, in its order. */
  readonly ids: readonly IdName[];
  /** True also where the document shows no fields of the body (`nodes.start`). */
  readonly takesBody: boolean;
  readonly success: readonly number[];
  readonly listed: readonly number[];
}

const json = 'application/json';
const shown = (shape: keyof ShapeTypes, about: string): Answer => ({ shape, contentType: json, about });
const nothing = (about: string): Answer => ({ empty: true, about });
const error = (about: string): Answer => ({ contentType: json, about });

const invalid = { 400: error('The request breaks a rule of the interface.') };
const unknownProject = { 404: error('There is no such project.') };
const unknownInstance = { 404: error('There is no such project or instance.') };
const conflict = { 409: error('The change collides with the state of the server.') };

const drawings = {
  section: '4.1',
  tag: 'Drawings',
  path: '/v2/projects/{project_id}/drawings',
  fixture: 'project',
} as const;
const project = {
  section: '4.3',
  tag: 'Projects',
  path: '/v2/projects/{project_id}',
  fixture: 'project',
} as const;
const computeProject = {
  section: '4.4',
  tag: 'Projects on a compute host',
  path: '/v2/compute/projects/{project_id}',
  fixture: 'compute-project',
} as const;

type Verb = 'get' | 'update' | 'delete';

/** What is done to every kind of instance (sections 4.5 to 4.7). */
function ofInstance(kind: InstanceKind): Record<Verb, Row> {
  const { section, update, shown: shape, noun } = instances[kind];
  const path = `${computeProject.path}/${kind}/nodes/{node_id}`;
  const row = { section, tag: `${noun.replace(/^./, (c) => c.toUpperCase())}s`, path, fixture: kind };
  const refusals = { ...invalid, ...unknownInstance };
  return {
    get: {
      ...row,
      method: 'GET',
      summary: `Get ${one(kind)}`,
      answers: { 200: shown(shape, 'The instance as it is.'), ...refusals },
    },
    update: {
      ...row,
      method: 'PUT',
      summary: `Change ${one(kind)}`,
      body: update,
      answers: { 200: shown(shape, 'The instance after the change.'), ...refusals, ...conflict },
    },
    delete: {
      ...row,
      method: 'DELETE',
      summary: `Delete ${one(kind)}`,
      answers: { 204: nothing('The instance is gone.'), ...refusals },
    },
  };
}

const rows = {
  'drawings.list': {
    ...drawings,
    method: 'GET',
    summary: 'List the drawings of a project',
    answers: { 200: { ...shown('drawing-answer', 'Every drawing of the project.'), list: true } },
  },
  'drawings.create': {
    ...drawings,
    method: 'POST',
    summary: "Put a drawing on a project's scene",
    body: 'drawing',
    answers: { 201: shown('drawing-answer', 'The new drawing, complete.'), ...invalid },
  },
  'nodes.start': {
    section: '4.2',
    tag: 'Node start',
    method: 'POST',
    path: '/v2/projects/{project_id}/nodes/{node_id}/start',
    summary: 'Start a node',
    fixture: 'node',
    answers: {
      201: shown('node', 'The node was started; the answer shows it.'),
      204: nothing('The node has been started.'),
      ...invalid,
      ...unknownInstance,
    },
  },
  'projects.get': {
    ...project,
    method: 'GET',
    summary: 'Get a project',
    answers: {
      200: { contentType: json, about: 'What the server knows of the project; its shape is left open.' },
      ...unknownProject,
    },
  },
  'projects.update': {
    ...project,
    method: 'PUT',
    summary: 'Change the settings of a project',
    body: 'project-update',
    answers: { 200: shown('project', 'The project after the change.'), ...invalid, ...unknownProject },
  },
  'projects.delete': {
    ...project,
    method: 'DELETE',
    summary: 'Delete a project',
    answers: { 204: nothing('The project is gone from the disk.'), ...unknownProject },
  },
  'compute.projects.get': {
    ...computeProject,
    method: 'GET',
    summary: 'Get a project of a compute host',
    answers: { 200: shown('project', 'The project on this host.'), ...unknownProject },
  },
  'compute.projects.delete': {
    ...computeProject,
    method: 'DELETE',
    summary: 'Delete a project from a compute host',
    answers: {
      204: {
        empty: true,
        contentType: 'application/octet-stream',
        about: 'The project is gone from the disk; the answer names a content type and carries nothing.',
      },
      ...unknownProject,
    },
  },
} satisfies Record<string, Row>;

export type OperationId = keyof typeof rows | `${InstanceKind}.${Verb}`;

const all: readonly (readonly [id: string, row: Row])[] = [
  ...Object.entries(rows),
  ...instanceKinds.flatMap((kind) =>
    Object.entries(ofInstance(kind)).map(([verb, row]) => [`${kind}.${verb}`, row] as const),
  ),
];

/** The operations in the order of the document. */
export const operations: readonly Operation[] = all.map(([id, row]) => {
  const listed = Object.keys(row.answers).map(Number);
  return {
    ...row,
    id: id as OperationId,
    ids: [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as IdName),
    takesBody: row.method === 'POST' || row.method === 'PUT',
    success: listed.filter((code) => code < 400),
    listed,
  };
});

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** @throws RangeError when there is no such operation, which only untyped callers can cause. */
export function operation(id: OperationId): Operation {
  const found = byId.get(id);
  if (!found) throw new RangeError(`there is no operation ${id}`);
  return found;
}
