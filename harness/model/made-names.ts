/** What compute projects are called: as their creation was answered, since no operation writes their names (4.4). */
import { succeeded } from '../expect.js';
import { type Exchange, objectOf } from '../http/exchange.js';
import { sameValue } from './same-value.js';

/** A reading that shows another name than the creation of the project. */
export interface OtherName {
  readonly creation: Exchange;
  readonly reading: Exchange;
  readonly made: string;
  readonly shown: string;
}

const creationPath = '/v2/compute/projects';
/** So many readings that show another name are kept. */
const most = 5;

/** Readings of compute projects, held against the answers to their creations. */
export class MadeNames {
  /** By project_id: the answers to its creations, of which there may be several, one after another. */
  readonly #creations = new Map<string, { readonly made: string; readonly creation: Exchange }[]>();
  readonly wrong: OtherName[] = [];

  /** Takes note of an exchange of the run; `kept` is what is remembered of it. */
  add(exchange: Exchange, kept: Exchange): void {
    const { method, path } = exchange.request;
    // What is found of it from then on is judged as found.
    if (method === 'DELETE' && succeeded(exchange)) this.#creations.delete(lastOf(path));
    if (!path.startsWith(creationPath) || !succeeded(exchange)) return;
    const { name, project_id } = objectOf(exchange) ?? {};
    if (typeof name !== 'string' || typeof project_id !== 'string') return;
    const key = project_id.toLowerCase();
    const known = this.#creations.get(key) ?? [];
    if (method === 'POST' && path === creationPath)
      this.#creations.set(key, [...known, { made: name, creation: kept }]);
    // What is read at another address than its own is judged there.
    if (method !== 'GET' || lastOf(path) !== key) return;
    const [first] = known;
    if (!first || this.wrong.length === most || known.some(({ made }) => sameValue('name', name, made)))
      return;
    this.wrong.push({ ...first, reading: kept, shown: name });
  }
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
