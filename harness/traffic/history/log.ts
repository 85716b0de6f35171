/** What was recorded of each resource: the history that evidence shows. */
import type { Exchange } from '../../http/exchange.js';
import type { Place } from '../../worlds/resource.js';
import { type Event, keyOf } from './event.js';

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
