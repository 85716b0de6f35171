/** Special causes, which are looked for first: each takes from what those before it have left. */
import type { Cause } from '../cause.js';
import { madeByAsking } from '../gone/asked.js';
import { firstOnly } from '../gone/first-updates.js';
import { jammedIn } from '../gone/jammed.js';
import type { Noted, Sighting } from '../sighting.js';
import { droppedIn } from './dropped.js';
import { echoedIn } from './echoed.js';
import { mixedIn } from './mixed.js';
import { passingIn } from './passing.js';
import { spoiledBy } from './spoiled.js';
import { staleIn } from './stale.js';
import { stubsIn } from './stubs.js';
import { unmodifiedIn } from './unmodified.js';
import { unrefusedIn } from './unrefused.js';
import { unservedIn } from './unserved.js';
import type { TargetSeen } from './whole-run.js';

type Special = (noted: Noted, target: TargetSeen) => readonly Cause[];

const specials: readonly Special[] = [
  ({ broken }, { jammed }) => jammedIn(broken, jammed ?? []),
  // Behind what crashes from some time on, nothing succeeds either.
  ({ broken }, target) => passingIn(broken, (id) => target.answers?.(id).all ?? 0, target),
  ({ broken }, { followed }) => {
    const spoiled = followed && spoiledBy(followed, broken);
    return spoiled ? [spoiled] : [];
  },
  // A target that goes away drops connections as well: it has a finding of its own.
  ({ broken }, target) => (target.broken === undefined ? droppedIn(broken) : []),
  (noted, { answers }) => (answers ? unservedIn(noted, (id) => answers(id).all) : []),
  unrefusedIn,
  stubsIn,
  ({ broken }) => madeByAsking(broken),
  ({ broken }, { updates }) => (updates ? firstOnly(broken, updates) : []),
  ({ broken }) => echoedIn(broken),
  ({ broken }) => unmodifiedIn(broken),
  ({ broken }, { answers }) => (answers ? mixedIn(broken, answers) : []),
  ({ broken }, { staleness }) => (staleness ? staleIn(broken, staleness) : []),
];

/** The special causes of a run, and what is wrong beside them. */
export function specialIn(
  { broken, kept }: Noted,
  target: TargetSeen,
): { readonly causes: readonly Cause[]; readonly left: readonly Sighting[] } {
  const causes: Cause[] = [];
  let left = broken;
  for (const special of specials) {
    const found = special({ broken: left, kept }, target);
    const taken = new Set(found.flatMap(({ sightings }) => sightings));
    causes.push(...found);
    left = left.filter((each) => !taken.has(each));
  }
  return { causes, left };
}
