/** How fast a target answers, as far as a run has seen. */

/** How much must be measured before the pace of a target is known. */
const enough = { exchanges: 20, ms: 1000, stretches: 3 };
const minStretchMs = 100;
/** A stretch that is this many times slower than usual is left out. */
const stalls = 10;
/** The latest stretches count: at first, fixtures are made one after another. */
const latest = 10;

/** A verdict: when it came, and how many requests were sent by then. */
interface Point {
  readonly at: number;
  readonly requests: number;
}

/** A part of a run, between two verdicts. */
interface Stretch {
  readonly ms: number;
  readonly requests: number;
}

export class Pace {
  readonly #stretches: Stretch[] = [];
  #first: Point | undefined;
  #last: Point | undefined;

  /** @param now The time in milliseconds. */
  constructor(private readonly now = () => Date.now()) {}

  /** @param requests How many were sent so far. */
  note(requests: number): void {
    const now = { at: this.now(), requests };
    this.#first ??= now;
    const last = this.#last ?? now;
    const stretch = { ms: now.at - last.at, requests: requests - last.requests };
    this.#last = last;
    if (stretch.requests === 0 || stretch.ms < minStretchMs) return;
    this.#last = now;
    this.#stretches.push(stretch);
    if (this.#stretches.length > latest) this.#stretches.shift();
  }

  /** Milliseconds that a run of so many requests will have taken in the end; undefined until the pace is known. */
  msOf(requests: number): number | undefined {
    const [first, last, msEach] = [this.#first, this.#last, this.msEach];
    if (!first || !last || msEach === undefined) return undefined;
    return last.at - first.at + Math.max(0, requests - last.requests) * msEach;
  }

  /** Milliseconds a request, without stretches that were very slow because of a time-out; undefined until it is known. */
  get msEach(): number | undefined {
    const all = this.#stretches;
    const isKnown =
      all.length >= enough.stretches &&
      sum(all.map(({ requests }) => requests)) >= enough.exchanges &&
      sum(all.map(({ ms }) => ms)) >= enough.ms;
    return isKnown ? usualMs(all) : undefined;
  }
}

function usualMs(stretches: readonly Stretch[]): number {
  const pace = ({ ms, requests }: Stretch) => ms / requests;
  const byPace = stretches.toSorted((a, b) => pace(a) - pace(b));
  let left = sum(stretches.map(({ requests }) => requests)) / 2;
  // The median: half of the requests were sent at this pace or faster.
  const middle = byPace.find(({ requests }) => {
    left -= requests;
    return left <= 0;
  });
  const usual = stretches.filter((each) => !middle || pace(each) <= stalls * pace(middle));
  return sum(usual.map(({ ms }) => ms)) / sum(usual.map(({ requests }) => requests));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
