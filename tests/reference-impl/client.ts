import { randomUUID } from 'node:crypto';
import { Agent, type Dispatcher, request } from 'undici';
import { onTestFinished } from 'vitest';
import {
  type ReferenceOptions,
  type ReferenceServer,
  routes,
  serveReference,
} from '../../reference-impl/index.js';
import type { InstanceKind } from '../../schemas/index.js';
import { instances } from '../../schemas/kinds.js';

type Json = Record<string, unknown>;

interface Reply {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
  /** The body as JSON; throws where it is none. */
  readonly json: Json;
}

interface Ids {
  readonly project_id?: string;
  readonly node_id?: string;
}

/** A server of the test's own with a client that names routes by their ids. */
export interface Session extends ReferenceServer {
  call(route: string, ids?: Ids, body?: unknown): Promise<Reply>;
  /** As `call`, with a body that stands as it is. */
  callWith(route: string, ids: Ids, body: string | Buffer | undefined): Promise<Reply>;
  send(method: string, path: string, body?: string | Buffer): Promise<Reply>;
  project(): Promise<{ project_id: string }>;
  node(): Promise<{ project_id: string; node_id: string }>;
  computeProject(): Promise<{ project_id: string }>;
  instance(kind: InstanceKind, project_id?: string): Promise<{ project_id: string; node_id: string }>;
}

export async function session(options?: ReferenceOptions): Promise<Session> {
  const server = await serveReference(options);
  const agent = new Agent({ connections: 32 });
  onTestFinished(async () => {
    await agent.destroy();
    await server.close();
  });

  const send: Session['send'] = async (method, path, body) => {
    const init = { method: method as Dispatcher.HttpMethod, dispatcher: agent, ...(body && { body }) };
    const answer = await request(server.url + path, init);
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      get json() {
        return JSON.parse(text) as Json;
      },
    };
  };

  const callWith: Session['callWith'] = (id, ids, body) => {
    const route = routes.find((one) => one.id === id);
    if (!route) throw new RangeError(`no route ${id}`);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name] ?? randomUUID());
    return send(route.method, path, body);
  };
  const call: Session['call'] = (id, ids = {}, body = undefined) =>
    callWith(id, ids, body === undefined ? undefined : JSON.stringify(body));

  const made = async (id: string, ids: Ids, body: Json) => {
    const { status, json } = await call(id, ids, body);
    if (status !== 201) throw new Error(`${id} answered ${status}: ${json.message}`);
    return json as { project_id: string; node_id: string };
  };

  const project = async () => {
    const { project_id } = await made('projects.create', {}, { name: 'lab' });
    return { project_id };
  };
  const computeProject = async () => {
    const body = { name: 'lab', project_id: randomUUID() };
    const { project_id } = await made('compute.projects.create', {}, body);
    return { project_id };
  };
  const node = async () => {
    const ids = await project();
    const { node_id } = await made('nodes.create', ids, newNode);
    return { ...ids, node_id };
  };
  const instance: Session['instance'] = async (kind, project_id) => {
    const ids = project_id ? { project_id } : await computeProject();
    const { node_id } = await made(`${kind}.create`, ids, newInstance(kind));
    return { ...ids, node_id };
  };
  return { ...server, send, call, callWith, project, computeProject, node, instance };
}

export const newNode = { name: 'PC1', node_type: 'vpcs', compute_id: 'local' };

export function newInstance(kind: InstanceKind): Json {
  const { application_id: _undocumented, ...creation } = instances[kind].creation;
  return { name: kind, node_id: randomUUID(), ...creation };
}
