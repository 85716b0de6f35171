/** Joins a cause with the same mistake of other operations that says less of when. */
import { isOfProject } from '../../../schemas/groups.js';
import { operation } from '../../../schemas/index.js';
import { type Cause, isCrash } from '../cause.js';
import { timesOf } from '../circumstance.js';
import { ofKind } from '../features/feature.js';
import { foreign, nobody, unknown } from '../features/ids.js';
import { type Kept, keptOf } from '../features/kept.js';
import { areApart, asOne, isGeneral, kindsInSeveral, kindsOfSorts, many, wrongOf } from './operations.js';
import { joinedToHosts } from './together.js';

/** Whether several operations crash on projects that do not exist, and this one on some, with no other id in its path. */
const isOfNoProject = ({ expected, operations, outcome }: Cause, other: Cause) =>
  other.operations.length >= many &&
  other.circumstance.join() === nobody('project_id') &&
  expected === '404' &&
  isCrash({ outcome }) &&
  operations.every((id) => operation(id).ids.length === 1);

/**
 * Whether a circumstance only adds details to another: more features, which wrong project is in the path, which field,
 * or what else is spoiled in one operation.
 */
function isNarrower(cause: Cause, other: Cause): boolean {
  const { also = [], circumstance, sightings } = cause;
  if (isOfNoProject(cause, other)) return true;
  const isIn = (features: readonly string[]) => other.circumstance.every((each) => features.includes(each));
  if (!isGeneral(other.circumstance)) return false;
  if (circumstance.length > other.circumstance.length && isIn(circumstance)) return true;
  if (other.operations.length >= many && also.length > 0 && [circumstance, ...also].some(isIn)) return true;
  // What several operations do with a sort of values is a habit of the server.
  const isShared = other.operations.length > 1;
  if (isShared && circumstance.length === 0) return sightings.every((each) => isIn(each.features));
  const kinds = isShared ? kindsInSeveral : isGeneral(circumstance) ? kindsOfSorts : [];
  return other.circumstance.every(ofKind('ids', ...kinds)) && sightings.every((each) => isIn(each.features));
}

/** Whether a project is found by the id of another one, which an operation on something in a project just does not look at. */
const isOfOwnId = ({ operations }: Cause, { circumstance, operations: others }: Cause) =>
  circumstance.includes(foreign('project_id')) && operations.some(isOfProject) && !others.some(isOfProject);

/** Joins a cause with the more general one of other operations. */
export function joinedToWider(causes: readonly Cause[], kept: Kept): Cause[] {
  const rightIn = (features: readonly string[], each: Cause) =>
    timesOf(
      features,
      each.operations.flatMap((id) => keptOf(kept, id, each)),
    );
  // What one operation does with all ids that nothing has, another does with odd ones only: each has its own mistake.
  const isOfOdd = (each: Cause, { circumstance, operations }: Cause) =>
    operations.length === 1 &&
    circumstance.every(ofKind('ids')) &&
    rightIn([...circumstance, unknown], each) > 0;
  const hostOf = (each: Cause) =>
    causes.find(
      (other) =>
        isNarrower(each, other) &&
        wrongOf(other) === wrongOf(each) &&
        !areApart([each, other]) &&
        !isOfOwnId(each, other) &&
        !isOfOdd(each, other) &&
        !each.operations.some((id) => other.operations.includes(id)),
    );
  return joinedToHosts(causes, hostOf, (host, mine) => {
    const { circumstance } = host;
    // What meets the wider circumstance is right in some of the operations.
    const spared = mine.reduce((sum, each) => sum + rightIn(circumstance, each), host.spared);
    return { ...asOne([host, ...mine]), circumstance, spared };
  });
}
