/** Puts a named resource back into the state in which it was lent: the next check is to find it untouched. */
import { isDeepStrictEqual } from 'node:util';
import { ofFixture } from '../../../schemas/purpose.js';
import { seen, succeeded } from '../../expect.js';
import type { HttpClient } from '../../http/client.js';
import { type Exchange, type JsonObject, status } from '../../http/exchange.js';
import { build } from '../../http/request.js';
import { isOwnedByServer } from '../../values/fields.js';
import { writeOperations } from '../../values/write-operations.js';
import type { Leftover } from '../provisioner.js';
import { addressOf, listAt, type Place, readResource } from '../resource.js';

/** What writes to a kind of resource, and reads it back. */
const updateOf = (kind: Place['kind']) =>
  Object.values(writeOperations).find((each) => each.kind === kind && !each.creates);

/** What a resource is like before anything was written to it. */
export interface Baseline {
  readonly original: JsonObject;
  /** Whether it took a plain write; what never did need not do so later. */
  readonly writable: boolean;
}

/** Learns what to go back to. */
export async function baseline(target: HttpClient, place: Place, original: JsonObject): Promise<Baseline> {
  const writable = updateOf(place.kind) && isTaken(await write(target, place, plain(original)));
  return { original, writable: writable ?? false };
}

/**
 * Writes back every documented field that differs, and looks whether it took.
 * @returns why the resource is not as it was, or undefined when it is.
 */
export async function restore(
  target: HttpClient,
  place: Place,
  { original, writable }: Baseline,
): Promise<string | undefined> {
  const fields = (updateOf(place.kind)?.fields ?? []).filter(({ name }) => Object.hasOwn(original, name));
  const differing = (shown: JsonObject) =>
    fields.filter(({ name }) => !isDeepStrictEqual(shown[name], original[name]));
  // Nothing but its start is documented of a node.
  if (place.kind === 'node' || Object.keys(original).length === 0) return undefined;
  const before = await readResource(target, place, true);
  if (!before.resource) return `it cannot be read any more (${seen(before.exchange)})`;
  if (fields.length === 0) return undefined;
  const wrong = differing(before.resource).map(({ name }) => name);
  const written = await write(target, place, { ...plain(original), ...pick(original, wrong) });
  if (!isTaken(written)) {
    if (writable && wrong.length === 0) return `it cannot be written any more (${seen(written)})`;
    // One value that is refused must not keep the others from being put back.
    for (const name of wrong) await write(target, place, pick(original, [name]));
  }
  if (wrong.length === 0) return undefined;
  const after = await readResource(target, place, true);
  if (!after.resource) return `it cannot be read any more (${seen(after.exchange)})`;
  const still = differing(after.resource).filter((field) => !isOwnedByServer(field));
  if (still.length === 0) return undefined;
  return `${still.map(({ name }) => name).join(', ')} did not go back to what the target showed before`;
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

const plain = (original: JsonObject) => pick(original, ['name']);

/** A conflict is listed for instances, and its conditions are not shown. */
const isTaken = (exchange: Exchange) => succeeded(exchange) || status(exchange) === 409;

function write(target: HttpClient, place: Place, json: JsonObject): Promise<Exchange> {
  return target.send(build('PUT', addressOf(place), { json }), {
    purpose: ofFixture(`put the ${place.kind} back`),
    evenWhenStopped: true,
  });
}

const pathOf = (project_id: string) => `/v2/projects/${project_id}/drawings`;

/** Removes the drawings that a run has added to a project it did not make. */
export class Drawings {
  /** Drawings that each project had before. */
  readonly #before = new Map<string, ReadonlySet<string>>();
  /** The document shows no operation that deletes a drawing: a target without one is asked once. */
  #deletes = true;

  constructor(private readonly target: HttpClient) {}

  /** To be called before the project is written to for the first time. */
  async remember(project_id: string): Promise<void> {
    if (this.#before.has(project_id)) return;
    const ids = await this.#list(project_id);
    if (ids) this.#before.set(project_id, new Set(ids));
  }

  /** @returns why the project's drawings are not as they were, or undefined; more of them is no reason. */
  async remove(project_id: string): Promise<string | undefined> {
    const before = this.#before.get(project_id);
    if (!before) return undefined;
    const ids = await this.#list(project_id);
    if (!ids) return 'its drawings cannot be listed any more';
    if ([...before].some((id) => !ids.includes(id))) return 'a drawing that it had before is gone';
    for (const id of ids.filter((each) => !before.has(each))) {
      if (!this.#deletes) break;
      const removal = build('DELETE', `${pathOf(project_id)}/${id}`);
      const purpose = ofFixture('remove a drawing');
      this.#deletes = succeeded(await this.target.send(removal, { purpose, evenWhenStopped: true }));
    }
    return undefined;
  }

  /** Drawings of the run that each project still has. */
  async left(): Promise<readonly Leftover[]> {
    const left = await Promise.all(
      [...this.#before].map(async ([project_id, before]): Promise<Leftover[]> => {
        const added = (await this.#list(project_id))?.filter((id) => !before.has(id)) ?? [];
        const reason = `${added.length} drawings of this run: the target has no operation that deletes them`;
        return added.length > 0 ? [{ kind: 'project', path: pathOf(project_id), reason }] : [];
      }),
    );
    return left.flat();
  }

  async #list(project_id: string): Promise<string[] | undefined> {
    const drawings = await listAt(
      this.target,
      pathOf(project_id),
      ofFixture('list the drawings of a project'),
    );
    return drawings?.map(({ drawing_id }) => String(drawing_id));
  }
}
