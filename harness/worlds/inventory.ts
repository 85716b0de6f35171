/** The projects of a target before and after a run: what changed although nobody meant it to. */
import { isDeepStrictEqual } from 'node:util';
import { ofFixture } from '../../schemas/purpose.js';
import type { HttpClient } from '../http/client.js';
import type { JsonObject } from '../http/exchange.js';
import type { Closed } from './provisioner.js';
import { type Listed, type Lists, listAt, type ProjectFamily } from './resource.js';

export interface Differences {
  readonly before: number;
  readonly after: number;
  /** One sentence each. */
  readonly differences: readonly string[];
}

export const projectFamilies = ['projects', 'compute/projects'] as const satisfies ProjectFamily[];

/** Differences told one by one; a target in use by others may show any number. */
const maxTold = 50;

/** The projects that a target lists, by id; undefined where it has no such list. */
export async function listProjects(target: HttpClient, family: ProjectFamily): Promise<Listed | undefined> {
  const projects = await listAt(target, `/v2/${family}`, ofFixture('list the projects of the target'));
  if (!projects?.every(({ project_id }) => typeof project_id === 'string')) return undefined;
  return new Map(projects.map((project) => [String(project.project_id), project]));
}

/** What a target lists of these families; without those of which it has no list. */
export async function listsOf(target: HttpClient, families: readonly ProjectFamily[]): Promise<Lists> {
  const listed = await Promise.all(
    families.map(async (family) => [family, await listProjects(target, family)] as const),
  );
  return Object.fromEntries(listed.filter(([, projects]) => projects !== undefined));
}

export class Inventory {
  #before: Promise<Lists> | undefined;

  constructor(private readonly target: HttpClient) {}

  /** Looks once, before anything is made. */
  async begin(): Promise<void> {
    this.#before ??= listsOf(this.target, projectFamilies);
    await this.#before;
  }

  /**
   * Looks again at what could be listed before.
   * @returns the differences but for leftovers, which are reported separately; undefined where nothing is listed.
   */
  async end({ leftovers, lists: seen = {} }: Closed): Promise<Differences | undefined> {
    const before = await this.#before;
    if (!before || this.target.broken !== undefined) return undefined;
    const unseen = projectFamilies.filter((family) => before[family] && !seen[family]);
    const after = { ...seen, ...(await listsOf(this.target, unseen)) };
    const family = projectFamilies.find((each) => after[each]);
    if (!family) return undefined;
    const known = new Set(leftovers.map(({ path }) => path));
    const found = projectFamilies.flatMap((each) => differences(each, before[each], after[each], known));
    const more = found.length - maxTold;
    return {
      before: before[family]?.size ?? 0,
      after: after[family]?.size ?? 0,
      differences: more > 0 ? [...found.slice(0, maxTold), `and ${more} more`] : found,
    };
  }
}

function differences(
  family: ProjectFamily,
  before: Listed | undefined,
  after: Listed | undefined,
  known: ReadonlySet<string>,
): string[] {
  if (!before || !after) return [];
  const name = (id: string, project: JsonObject) =>
    `${family === 'projects' ? 'Project' : 'Compute project'} ${id} (${JSON.stringify(project.name ?? null).slice(0, 80)})`;
  const gone = [...before].filter(([id]) => !after.has(id));
  const come = [...after].filter(([id]) => !before.has(id) && !known.has(`/v2/${family}/${id}`));
  const other = [...after].flatMap(([id, project]) => {
    const was = before.get(id);
    const fields = was ? changedFields(was, project) : [];
    return fields.length > 0 ? [`${name(id, project)} is not as before: ${fields.join(', ')}`] : [];
  });
  return [
    ...gone.map(([id, project]) => `${name(id, project)} was there before and is not any more`),
    ...come.map(([id, project]) => `${name(id, project)} was not there before and is there now`),
    ...other,
  ];
}

function changedFields(before: JsonObject, after: JsonObject): string[] {
  const brief = (value: unknown) => JSON.stringify(value ?? null).slice(0, 60);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => `${field} was ${brief(before[field])}, is ${brief(after[field])}`);
}
