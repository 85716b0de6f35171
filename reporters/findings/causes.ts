import type { RequirementRow } from '../../schemas/generated/report.js';
import { groupBy } from '../group.js';
import { aspect, type Case } from './cases.js';

const FEWEST = 3;
const MOST = 0.75;

/** Sets that grow together. */
const union = <T>(items: readonly T[]) => {
  const parent = new Map(items.map((item) => [item, item]));
  const root = (item: T): T => {
    let at = item;
    for (let next = parent.get(at); next !== undefined && next !== at; next = parent.get(at)) at = next;
    return at;
  };
  return {
    join: (group: readonly T[]) => {
      for (const item of group.slice(1)) parent.set(root(item), root(group[0] as T));
    },
    sets: (): T[][] => [...groupBy(items, root).values()],
  };
};

const groups = <T>(items: readonly T[], keyOf: (item: T) => string | undefined): T[][] =>
  [...groupBy(items, keyOf)].filter(([key]) => key !== undefined).map(([, group]) => group);

const isJudged = ({ verdict }: RequirementRow): boolean => verdict === 'passed' || verdict === 'failed';

const isMost = (failing: number, judged: number): boolean => failing >= FEWEST && failing >= judged * MOST;

/** Fields of one operation whose cases have the same forms: one missing kind of check, not one a field. */
const alikeFields = (fields: readonly Case[][]): Case[][] =>
  groups(fields, (group) => {
    const [first] = group;
    // Where the outcome names the field, as a violation does, that is likeness enough.
    const forms = first?.symptom.outcome.includes(first.field ?? '')
      ? []
      : [...new Set(group.map(({ form }) => form))].sort();
    return JSON.stringify([first?.key.replaceAll(first.field ?? '', '…'), forms]);
  })
    .filter((alike) => alike.length >= FEWEST)
    .map((alike) => alike.flat());

const families = (
  found: readonly Case[],
  judged: readonly RequirementRow[],
  bucket: (c: Case) => string,
  family: (row: RequirementRow) => string,
): Case[][] => {
  const judgedOf = new Map([...groupBy(judged, family)].map(([name, rows]) => [name, rows.length]));
  const joined: Case[][] = [];
  for (const same of groups(found, bucket)) {
    const rows = new Set(same.flatMap((c) => [...c.requirements]));
    const complete = new Set(
      [...groupBy(rows, family)]
        .filter(([name, failing]) => isMost(failing.length, judgedOf.get(name) ?? 0))
        .map(([name]) => name),
    );
    for (const name of complete)
      joined.push(same.filter((c) => [...c.requirements].some((row) => family(row) === name)));
  }
  return joined;
};

/** A code or a lost connection can have many causes; a violation names the place that is wrong. */
const isViolation = ({ symptom }: Case): boolean => !/^(?:status|transport) /.test(symptom.outcome);

/**
 * Puts cases with one cause together. Cases are joined when, with the same outcome, they are about
 * 1. the same violation in the answers of one operation;
 * 2. the same field of the same operation;
 * 3. three fields or more of one operation that fail in the same ways;
 * 4. one operation in which most requirements of a kind (three or more) have that outcome;
 * 5. the same statement in most operations that have it (three or more).
 * What remains single stays single: siblings that passed show that its cause is narrow.
 */
export const causes = (found: readonly Case[], requirements: readonly RequirementRow[]): Case[][] => {
  const judged = requirements.filter(isJudged);
  const sets = union(found);
  const fields = groups(found, (c) => (c.field === undefined ? undefined : JSON.stringify([c.key, c.field])));
  const kind = (row: RequirementRow) => JSON.stringify([row.operation, row.kind]);
  const wholeOperations = new Set(
    families(found, judged, (c) => c.key, kind).flatMap((family) => family.map(({ key }) => key)),
  );
  for (const group of [
    ...groups(found, (c) => (isViolation(c) ? c.key : undefined)),
    ...fields,
    ...alikeFields(fields),
    ...groups(found, ({ key }) => (wholeOperations.has(key) ? key : undefined)),
    ...families(found, judged, (c) => c.outcome, aspect),
  ])
    sets.join(group);
  return sets.sets();
};
