/** What is known of each resource at a point of the recording. At first, and wherever it may have changed, nothing. */
import type { OperationId } from '../../../schemas/index.js';
import { succeeded } from '../../expect.js';
import { type Exchange, objectOf } from '../../http/exchange.js';
import type { WriteOperation } from '../../values/write-operations.js';
import { isInstance, isProject, type Place } from '../../worlds/resource.js';
import { type Event, keyOf, placeAt } from './event.js';
import { Existence } from './existence.js';
import { type Neighbour, Resource } from './resource.js';

/** Writes to others in a project that are thought of when something changes. */
const maxNeighbours = 8;

interface Project {
  readonly resources: Map<string, Resource>;
  readonly writes: (Neighbour & { readonly key: string })[];
}

export class Knowledge {
  readonly existence = new Existence();
  readonly log = new Log();
  readonly #projects = new Map<string, Project>();

  /** Whatever the document does not tell of may change what it names. */
  open({ opens }: Event): void {
    if (opens === 'everything') {
      this.existence.forgetAll();
      this.#projects.clear();
    } else
      for (const id of opens) {
        this.existence.forgetProject(id);
        this.#projects.delete(id);
      }
  }

  /** Something that was made by a request outside of the document is there. */
  made(event: Event): void {
    const { exchange, isContended } = event;
    if (exchange.answer?.status !== 201 || isContended) return;
    const { node_id, project_id } = objectOf(exchange) ?? {};
    const place = placeAt(`${exchange.request.path}/${node_id ?? project_id}`);
    if (place) this.existence.there(place, event);
  }

  /** The resource as one of its readings shows it. */
  resource(place: Place, written: WriteOperation): Resource {
    const { resources } = this.#project(place);
    const key = `${written.read} ${keyOf(place)}`;
    const resource = resources.get(key) ?? new Resource(written);
    resources.set(key, resource);
    return resource;
  }

  /** A write was carried out, or not, or while something else was. */
  uncertain(place: Place, { operation }: Event): void {
    if (operation?.method === 'DELETE') this.existence.forget(place);
    this.#dropped(place, operation?.method === 'DELETE');
  }

  /** What a successful answer says of the resource itself. */
  succeeded(place: Place, event: Event): void {
    const { operation, writes } = event;
    if (operation?.method === 'DELETE') {
      this.#dropped(place, true);
      this.existence.gone(place, event);
    }
    // Whether there are drawings where there is no project is not shown.
    else if (!operation?.id.startsWith('drawings.')) this.existence.there(place, event);
    if (!writes || !operation || !isInstance(place.kind) || !succeeded(event.exchange)) return;
    const { writes: all } = this.#project(place);
    all.push({ operation: operation.id as OperationId, end: event.end, key: keyOf(place) });
    if (all.length > maxNeighbours) all.shift();
  }

  /** The last write to another resource of the project. */
  neighbour(place: Place): Neighbour | undefined {
    const mine = keyOf(place);
    return this.#project(place).writes.findLast(({ key }) => key !== mine);
  }

  #dropped(place: Place, isDeletion: boolean): void {
    const { resources } = this.#project(place);
    if (isDeletion && isProject(place.kind)) resources.clear();
    else for (const [key, resource] of resources) if (key.endsWith(keyOf(place))) resource.open();
  }

  #project({ project_id }: Place): Project {
    const project = this.#projects.get(project_id) ?? { resources: new Map(), writes: [] };
    this.#projects.set(project_id, project);
    return project;
  }
}

/** Exchanges that evidence shows of what went before. */
const maxShown = 30;
/** Exchanges of a project that are looked through for those of a resource. */
const maxKept = 300;

export class Log {
  readonly #byProject = new Map<
    string,
    { readonly key: string | undefined; readonly exchange: Exchange }[]
  >();

  add({ place, opens, exchange }: Event): void {
    const ids = place ? [place.project_id] : opens === 'everything' ? [] : opens;
    for (const id of ids) {
      const all = this.#byProject.get(id) ?? [];
      all.push({ key: place && keyOf(place), exchange });
      if (all.length > 2 * maxKept) all.splice(0, all.length - maxKept);
      this.#byProject.set(id, all);
    }
  }

  /** What was sent to a resource, and what may have changed it. */
  of(place: Place): readonly Exchange[] {
    const mine = keyOf(place);
    const all = this.#byProject.get(place.project_id) ?? [];
    return all
      .filter(({ key }) => key === undefined || key === mine)
      .map(({ exchange }) => exchange)
      .slice(-maxShown);
  }
}
