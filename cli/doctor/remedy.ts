import type { HttpClient } from '../../harness/http/client.js';
import type { Unavailable } from '../../harness/worlds/index.js';
import { listAt } from '../../harness/worlds/resource.js';
import type { FixtureKind } from '../../schemas/index.js';
import { instances, isInstance } from '../../schemas/kinds.js';

/** How to provide a kind of instance on this target: with something that the target lists, if it lists anything. */
export async function remedyOn(
  target: HttpClient,
  kind: FixtureKind,
  { remedy }: Unavailable,
): Promise<string | undefined> {
  const source = isInstance(kind) ? instances[kind].madeFrom : undefined;
  if (!source) return remedy;
  const known = await listAt(target, source.path, 'doctor: what instances can be made from');
  if (!known) return remedy;
  const first = known.map((each) => each[source.field]).find((value) => typeof value === 'string');
  if (first === undefined) return `${remedy} (the target lists none at ${source.path})`;
  return `add to the config: ${JSON.stringify({ rest: { [kind]: { [source.field]: first } } })}`;
}
