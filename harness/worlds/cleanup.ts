/** Removes what a run made on a target, and looks whether it is gone. */
import type { FixtureKind } from '../../schemas/index.js';
import { ofFixture } from '../../schemas/purpose.js';
import { seen, succeeded } from '../expect.js';
import type { HttpClient } from '../http/client.js';
import { type Exchange, type JsonObject, status } from '../http/exchange.js';
import { build } from '../http/request.js';
import { listProjects, listsOf, projectFamilies } from './inventory.js';
import type { Closed, Leftover, Removed } from './provisioner.js';
import { addressOf, type Lists, type ProjectFamily, type ProjectKind, rootOf } from './resource.js';

/** A project that the run has asked the target to make, with what it asked for inside. */
export interface Made {
  readonly family: ProjectFamily;
  project_id: string;
  /** The kind that it was made for. */
  kind: FixtureKind;
  /** Whether the target has shown it: an answer may have been lost, or a failure have made nothing. */
  shown?: true;
  /** The values that the target itself had chosen, to give back should it not be deleted. */
  original?: JsonObject;
  node_id?: string;
  readonly beside: Made[];
}

type Reason = string | undefined;

export class Cleanup {
  /** Everything that the target was asked to make, and not since seen gone. */
  readonly #open = new Set<Made>();
  /** What was deleted and is still to be looked for in a list. */
  readonly #deleted = new Set<Made>();
  /** Deletions that succeeded, or found nothing, and readings after them where there is no list. */
  readonly #removals = new Map<Made, Removed>();
  /** Families whose list has shown a project of ours: its silence then means something. */
  readonly #lists = new Map<ProjectFamily, Promise<boolean>>();
  /** Whether removing a project takes what is in it along, by kind. */
  readonly #takenAlong = new Map<FixtureKind, boolean>();

  /** @param prefix What the names of everything that the run makes begin with. */
  constructor(
    private readonly target: HttpClient,
    private readonly prefix: string,
  ) {}

  /** To be called before the target is asked to make it: the answer may be lost. */
  expect(made: Made): void {
    this.#open.add(made);
  }

  /** Whether something of an id was made, and is not seen gone. */
  has(project_id: string | undefined): boolean {
    return [...this.#open].some((made) => made.shown === true && made.project_id === project_id);
  }

  /** What the target calls a project that was made. */
  nameOf(project_id: string | undefined): string | undefined {
    const name = [...this.#open].find((made) => made.project_id === project_id)?.original?.name;
    return typeof name === 'string' ? name : undefined;
  }

  forget(made: Made): void {
    this.#open.delete(made);
  }

  /** Looks, once a family, whether the target lists what it has made. */
  async arrived(made: Made): Promise<void> {
    made.shown = true;
    if (this.#lists.has(made.family)) return;
    const lists = listProjects(this.target, made.family).then((list) => list?.has(made.project_id) === true);
    this.#lists.set(made.family, lists);
    await lists;
  }

  /**
   * Removes one project with what is in it. What does not go now is tried again at the end.
   * @param by The exchanges that made it, for evidence.
   */
  async remove(made: Made, by: readonly Exchange[] = []): Promise<void> {
    if (this.target.broken !== undefined || !this.#open.has(made)) return;
    if ((await this.#attempt(made, by)) !== undefined) return;
    this.#open.delete(made);
    this.#deleted.add(made);
  }

  /** Projects that were deleted, read once more where still listed; of those that DELETE did not find, what is there. */
  async removed(kind: ProjectKind): Promise<Removed[]> {
    const family = rootOf(kind);
    const removals = [...this.#removals].filter(([made]) => made.family === family);
    const list = (await this.#lists.get(family)) ? await listProjects(this.target, family) : undefined;
    const looked = await Promise.all(
      removals.map(async ([made, removal]) =>
        list?.has(made.project_id) ? { ...removal, read: await this.#look(made) } : removal,
      ),
    );
    return looked.filter(
      ({ deletion, read }) => succeeded(deletion) || (read !== undefined && succeeded(read)),
    );
  }

  /** Tries once more what is still there; resolves with what remains. */
  async finish(): Promise<Closed> {
    const dead = await this.#dead();
    if (dead !== undefined) return { leftovers: [...this.#open].map((made) => leftover(made, dead)) };
    const means = await Promise.all(projectFamilies.map((family) => this.#lists.get(family)));
    const families = projectFamilies.filter((_, index) => means[index]);
    const lists = await listsOf(this.target, families);
    const returned = families.flatMap((family) => this.#stillListed(family, lists[family]));
    const there = [...this.#open, ...returned];
    if (there.length === 0) return { leftovers: [], lists };
    const remaining = await Promise.all(there.map((made) => this.#last(made)));
    return { leftovers: remaining.filter((each) => each !== undefined) };
  }

  async #last(made: Made): Promise<Leftover | undefined> {
    const reason = (await this.#attempt(made)) ?? (await this.#visible(made));
    if (reason === undefined) return undefined;
    // It was never made.
    const isUnknown = !made.shown && status(await this.#send('GET', pathOf(made))) === 404;
    return isUnknown ? undefined : leftover(made, reason);
  }

  async #attempt(made: Made, by: readonly Exchange[] = []): Promise<Reason> {
    const contents = contentPaths(made);
    if (this.#takenAlong.get(made.kind) === false) await this.#deleteAll(contents);
    // The last one that was made is the most likely to be there still; what was deleted shows nothing.
    const last = this.#takenAlong.has(made.kind) ? undefined : contents.at(-1);
    const content = last !== undefined && this.target.histories.deletionOf(last) ? undefined : last;
    const wasThere = content !== undefined && succeeded(await this.#send('GET', content));
    // A check may have deleted it already.
    const first =
      this.target.histories.deletionOf(pathOf(made)) ?? (await this.#send('DELETE', pathOf(made)));
    const removed = isGone(first) || !first.answer ? first : await this.#repaired(made, first);
    if (!isGone(removed)) return `DELETE answered ${seen(removed)}`;
    if (succeeded(removed)) this.target.histories.add(removed);
    this.#removals.set(made, { made: by, deletion: this.target.histories.kept(removed), read: undefined });
    if (content !== undefined && removed === first) {
      const outlives = wasThere && succeeded(await this.#send('GET', content));
      this.#takenAlong.set(made.kind, !outlives);
      if (outlives && !(await this.#deleteAll(contents))) return `${content} outlived its project`;
    }
    return (await this.#lists.get(made.family)) ? undefined : this.#visible(made);
  }

  /** Whether none of them is there any more. */
  async #deleteAll(paths: readonly string[]): Promise<boolean> {
    const deletions = await Promise.all(paths.map((path) => this.#send('DELETE', path)));
    return deletions.every(isGone);
  }

  /** Gives back the values that the target itself had chosen, empties the project, and deletes once more. */
  async #repaired(made: Made, refused: Exchange): Promise<Exchange> {
    await this.#deleteAll(contentPaths(made));
    const { original = {} } = made;
    if (made.family === 'projects' && Object.keys(original).length > 0)
      await this.#send('PUT', pathOf(made), original);
    const again = await this.#send('DELETE', pathOf(made));
    return again.answer ? again : refused;
  }

  /** What was deleted but is listed again, or still, and what bears a name of this run though its id never came. */
  #stillListed(family: ProjectFamily, list: Lists[ProjectFamily]): Made[] {
    const deleted = [...this.#deleted].filter((made) => made.family === family);
    if (!list) return deleted;
    const known = new Set([...this.#open, ...this.#deleted].map(pathOf));
    const kind: FixtureKind = family === 'projects' ? 'project' : 'compute-project';
    const strays = [...list]
      .filter(([, { name }]) => typeof name === 'string' && name.startsWith(this.prefix))
      .map(([project_id]): Made => ({ family, project_id, kind, beside: [], shown: true }))
      .filter((made) => !known.has(pathOf(made)));
    return [...deleted.filter(({ project_id }) => list.has(project_id)), ...strays];
  }

  async #visible(made: Made): Promise<Reason> {
    const read = await this.#look(made);
    const removal = this.#removals.get(made);
    if (removal) this.#removals.set(made, { ...removal, read });
    if (read.answer && !succeeded(read)) return undefined;
    const deleted = removal ? `DELETE answered ${seen(removal.deletion)}, but ` : '';
    return `${deleted}GET afterwards got ${seen(read)}`;
  }

  /** Whether a target that has ended the run is still silent: it may have been started again. */
  async #dead(): Promise<string | undefined> {
    const { broken } = this.target;
    if (broken === undefined || this.#open.size === 0) return undefined;
    const [one] = this.#open;
    const answered = await this.#send('GET', pathOf(one as Made));
    return answered.answer ? undefined : `GET got ${seen(answered)}`;
  }

  /** Not a request that makes or removes a fixture: it may be what is judged. */
  #look(made: Made): Promise<Exchange> {
    return this.#send('GET', pathOf(made), undefined, 'read afterwards');
  }

  #send(method: string, path: string, json?: JsonObject, purpose = ofFixture('remove')): Promise<Exchange> {
    return this.target.send(build(method, path, json && { json }), { purpose, evenWhenStopped: true });
  }
}

const isGone = (deletion: Exchange) => succeeded(deletion) || status(deletion) === 404;

const pathOf = ({ kind, project_id }: Made) => addressOf({ kind, project_id });

/** Addresses of the nodes or instances inside, the one first that it was made for. */
function contentPaths(made: Made): string[] {
  return [made, ...made.beside].flatMap(({ kind, project_id, node_id }) =>
    node_id === undefined ? [] : [addressOf({ kind, project_id, node_id })],
  );
}

function leftover(made: Made, reason: string): Leftover {
  return { kind: made.kind, path: pathOf(made), reason };
}
