/** What is known of each project at a point of the recording. At first, and wherever it may have changed, nothing. */
import type { FixtureKind, OperationId } from '../../../schemas/index.js';
import { type Exchange, objectOf } from '../../http/exchange.js';
import type { WriteOperation } from '../../values/write-operations.js';
import { isInstance, isProject, type Place } from '../../worlds/resource.js';
import { type Event, keyOf, placeAt } from './event.js';
import { type Neighbour, Resource } from './resource.js';

/** That something exists, or is gone: since when it is known, and what said so. */
export interface Known {
  readonly is: 'there' | 'gone';
  /** What was deleted: the resource itself, or its project. */
  readonly by: FixtureKind;
  readonly since: number;
}

interface Project {
  /** By answers that said so, until something may have changed it. */
  readonly existence: Map<string, { readonly place: Place; readonly known: Known }>;
  readonly resources: Map<string, Resource>;
  /** The last writes to instances, which are thought of when something beside them changes. */
  readonly writes: (Neighbour & { readonly key: string })[];
}

const maxNeighbours = 8;

/** Kinds that are gone with their project, as far as the document says where they are. */
const content: Partial<Record<FixtureKind, FixtureKind>> = { project: 'node', 'compute-project': 'cloud' };

/** Exchanges that evidence shows of what went before, and those of a project that are looked through for them. */
const maxShown = 30;
const maxKept = 300;

export class Knowledge {
  readonly #projects = new Map<string, Project>();
  /** What was sent to each project, whatever is known of it. */
  readonly #log = new Map<string, { readonly key: string | undefined; readonly exchange: Exchange }[]>();

  of(place: Place): Known | undefined {
    return this.#project(place).existence.get(keyOf(place))?.known;
  }

  /** Whatever the document does not tell of may change what it names. */
  open({ opens }: Event): void {
    if (opens === 'everything') this.#projects.clear();
    else for (const id of opens) this.#projects.delete(id);
  }

  /** Something that was made by a request outside of the document is there. */
  made(event: Event): void {
    const { exchange, isContended } = event;
    if (exchange.answer?.status !== 201 || isContended) return;
    const { node_id, project_id } = objectOf(exchange) ?? {};
    const place = placeAt(`${exchange.request.path}/${node_id ?? project_id}`);
    if (place) this.#there(place, event);
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
    const isDeletion = operation?.method === 'DELETE';
    if (isDeletion) this.#project(place).existence.delete(keyOf(place));
    this.#dropped(place, isDeletion);
  }

  /** What a successful answer says of the resource itself. */
  succeeded(place: Place, event: Event): void {
    const { operation, writes } = event;
    if (operation?.method === 'DELETE') {
      this.#dropped(place, true);
      this.#gone(place, event.start);
    }
    // Whether there are drawings where there is no project is not shown.
    else if (!operation?.id.startsWith('drawings.')) this.#there(place, event);
    if (!writes || !operation || !isInstance(place.kind)) return;
    const { writes: all } = this.#project(place);
    all.push({ operation: operation.id as OperationId, end: event.end, key: keyOf(place) });
    if (all.length > maxNeighbours) all.shift();
  }

  /** The last write to another resource of the project. */
  neighbour(place: Place): Neighbour | undefined {
    const mine = keyOf(place);
    return this.#project(place).writes.findLast(({ key }) => key !== mine);
  }

  /** Takes note of what was sent, for evidence. */
  log({ place, opens, exchange }: Event): void {
    const ids = place ? [place.project_id] : opens === 'everything' ? [] : opens;
    for (const id of ids) {
      const all = this.#log.get(id) ?? [];
      all.push({ key: place && keyOf(place), exchange });
      if (all.length > 2 * maxKept) all.splice(0, all.length - maxKept);
      this.#log.set(id, all);
    }
  }

  /** What was sent to a resource, and what may have changed it. */
  logged(place: Place): readonly Exchange[] {
    const mine = keyOf(place);
    const all = this.#log.get(place.project_id) ?? [];
    const told = all.filter(({ key }) => key === undefined || key === mine);
    return told.map(({ exchange }) => exchange).slice(-maxShown);
  }

  #there(place: Place, { end }: Event): void {
    this.#project(place).existence.set(keyOf(place), {
      place,
      known: { is: 'there', by: place.kind, since: end },
    });
  }

  /** What was in a project goes with it. */
  #gone(place: Place, since: number): void {
    const { existence } = this.#project(place);
    const known: Known = { is: 'gone', by: place.kind, since };
    if (isProject(place.kind))
      for (const [key, other] of [...existence]) {
        const goesAlong = other.place.kind === content[place.kind] && other.known.is === 'there';
        // Whether a project has another half elsewhere, and what becomes of that, is not shown.
        if (goesAlong) existence.set(key, { ...other, known });
        else existence.delete(key);
      }
    else existence.delete(keyOf({ ...place, kind: 'node' }));
    existence.set(keyOf(place), { place, known });
  }

  #dropped(place: Place, isDeletion: boolean): void {
    const { resources } = this.#project(place);
    if (isDeletion && isProject(place.kind)) resources.clear();
    else for (const [key, resource] of resources) if (key.endsWith(keyOf(place))) resource.open();
  }

  #project({ project_id }: Place): Project {
    const known = this.#projects.get(project_id);
    const project = known ?? { existence: new Map(), resources: new Map(), writes: [] };
    this.#projects.set(project_id, project);
    return project;
  }
}
