/** Each fault alone, in pairs and six at once, under the whole suite: how many findings a reader gets for one mistake. */
import type { Fault } from '../../reference-impl/index.js';
import { inOne, type Job, namesIn, type Result, type Told } from '../jobs.js';
import { areApart, drawn } from '../together.js';

/** The share that there has to be, in percent. */
export const enough = { single: 95, singleBlamed: 95, pairApart: 95, pairTwo: 85, ofSix: 95, predicted: 95 };

/** The default of the command line: some defects are only found by generated input. */
export const defaultRuns = 100;

type Setting = Pick<Job, 'requirements' | 'seed'>;

/** Faults drawn by a seed, each alone; those that are known to show nothing are left out. */
export function singleJobs(faults: readonly Fault[], count: number, setting: Setting): Job[] {
  return drawn(faults, setting.seed)
    .slice(0, count)
    .map((each) => jobOf([each], setting));
}

/** Some faults at once. */
function jobOf(faults: readonly Fault[], setting: Setting): Job {
  return { kind: 'fault', ...inOne(faults), runs: defaultRuns, ...setting };
}

/** Pairs of faults that aim at different requirements, half of them of one operation. */
export function pairJobs(faults: readonly Fault[], count: number, setting: Setting): Job[] {
  const order = drawn(faults, setting.seed + 1);
  const near: Job[] = [];
  const far: Job[] = [];
  const half = Math.ceil(count / 2);
  const used = new Set<Fault>();
  for (const first of order) {
    if (used.has(first)) continue;
    const isNear = near.length < half;
    const second = order.find(
      (each) =>
        each !== first &&
        !used.has(each) &&
        isNear === isOfOneOperation(first, each) &&
        areApart(first, each),
    );
    if (!second) continue;
    used.add(first).add(second);
    (isNear ? near : far).push(jobOf([first, second], setting));
    if (near.length + far.length >= count) break;
  }
  return [...near, ...far];
}

/** Groups of six faults that aim at different requirements. Those that break nearly everything are left out. */
export function groupJobs(faults: readonly Fault[], count: number, setting: Setting): Job[] {
  const left = drawn(faults, setting.seed + 2).filter(({ breaks }) => breaks.length <= mostBroken);
  return Array.from({ length: count }, () => {
    const group: Fault[] = [];
    for (const each of left)
      if (group.length < groupSize && group.every((one) => areApart(one, each))) group.push(each);
    for (const each of group) left.splice(left.indexOf(each), 1);
    return group;
  })
    .filter(({ length }) => length === groupSize)
    .map((group) => jobOf(group, setting));
}

const groupSize = 6;
/** What breaks more requirements hides most other faults. */
const mostBroken = 40;

const isOfOneOperation = (a: Fault, b: Fault) => a.operations.some((each) => b.operations.includes(each));

interface Share {
  readonly good: number;
  readonly tried: number;
}

/** What a draw came to, with the findings of each that did not come out as it should. */
export interface WholeResult {
  readonly single: Share;
  /** Those of which each finding names an operation that the fault is in. */
  readonly singleBlamed: Share;
  readonly pairApart: Share;
  readonly pairTwo: Share;
  /** Faults among five others that have a finding of their own. */
  readonly ofSix: Share;
  /** Pairs that do not count: beside the one fault, nothing that the other aims at could be judged. */
  readonly hidden: readonly string[];
  readonly rest: readonly string[];
}

export function wholeResult(faults: readonly Fault[], results: readonly Result[]): WholeResult {
  const byName = new Map(faults.map((fault) => [fault.name, fault]));
  const among = (others: number) => results.filter(({ job: { beside = [] } }) => beside.length === others);
  const [singles, inPairs, inGroups] = [among(0), among(1), among(groupSize - 1)];
  const isHidden = ({ job, verdicts }: Result) =>
    namesIn(job).some((name) =>
      byName.get(name)?.aims.every((id) => !['passed', 'failed'].includes(verdicts[id]?.[0] ?? '')),
    );
  const lost = new Map(inGroups.map((each) => [each, untold(byName, each)]));
  const pairs = inPairs.filter((each) => !isHidden(each));
  const isOne = ({ findings }: Result) => findings.length === 1;
  const isBlamed = ({ job, findings }: Result) => {
    const broken = namesIn(job).flatMap((name) => byName.get(name)?.operations ?? []);
    return findings.every(({ operations }) => operations.some((id) => broken.includes(id)));
  };
  const isTwo = ({ findings }: Result) => findings.length === 2;
  const isApart = ({ job, findings }: Result) => {
    const [first, second] = namesIn(job).map((name) => findingOf(byName.get(name), findings));
    return first !== undefined && second !== undefined && first !== second;
  };
  return {
    single: { good: singles.filter(isOne).length, tried: singles.length },
    singleBlamed: { good: singles.filter(isBlamed).length, tried: singles.length },
    pairApart: { good: pairs.filter(isApart).length, tried: pairs.length },
    pairTwo: { good: pairs.filter(isTwo).length, tried: pairs.length },
    ofSix: {
      good: inGroups.length * groupSize - [...lost.values()].flat().length,
      tried: inGroups.length * groupSize,
    },
    hidden: inPairs.filter(isHidden).map(namesOf),
    rest: [
      ...singles.filter((each) => !isOne(each) || !isBlamed(each)),
      ...pairs.filter((each) => !isApart(each) || !isTwo(each)),
      ...inGroups.filter((each) => lost.get(each)?.length),
    ].map((each) =>
      [
        `${namesOf(each)}: ${each.findings.length} findings`,
        ...(lost.get(each) ?? []).map((name) => `  none is of ${name}`),
        ...each.findings.map(({ title }) => `  ${title}`),
      ].join('\n'),
    ),
  };
}

const namesOf = ({ job }: Result) => namesIn(job).join(' and ');

/** Faults of a group without a finding of their own: one by which something fails that no other fault breaks. */
function untold(byName: ReadonlyMap<string, Fault>, { job, findings }: Result): string[] {
  const group = namesIn(job);
  return group.filter((name) => {
    const others = group.flatMap((each) => (each === name ? [] : (byName.get(each)?.breaks ?? [])));
    const own = byName.get(name)?.breaks.filter((id) => !others.includes(id)) ?? [];
    return !findings.some(({ requirements, consequences }) =>
      own.some((id) => requirements.includes(id) && !consequences.includes(id)),
    );
  });
}

/** The finding by which the requirements fail that a fault aims at. */
function findingOf(fault: Fault | undefined, findings: readonly Told[]): Told | undefined {
  const count = ({ requirements }: Told) => requirements.filter((id) => fault?.aims.includes(id)).length;
  const best = [...findings].sort((a, b) => count(b) - count(a))[0];
  return best && count(best) > 0 ? best : undefined;
}
