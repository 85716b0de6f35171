/** Turns causes into findings: one for each thing to fix, with everything that fails because of it. */
import { fingerprint } from '../../schemas/fingerprint.js';
import type { Evidence } from '../../schemas/generated/report.js';
import { operation } from '../../schemas/index.js';
import { named } from '../expect.js';
import { operationOf } from '../http/request.js';
import { decidingOf, type Failure } from '../outcome.js';
import { levels } from '../requirement.js';
import type { Found } from '../settings.js';
import { absorbed, type Failed, type Node, nodeOf, withoutLost } from './absorb.js';
import {
  type Cause,
  type Explained,
  isFailing,
  isInCircumstance,
  isInvalidTaken,
  isOfReadings,
  isOfWhole,
  isUnexplained,
  isWrongSuccess,
} from './cause.js';
import { causesOf } from './causes.js';
import { contrastOf, withoutTaken } from './contrast.js';
import { fieldsOf, ofKind } from './features/feature.js';
import { lost } from './gone/lost.js';
import { takenBy } from './gone/takers.js';
import { wipedBy } from './gone/wiped.js';
import { together } from './joins/together.js';
import type { Sighting, Sightings } from './sighting.js';
import { specialIn } from './special/index.js';
import { done, served } from './special/unserved.js';
import { type TargetSeen, withSpecialFirst } from './special/whole-run.js';
import { listOf } from './words/nouns.js';
import { titleOf } from './words/titles.js';
import { type Beside, whenOf } from './words/when.js';

/** The findings of a run: within each level, failures of any request first, then wrong states, then special input. */
export function explain(sightings: Sightings, failed: readonly Failed[], target: TargetSeen): Explained[] {
  const byId = new Map(failed.map((each) => [each.id, each]));
  const { broken: all, alias } = oneEach(sightings.broken);
  for (const [same, main] of alias)
    for (const id of sightings.requirementsOf(same)) sightings.blame(main, id);
  const wiped = target.projects && wipedBy(all, target.projects);
  for (const each of wiped?.effects ?? [])
    for (const id of sightings.requirementsOf(each)) sightings.blame(wiped?.main ?? each, id);
  const broken = all.filter((each) => !wiped?.effects.includes(each));
  const { kept } = sightings;
  const { causes: special, left: sound } = specialIn({ broken, kept }, target);
  const taken = target.takers && takenBy(target.takers, sound);
  for (const [main, seen] of taken?.seen ?? [])
    for (const id of sightings.requirementsOf(seen)) sightings.blame(main, id);
  const gone = new Set(taken?.seen.values());
  const others = sound.filter((each) => !gone.has(each));
  const known = [...special, ...(taken ? [taken.cause] : [])];
  const nodes = [...known, ...causesOf({ broken: others, kept })]
    .map((cause) => nodeOf(cause, sightings))
    .filter(({ requirements }) => requirements.size > 0);
  const left = withoutTaken(absorbed(nodes, byId, sightings), target.contrast);
  const findings = withoutLost(left, sightings, target.projects)
    .map((node) => explained(node, besides(node, nodes, target), byId, sightings))
    .filter((each) => each !== undefined)
    .sort(inOrder);
  return withSpecialFirst(findings, target);
}

/** A finding for the report: with its evidence, without the fields that only explaining uses. */
export const asFound = (
  { failure: _, isFirst: __, cause: ___, ...rest }: Explained,
  evidence: Evidence,
): Found => ({ ...rest, fingerprint: fingerprint(rest.atoms.join('\n')), evidence });

/**
 * When a whole body is wrong, other sightings about the form of the same answer become aliases of that one; when only a
 * header is, a field of the body that is wrong as well is another defect. What cannot be read behind a write that was
 * answered wrongly, or should have been refused, is an alias of that.
 */
function oneEach(all: readonly Sighting[]): {
  readonly broken: readonly Sighting[];
  readonly alias: ReadonlyMap<Sighting, Sighting>;
} {
  const isForm = ({ aspect }: Sighting) => aspect === 'answer' || aspect === 'error';
  const first = new Map<object, Sighting>();
  for (const each of all) {
    const known = each.unit && first.get(each.unit);
    if (each.unit && isForm(each) && isOfWhole(each) && !known) first.set(each.unit, each);
  }
  const wrong = new Map(first);
  for (const each of all) {
    const isWrong = each.aspect === 'answer' || (each.aspect === 'code' && isInvalidTaken(each));
    if (each.unit && isWrong && !wrong.has(each.unit)) wrong.set(each.unit, each);
  }
  const alias = new Map<Sighting, Sighting>();
  for (const each of all) {
    const isUnreadable = each.outcome === 'not readable afterwards';
    const main = each.unit && (isUnreadable ? wrong : isForm(each) ? first : undefined)?.get(each.unit);
    if (!main || main === each || main.operation !== each.operation) continue;
    if (isUnreadable || !isOfHeader(main) || isOfWhole(each)) alias.set(each, main);
  }
  return { broken: all.filter((each) => !alias.has(each)), alias };
}

const isOfHeader = ({ failure }: Sighting) => failure?.violations[0]?.in === 'header';

/** Other failures of the same duty, in the operations of a cause. */
function besides({ cause }: Node, all: readonly Node[], { answers, contrast }: TargetSeen): Beside {
  const mine = new Set(cause.sightings);
  const others = all
    .map((node) => node.cause)
    .filter(({ aspect, expected }) => aspect === cause.aspect && expected === cause.expected)
    // A request that fails says nothing about the success code of others.
    .filter((other) => !(isWrongSuccess(cause) && isFailing(other)))
    .flatMap(({ outcome, sightings }) => sightings.map((each) => ({ outcome, each })))
    .filter(({ each }) => !mine.has(each) && cause.operations.includes(each.operation));
  const elsewhere = others.filter(({ outcome }) => outcome === cause.outcome).length;
  const isServed = answers !== undefined && cause.operations.some((id) => answers(id).all > 0);
  const beside = { elsewhere, otherwise: others.length - elsewhere, isServed };
  if (!answers || cause.aspect !== 'answer' || elsewhere > 0) return beside;
  // Where answers are wrong in other ways, too, those of this way are counted.
  const symptom = others.length > 0 ? cause.outcome : undefined;
  const counts = cause.operations.map((id) => answers(id, symptom));
  const sum = (of: 'wrong' | 'all') => counts.reduce((total, each) => total + each[of], 0);
  const known = contrastOf(cause, contrast);
  return { ...beside, answers: { wrong: sum('wrong'), all: sum('all') }, ...(known && { contrast: known }) };
}

function explained(
  { cause: known, requirements, consequences }: Node,
  beside: Beside,
  byId: ReadonlyMap<string, Failed>,
  sightings: Sightings,
): Explained | undefined {
  // What is to be shown tells more of a reading than what was sent with a write before it.
  const isTold = beside.contrast !== undefined && isOfReadings(known);
  const cause = isTold ? together(known, [known], { circumstance: [] }) : known;
  const failure = simplest(cause, sightings, byId);
  if (!failure) return undefined;
  const rows = [...requirements].flatMap((id) => byId.get(id) ?? []);
  const level = levels.find((each) => rows.some((row) => row.level === each)) ?? 'should';
  const [first] = cause.operations;
  const success = first ? operation(first).success.map(named).join(' or ') : '';
  // A correct request is shown for comparison only where a code is wrong, and not for every request.
  const isCode = cause.aspect === 'code' && cause.circumstance.length > 0;
  const shown = decidingOf(failure);
  const asked = (shown && operationOf(shown.request)) ?? first;
  const right = isCode && asked ? sightings.right.nearest(asked, shown) : undefined;
  const atoms = cause.operations.flatMap((id) =>
    identitiesOf(cause).map((identity) =>
      [id, cause.aspect, cause.expected, cause.outcome, ...identity].join(' | '),
    ),
  );
  return {
    title: titleOf(cause, success, beside),
    operations: cause.operations,
    level,
    atoms,
    circumstance: {
      words: whenOf(cause, beside),
      features: cause.circumstance,
      fields: fieldsOf(cause.circumstance),
      failed: cause.failed,
      otherwise: cause.otherwise,
    },
    ...(right && { right }),
    isFirst: [served, done].includes(cause.expected) || cause.outcome === lost,
    requirements: [...requirements],
    consequences: [...consequences],
    failure,
    cause,
  };
}

/** The failure to show: one that fits the circumstance and fails a requirement, a must first, with the simplest input. */
function simplest(
  { circumstance, sightings: all }: Cause,
  sightings: Sightings,
  byId: ReadonlyMap<string, Failed>,
): Failure | undefined {
  const blamed = all.filter((each) => sightings.requirementsOf(each).length > 0);
  const levelOf = (each: Sighting) => {
    const rows = sightings.requirementsOf(each).flatMap((id) => byId.get(id) ?? []);
    return Math.min(...rows.map(({ level }) => levels.indexOf(level)), levels.length);
  };
  const rank = (each: Sighting) => [
    decidingOf(each.failure)?.unsent ? 1 : 0,
    isInCircumstance(each, { circumstance }) ? 0 : 1,
    each.inCompany ? 1 : 0,
    levelOf(each),
    // A body that is written as usual says more than one that is not.
    each.features.some(ofKind('body')) ? 1 : 0,
    each.features.length,
  ];
  return [...(blamed.length > 0 ? blamed : all)]
    .flatMap((each) => (each.failure ? [{ failure: each.failure, rank: rank(each) }] : []))
    .sort(
      (a, b) =>
        a.rank.map((one, at) => one - (b.rank[at] ?? 0)).find((difference) => difference !== 0) ??
        a.failure.exchanges.length - b.failure.exchanges.length,
    )[0]?.failure;
}

/** What of each circumstance is the same in every run: of what nothing explains, only the fields. */
function identitiesOf(cause: Cause): readonly (readonly string[])[] {
  const { circumstance, also = [] } = cause;
  const all = [circumstance, ...also];
  if (isUnexplained(cause) || listOf(cause) === undefined)
    return [[...new Set(fieldsOf(all.flat()))].sort().map((field) => `field:${field}`)];
  return all.map((each) => each.toSorted()).sort();
}

/** How soon a user of the server would notice it; the lowest number first. */
function urgency({ circumstance, failure, isFirst }: Explained): number {
  if (isFirst) return -1;
  if (circumstance.features.length === 0) return 0;
  return failure.violations[0]?.in === 'state' ? 1 : 2;
}

const inOrder = (a: Explained, b: Explained) =>
  levels.indexOf(a.level) - levels.indexOf(b.level) ||
  urgency(a) - urgency(b) ||
  b.requirements.length - a.requirements.length;
