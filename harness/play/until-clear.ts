/** Plays again what is not clear in company: packs are cut in halves, and what is wrong in a row is sent alone. */
import { type Case, halves, isPack, isSingle } from '../plan/case.js';
import { type Observation, type Rule, wasTaken } from '../rules/observation.js';
import { isBroken, isLoss, kindOf, type Order, type Played, type PlayedAgain, symptomOf } from './again.js';

/** What a reading or a write behind a unit shows: any of its cases may have done it. */
const sharedRules: ReadonlySet<Rule> = new Set(['readable', 'writable', 'unchanged', 'kept']);

/** What is to be played again now, and whether something waits for what that comes to. */
export interface Doubts {
  readonly orders: readonly Order[];
  /** What the orders are to confirm. */
  readonly ordered: readonly Observation[];
  readonly isOpen: boolean;
}

/**
 * What has to be played to know what a unit has shown.
 * @param share Whether halves of a pack that was not taken may share worlds.
 */
export function againAfter(
  played: PlayedAgain,
  confirmations: Confirmations,
  share: boolean,
  round = new Round(confirmations),
): Doubts {
  const { unit, observations, alone, children } = played;
  // Somebody else may have taken the resource away: then one more row shows what each of its cases does.
  if (isLost(played)) return { orders: [{ unit, alone: true, isSecond: true }], ordered: [], isOpen: false };
  if (isRepeated(played)) return { orders: [], ordered: [], isOpen: false };
  const packs = packsNotTaken(played);
  const isTold = packs.some((pack) =>
    observations.some((each) => each.case === pack && confirmations.failsAlways(each)),
  );
  const pieces = children.length > 0 || isTold ? [] : packs.flatMap((each) => halves({ cases: [each] }));
  const first = pieces.map((piece): Order => ({ unit: piece, alone: !share }));

  const again = new Set(children.flatMap((child) => child.unit.cases));
  const isShared = ({ rule }: Observation) => sharedRules.has(rule);
  const isClear = (each: Observation) =>
    (alone && (isSingle(unit) || (each.case === unit.cases[0] && !isShared(each)))) ||
    packs.includes(each.case) ||
    (again.has(each.case) && (!isShared(each) || children.some((child) => shows(child, each))));
  const isBehind = behindDamage(played);
  const isBelieved = (each: Observation) => round.believes(each) && !isBehind(each);
  const doubtful = observations.filter((each) => isBroken(each) && !isBelieved(each) && !isClear(each));
  const ordered = doubtful.filter((each) => isBehind(each) || round.takes(each));
  const isOpen = ordered.length < doubtful.length;
  const asked = (cases: readonly Case[]) => [
    ...first,
    ...[...new Set(cases)].map((each): Order => ({ unit: { cases: [each] }, alone: true })),
  ];
  const shared = isSingle(unit) ? undefined : ordered.find(isShared);
  if (!shared) return { orders: asked(ordered.map((each) => each.case)), ordered, isOpen };
  // What was taken though it is to be refused has mostly done it.
  if (!again.has(shared.case) && isWronglyTaken(played, shared.case))
    return { orders: asked([shared.case]), ordered: [], isOpen: true };
  return { orders: halves(unit).map((half) => ({ unit: half, alone: true })), ordered, isOpen: false };
}

/** Whether it came behind another case that failed, in a row behind which the resource cannot be read any more. */
function behindDamage({ unit, observations }: Played): (each: Observation) => boolean {
  const broken = observations.filter(isBroken);
  const isDamaged = broken.some(({ rule }) => rule === 'readable');
  const failing = new Set(broken.filter(({ rule }) => rule === 'code').map((each) => each.case));
  const first = unit.cases.findIndex((each) => failing.has(each));
  return (each) => isDamaged && failing.has(each.case) && unit.cases.indexOf(each.case) > first;
}

/** Whether the resource of several cases was not found, for the first time. */
const isLost = ({ unit, observations, children, isSecond }: PlayedAgain) =>
  !isSecond &&
  children.length === 0 &&
  !isSingle(unit) &&
  observations.some((each) => isBroken(each) && isLoss(each));

const isRepeated = ({ children }: PlayedAgain) => children.some(({ isSecond }) => isSecond);

/** Bodies of several values that were not taken: none of the values was tried. */
function packsNotTaken({ unit, observations }: Played): Case[] {
  return unit.cases
    .filter((each) => isPack({ cases: [each] }))
    .filter((pack) =>
      observations.some(
        (each) => each.case === pack && each.rule === 'code' && (isBroken(each) || !wasTaken(each)),
      ),
    );
}

const isWronglyTaken = ({ observations }: Played, sent: Case) =>
  observations.some(
    (each) => each.case === sent && each.rule === 'code' && isBroken(each) && wasTaken(each),
  ) && sent.duty === 'refused';

/** Plays orders; resolves with what they came to, each in its place, and nothing where the run had ended. */
type Play = (orders: readonly Order[]) => Promise<readonly (Played | undefined)[]>;

/** Plays orders, and again what is not clear, until it is. */
export async function playUntilClear(
  orders: readonly Order[],
  play: Play,
  confirmations: Confirmations,
  share: boolean,
): Promise<(PlayedAgain | undefined)[]> {
  const all = (await play(orders)).map((each, index) => {
    const isSecond = orders[index]?.isSecond;
    return each && { ...each, ...(isSecond && { isSecond }), children: [] as PlayedAgain[] };
  });
  for (const each of all) if (each) confirmations.add(each);
  let open = all.filter((each) => each !== undefined);
  while (open.length > 0) {
    const round = new Round(confirmations);
    const doubts = open.map((each) => ({ each, ...againAfter(each, confirmations, share, round) }));
    const flat = doubts.flatMap((doubt) => doubt.orders);
    const results = flat.length > 0 ? await playUntilClear(flat, play, confirmations, share) : [];
    if (!results.some((result) => result !== undefined)) break;
    let from = 0;
    for (const { each, orders: mine, ordered } of doubts) {
      const shown = results.slice(from, from + mine.length).filter((child) => child !== undefined);
      from += mine.length;
      each.children.push(...shown);
      if (shown.length === mine.length)
        for (const one of ordered) if (!shown.some((child) => shows(child, one))) confirmations.refute(one);
    }
    open = doubts.filter(({ isOpen }) => isOpen).map(({ each }) => each);
  }
  return all.map((each) => each && withoutGuesses(each, confirmations));
}

/** What is believed without being played again says nothing of which of several cases has done it. */
function withoutGuesses(played: PlayedAgain, confirmations: Confirmations): PlayedAgain {
  if (isSingle(played.unit) || played.children.length > 0) return played;
  const isGuess = (each: Observation) =>
    isBroken(each) && sharedRules.has(each.rule) && confirmations.times(each) >= maxConfirmed;
  return { ...played, observations: played.observations.filter((each) => !isGuess(each)) };
}

const shows = ({ observations, children }: PlayedAgain, sought: Observation): boolean =>
  observations.some((each) => isBroken(each) && symptomOf(each) === symptomOf(sought)) ||
  children.some((child) => shows(child, sought));

/** Failures of a kind that are confirmed alone; the next one is believed. */
const maxConfirmed = 3;
/** Cases that must all have failed alike before nothing else is expected. */
const leastForAll = 10;

export class Confirmations {
  /** Units of one case, and how many of them showed each symptom. */
  #singles = 0;
  readonly #showing = new Map<string, number>();
  readonly #confirmed = new Map<string, number>();
  readonly #refuted = new Set<string>();

  /** Counts what a unit of one case shows; each kind of failure once. */
  add({ unit, observations, alone }: Played): void {
    if (!isSingle(unit)) return;
    const broken = observations.filter(isBroken);
    this.#singles++;
    for (const symptom of new Set(broken.map(symptomOf))) count(this.#showing, symptom);
    if (!alone) return;
    for (const key of new Set(broken.flatMap(keysOf))) count(this.#confirmed, key);
  }

  /** What was expected to show again alone did not: what is alike in other kinds of cases is not believed any more. */
  refute(each: Observation): void {
    this.#refuted.add(keysOf(each)[0]);
  }

  /** How often a failure like this was seen alone. */
  times(each: Observation): number {
    return this.#confirmed.get(this.keyOf(each)) ?? 0;
  }

  /** Equal for failures that count for each other. */
  keyOf(each: Observation): string {
    const [wide, narrow] = keysOf(each);
    return this.#refuted.has(wide) ? narrow : wide;
  }

  /** Whether every case has failed like this, so that parts of a pack would show nothing else. */
  failsAlways(each: Observation): boolean {
    return this.#singles >= leastForAll && this.#showing.get(symptomOf(each)) === this.#singles;
  }
}

/** The same symptom under the same duty, and that of the same kind of case only. */
function keysOf(each: Observation): readonly [wide: string, narrow: string] {
  return [`${each.case.duty} ${symptomOf(each)}`, `${kindOf(each)} ${symptomOf(each)}`];
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Failures that are confirmed at the same time: no more of a kind than are needed. */
class Round {
  readonly #ordered = new Map<string, number>();

  constructor(private readonly confirmations: Confirmations) {}

  /** Whether it has been confirmed often enough. */
  believes(each: Observation): boolean {
    return this.confirmations.times(each) >= maxConfirmed;
  }

  /** Whether it is to be confirmed now; if not, it waits for what the others come to. */
  takes(each: Observation): boolean {
    const key = this.confirmations.keyOf(each);
    if (this.confirmations.times(each) + (this.#ordered.get(key) ?? 0) >= maxConfirmed) return false;
    count(this.#ordered, key);
    return true;
  }
}
