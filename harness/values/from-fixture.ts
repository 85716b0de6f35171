import type { Fixture } from '../fixtures/index.js';

/** Stands in a generated body for a value that only the fixture knows; generated input is the same for every fixture. */
export class FromFixture {
  constructor(
    readonly label: string,
    readonly of: (fixture: Fixture) => unknown,
  ) {}

  /** How it reads in a counterexample. */
  toJSON(): string {
    return `<${this.label}>`;
  }
}

/** The value that the target itself returned for a field. */
export const returned = (field: string) =>
  new FromFixture(`${field} as the target returned it`, ({ resource }) => resource[field]);

/** The value that the fixture was made with: the target has taken it once. */
export const sentAtCreation = (field: string) =>
  new FromFixture(`${field} as it was created with`, ({ made }) => {
    const body = made.at(-1)?.request.body;
    return typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>)[field] : undefined;
  });

/** The id of the path. */
export const idOfPath = (name: 'project_id' | 'node_id') =>
  new FromFixture(`${name} of the path`, (fixture) => fixture[name]);

/** Names that no other fixture has: targets may refuse one that is taken. */
export const uniqueName = new FromFixture('a unique name', ({ project_id }) => nameAfter(project_id));
export const otherUniqueName = new FromFixture(
  'another unique name',
  ({ project_id }) => `${nameAfter(project_id)}b`,
);

/** Short, and of letters and digits: bounds and formats of names are not shown (2.6). */
const nameAfter = (id: string) => `conf${id.slice(0, 8)}`;

/** Puts the fixture's values in; fields whose value the fixture does not have are left out. */
export function materialise(value: unknown, fixture: Fixture): unknown {
  if (value instanceof FromFixture) return value.of(fixture);
  if (Array.isArray(value)) return value.map((item) => materialise(item, fixture));
  if (typeof value !== 'object' || value === null) return value;
  // Most bodies hold none.
  if (!Object.values(value).some(isToBeFilled)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, materialise(item, fixture)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

const isToBeFilled = (item: unknown) => item === undefined || (typeof item === 'object' && item !== null);
