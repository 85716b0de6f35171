/** What is known to exist, and to be gone: by answers that said so, until something may have changed it. */
import type { FixtureKind } from '../../../schemas/index.js';
import type { Place } from '../../worlds/resource.js';
import { type Event, keyOf } from './event.js';

/** Since when it is known, and what said so. */
export interface Known {
  readonly is: 'there' | 'gone';
  /** What was deleted: the resource itself, or its project. */
  readonly by: FixtureKind;
  readonly since: number;
}

/** Kinds that are gone with their project, as far as the document says where they are. */
const content: Partial<Record<FixtureKind, FixtureKind>> = { project: 'node', 'compute-project': 'cloud' };

export class Existence {
  readonly #byProject = new Map<string, Map<string, { readonly place: Place; readonly known: Known }>>();

  of(place: Place): Known | undefined {
    return this.#byProject.get(place.project_id)?.get(keyOf(place))?.known;
  }

  /** Takes note that a resource answered. */
  there(place: Place, { end }: Event): void {
    this.#set(place, { is: 'there', by: place.kind, since: end });
  }

  /** Takes note of a deletion; what was in a project goes with it. */
  gone(place: Place, { start }: Event): void {
    const { kind, project_id } = place;
    const known: Known = { is: 'gone', by: kind, since: start };
    if (kind === 'project' || kind === 'compute-project')
      for (const other of [...(this.#byProject.get(project_id)?.values() ?? [])]) {
        if (other.place.kind === content[kind] && other.known.is === 'there') this.#set(other.place, known);
        // Whether a project has another half elsewhere, and what becomes of that, is not shown.
        else this.forget(other.place);
      }
    else this.forget({ ...place, kind: 'node' });
    this.#set(place, known);
  }

  forget(place: Place): void {
    this.#byProject.get(place.project_id)?.delete(keyOf(place));
  }

  forgetProject(id: string): void {
    this.#byProject.delete(id);
  }

  forgetAll(): void {
    this.#byProject.clear();
  }

  #set(place: Place, known: Known): void {
    const project = this.#byProject.get(place.project_id) ?? new Map();
    this.#byProject.set(place.project_id, project.set(keyOf(place), { place, known }));
  }
}
