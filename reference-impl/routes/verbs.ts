import { randomUUID } from 'node:crypto';
import { type JsonRecord, kinds } from '../kinds.js';
import { type Answer, empty, json, refuse } from '../pipeline/answer.js';
import type { Exchange, Route } from '../pipeline/exchange.js';
import { addInstance, removeInstance, startInstance } from '../twins.js';

type Verb = Pick<Route, 'item' | 'act'>;

/** What the last word of a route's id means. Each verb serves every kind of resource. */
export const verbs: Readonly<Record<string, Verb>> = {
  list: {
    act: ({ collection }) =>
      json(
        200,
        Array.from(collection.values(), ({ record }) => record),
      ),
  },
  create: { act: create },
  get: { item: true, act: ({ entry }) => json(200, entry.record) },
  update: { item: true, act: update },
  delete: { item: true, act: remove },
  start: { item: true, act: start },
};

function create(exchange: Exchange): Answer {
  const { store, collection } = exchange;
  const { kind } = collection;
  const { id: idField, parent, defaults } = kinds[kind];
  const sent = exchange.input as JsonRecord;
  // A drawing's id is generated even when one is sent (4.1); the other creations are not in the document.
  const id = kind === 'drawings' ? randomUUID() : ((sent[idField] as string | undefined) ?? randomUUID());
  if (collection.has(id)) return refuse(409, `There is already one of ${kind} with the id ${id}`);
  const projectId = parent ? (exchange.projectId ?? '') : id;
  const birth = { id, name: sent.name, projectId, console: store.nextConsole() };
  const record = { ...defaults(birth), ...kept(exchange), project_id: projectId, [idField]: id };
  const entry = collection.add(id, record);
  if (kind === 'nodes') addInstance(store, entry);
  return json(201, entry.record);
}

function update(exchange: Exchange): Answer {
  const { entry } = exchange;
  entry.record = { ...entry.record, ...kept(exchange) };
  return json(200, entry.record);
}

function remove({ route, store, collection, entry, id }: Exchange): Answer {
  collection.delete(id);
  if (collection.kind === 'nodes') removeInstance(store, entry);
  if (collection.kind === 'projects') store.collection('compute.projects', undefined)?.delete(id);
  return route.id === 'compute.projects.delete' ? octetStream : empty(204);
}

/** The one deletion for which the document states headers (4.4). */
export const octetStream: Answer = {
  status: 204,
  headers: { 'content-type': 'application/octet-stream', 'content-length': '0' },
};

function start({ store, entry }: Exchange): Answer {
  entry.record = { ...entry.record, status: 'started' };
  startInstance(store, entry);
  return empty(204);
}

function kept({ route, input }: Exchange): JsonRecord {
  const sent = input as JsonRecord;
  const values: Record<string, unknown> = {};
  for (const name of route.input?.kept ?? []) if (Object.hasOwn(sent, name)) values[name] = sent[name];
  return values;
}
