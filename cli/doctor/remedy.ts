import type { HttpClient } from '../../harness/http/client.js';
import { isObject, json } from '../../harness/http/exchange.js';
import { build } from '../../harness/http/request.js';
import type { Unavailable } from '../../harness/worlds/index.js';
import type { FixtureKind } from '../../schemas/index.js';

/** Where GNS3 servers list what an instance can be made from, and the field that names it in a creation. */
const sources: { readonly [kind in FixtureKind]?: { readonly path: string; readonly field: string } } = {
  iou: { path: '/v2/compute/iou/images', field: 'path' },
  vmware: { path: '/v2/compute/vmware/vms', field: 'vmx_path' },
};

/** How to provide a kind of instance on this target: with something that the target lists, if it lists anything. */
export async function remedyOn(
  target: HttpClient,
  kind: FixtureKind,
  { remedy }: Unavailable,
): Promise<string | undefined> {
  const source = sources[kind];
  if (!source) return remedy;
  const { answer } = await target.send(build('GET', source.path), {
    purpose: 'doctor: what instances can be made from',
    evenWhenStopped: true,
  });
  const body = answer?.status === 200 ? json(answer) : undefined;
  if (!body?.ok || !Array.isArray(body.value)) return remedy;
  const known = body.value.filter(isObject).map((each) => each[source.field]);
  const first = known.find((value) => typeof value === 'string');
  if (first === undefined) return `${remedy} (the target lists none at ${source.path})`;
  return `add to the config: ${JSON.stringify({ rest: { [kind]: { [source.field]: first } } })}`;
}
