/** What a run sends can harm nobody: everything that goes over the wire is looked at. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Exchange, isObject, type Json } from '../../harness/http/exchange.js';
import { serveReference } from '../../reference-impl/index.js';
import { type JsonSchema, type ShapeName, shapes } from '../../schemas/index.js';
import { drive } from '../drive.js';

const bodies: readonly (readonly [path: RegExp, shape: ShapeName])[] = [
  [/^\/v2\/(compute\/)?projects(\/[^/]*)?$/, 'project-update'],
  [/\/iou\/nodes(\/[^/]*)?$/, 'iou-instance'],
  [/\/vmware\/nodes(\/[^/]*)?$/, 'vmware-instance'],
  [/\/cloud\/nodes(\/[^/]*)?$/, 'cloud-update'],
  [/^\/v2\/projects\/[^/]*\/nodes/, 'node'],
];

/** Names of the fields of a request that are marked with a hazard in its shape. */
function marked(path: string, hazard: JsonSchema['x-hazard']): readonly string[] {
  const shape = bodies.find(([pattern]) => pattern.test(path))?.[1];
  return Object.entries(shape ? (shapes[shape].properties ?? {}) : {})
    .filter(([, schema]) => schema['x-hazard'] === hazard)
    .map(([name]) => name);
}

/** What could lead out of a folder, on any system. */
const leadsElsewhere = /[/\\]|\.\.|^[a-z]:|^~/i;

let sent: readonly Exchange[] = [];

beforeAll(async () => {
  const server = await serveReference();
  ({ exchanges: sent } = await drive(server.url, { only: /./, runs: 30, seed: 77 }));
  await server.close();
}, 120_000);

/** Every value of an object by its name, however deep. */
function* fields(value: Json): Generator<[string, Json]> {
  if (Array.isArray(value)) for (const item of value) yield* fields(item);
  else if (isObject(value))
    for (const [name, each] of Object.entries(value)) {
      yield [name, each];
      yield* fields(each);
    }
}

/** The JSON of a body; spoilt bodies are searched as text elsewhere. */
function parsed(text: string | Buffer | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(String(text)) as Json);
  } catch {
    return undefined;
  }
}

const read = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ request, answer }) => ({
    ...request,
    text: request.body === undefined ? '' : String(request.body),
    json: parsed(request.body),
    answer,
  }));
const requests = () => read(sent);

function elsewhere(exchanges: readonly Exchange[]): string[] {
  const ours = new Set<Json>();
  const returned = new Set<Json>();
  const found: string[] = [];
  for (const { json, answer, method, path } of read(exchanges)) {
    const names = marked(path, 'file');
    const folders = marked(path, 'folder');
    const body = json === undefined ? [] : [...fields(json)];
    for (const [name, value] of body)
      if (
        typeof value === 'string' &&
        !returned.has(value) &&
        ((names.includes(name) && leadsElsewhere.test(value)) || (folders.includes(name) && value !== ''))
      )
        found.push(`${method} ${path} ${name}: ${value.slice(0, 80)}`);
    for (const [, value] of body) ours.add(value);
    // What a target merely echoes was not its own choice.
    const shown = parsed(answer?.body);
    for (const [, value] of shown === undefined ? [] : fields(shown))
      if (!ours.has(value)) returned.add(value);
  }
  return found;
}

/** Amounts of memory may be those of ordinary machines. */
const mostOf = (name: string) => (['ram', 'nvram'].includes(name) ? 2048 : 16);

function large(exchanges: readonly Exchange[]): string[] {
  return read(exchanges).flatMap(({ json, path }) =>
    (json === undefined ? [] : [...fields(json)])
      .filter(([name]) => marked(path, 'allocates').includes(name))
      .filter(([name, value]) => typeof value === 'number' && Math.abs(value) > mostOf(name))
      .map(([name, value]) => `${path} ${name}: ${value}`),
  );
}

describe('over a whole run', () => {
  test('there is enough to look at', () => {
    expect(sent.length).toBeGreaterThan(4000);
    expect(marked('/v2/projects/x', 'file')).toEqual(['name']);
    expect(marked('/v2/projects/x', 'folder')).toEqual(['path']);
    expect(marked('/v2/compute/projects/x/iou/nodes/y', 'file')).toEqual(['node_directory', 'path']);
    expect(marked('/v2/compute/projects/x/iou/nodes/y', 'allocates')).toHaveLength(4);
    expect(marked('/v2/compute/projects/x/vmware/nodes/y', 'allocates')).toEqual(['adapters']);
  });

  test('fields that name files hold nothing that leads elsewhere unless the target returned it', () => {
    expect(elsewhere(sent)).toEqual([]);
  });

  test('bodies that are not JSON name no file either', () => {
    const spoilt = requests().filter(({ text, json }) => text !== '' && json === undefined);
    expect(spoilt.length).toBeGreaterThan(100);
    const pattern = /"(path|vmx_path|node_directory)"\s*:\s*"([^"]*)/g;
    const values = spoilt.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, , value = '']) => value));
    expect(
      values.filter((value) => leadsElsewhere.test(value) && !value.startsWith('/var/lib/netemu/')),
    ).toEqual([]);
  });

  test('counts that make a server allocate stay small', () => {
    expect(large(sent)).toEqual([]);
  });

  test('only what the run made is written to or deleted', () => {
    const created = new Set<string>();
    for (const { method, path, json } of requests())
      if (method === 'POST' && /projects$|nodes$/.test(path) && isObject(json))
        for (const name of ['project_id', 'node_id'])
          if (json[name] !== undefined) created.add(String(json[name]));
    const foreign = requests()
      .filter(({ method, answer }) => method !== 'GET' && answer && answer.status < 300)
      .filter(({ path }) => (path.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []).some((id) => !created.has(id)));
    expect(foreign.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('nothing is sent outside /v2, and beside the documented operations only fixtures are made, read and removed', () => {
    const documented =
      /^\/v2\/(projects\/[^/]*(\/drawings|\/nodes\/[^/]*\/start)?|compute\/projects\/[^/]*(\/(iou|vmware|cloud)\/nodes\/[^/]*)?)$/;
    const creations =
      /^\/v2\/(projects(\/[^/]*\/nodes)?|compute\/projects(\/[^/]*\/(iou|vmware|cloud)\/nodes)?)$/;
    const node = /^\/v2\/projects\/[^/]*\/nodes\/[^/]*$/;
    const isOfFixture = (method: string, path: string) =>
      (method === 'POST' && creations.test(path)) || (method === 'DELETE' && node.test(path));
    const besides = requests().filter(
      ({ method, path }) =>
        !path.startsWith('/v2/') ||
        (!documented.test(path) && !isOfFixture(method, path) && method !== 'GET'),
    );
    expect(besides.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

test('with hazards allowed such values are sent, and found', async () => {
  const server = await serveReference();
  const only = /^iou\.update\.answers-edges/;
  const { exchanges } = await drive(server.url, { only, hazards: true });
  await server.close();
  expect(elsewhere(exchanges).length).toBeGreaterThan(5);
  expect(large(exchanges).length).toBeGreaterThan(5);
});
