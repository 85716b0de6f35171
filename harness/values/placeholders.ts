/** What a body says of the resource that it is sent to: filled in when it is sent, so that plans hold for any resource. */
import { randomUUID } from 'node:crypto';
import { type Answer, type JsonObject, objectOf, type Request } from '../http/exchange.js';

/** The resource that a body is sent to, as far as a body can speak of it. */
export interface Surroundings {
  readonly project_id: string;
  readonly node_id?: string | undefined;
  /** What the target last said of it. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** The requests that made it, the last one that of the resource itself. */
  readonly made: readonly { readonly request: Pick<Request, 'body'>; readonly answer?: Answer }[];
}

/** Stands in a planned body for a value that only the resource knows. */
export class Placeholder {
  constructor(
    readonly label: string,
    readonly of: (surroundings: Surroundings) => unknown,
  ) {}

  /** How it reads in a counterexample. */
  toJSON(): string {
    return `<${this.label}>`;
  }
}

/** The value that the target itself returned for a field. */
export const returned = (field: string) =>
  new Placeholder(`${field} as the target returned it`, ({ resource }) => resource[field]);

/** The value that the resource was made with: the target has taken it once. */
export const sentAtCreation = (field: string) =>
  new Placeholder(`${field} as it was created with`, ({ made }) => {
    const body = made.at(-1)?.request.body;
    return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>)[field] : undefined;
  });

/** Something of the resource as the target showed it when it was made. */
export const shownAtFirst = (label: string, pick: (resource: JsonObject) => unknown) =>
  new Placeholder(`${label} as the target first returned it`, ({ made }) => {
    const last = made.at(-1);
    return pick((last && objectOf(last)) ?? {});
  });

/** The id of the path. */
export const idOfPath = (name: 'project_id' | 'node_id') =>
  new Placeholder(`${name} of the path`, (surroundings) => surroundings[name]);

/** An id that nothing has. */
export const freshId = new Placeholder('a fresh UUID', () => randomUUID());

/** Names that no other resource has: targets may refuse one that is taken. */
export const uniqueName = nameWith('', 'a unique name');
export const otherUniqueName = nameWith('b', 'another unique name');

/** Written nowhere else: what it is beside shows whether it was stored. */
export const thirdUniqueName = nameWith('c', 'a third unique name');
export const uniqueNameWith = (letter: string) => nameWith(letter, `a unique name with ${letter}`);

/** A name that follows from an id: short, of letters and digits, since bounds and formats of names are not shown (2.6). */
export const nameFrom = (id: string, end: string): string => `Conf${id.slice(-8)}${end}`;

function nameWith(end: string, label: string): Placeholder {
  return new Placeholder(label, ({ project_id }) => nameFrom(project_id, end));
}

/** Puts the values in; fields whose value the resource does not have are left out. */
export function resolvePlaceholders(value: unknown, surroundings: Surroundings): unknown {
  if (value instanceof Placeholder) return value.of(surroundings);
  if (Array.isArray(value)) return value.map((item) => resolvePlaceholders(item, surroundings));
  if (typeof value !== 'object' || value === null) return value;
  // Most bodies hold none.
  if (!Object.values(value).some(mayHold)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, resolvePlaceholders(item, surroundings)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

const mayHold = (item: unknown) => item === undefined || (typeof item === 'object' && item !== null);
