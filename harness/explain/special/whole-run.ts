/** Special cases that hide everything else: every answer is the same, or the server went away. */
import type { OperationId } from '../../../schemas/index.js';
import { jsonIn } from '../../../schemas/json-text.js';
import { withShortIds } from '../../../schemas/uuid.js';
import { isSuccess, isUnanswered, named } from '../../expect.js';
import type { FollowedAnswers } from '../../http/connections/followed.js';
import { isObject, type Request } from '../../http/exchange.js';
import { formatRequest } from '../../http/request.js';
import type { Staleness } from '../../model/staleness.js';
import { before, decidingOf, notRemoved } from '../../outcome.js';
import type { Contrast } from '../../shown.js';
import {
  type Cause,
  type Explained,
  isCrash,
  isInCircumstance,
  isMet,
  isOfReadings,
  isWronglyTaken,
} from '../cause.js';
import { ofKind } from '../features/feature.js';
import type { FirstUpdates } from '../gone/first-updates.js';
import type { WhatBecame } from '../gone/lost.js';
import type { Takers } from '../gone/takers.js';
import { nounFor } from '../words/nouns.js';

/** What the whole run has seen of a target. */
export interface TargetSeen {
  /** How many answers had each code. */
  readonly codes: ReadonlyMap<number, number>;
  /** How many successful answers an operation gave, and how many were wrong, or in one way; only when all were checked. */
  readonly answers?: (id: OperationId, symptom?: string) => { readonly wrong: number; readonly all: number };
  /** In which case its answers are wrong in one way. */
  readonly contrast?: (id: OperationId, symptom: string) => Contrast | undefined;
  /** Which readings show what was read before, whatever has changed since. */
  readonly staleness?: Staleness;
  /** Which projects are gone though nobody deleted them. */
  readonly projects?: WhatBecame;
  /** Which deletions may have taken what is gone. */
  readonly takers?: Takers;
  /** What became of requests behind others on one connection. */
  readonly followed?: FollowedAnswers;
  /** Which operations crash on everything from some time on. */
  readonly worn?: ReadonlySet<OperationId>;
  /** Which operations get no answer from what has refused a request. */
  readonly jammed?: readonly OperationId[];
  /** Which updates are stored only the first few times. */
  readonly updates?: Pick<FirstUpdates, 'stores'>;
  /** Which operations crash in several circumstances, none of which shows it again. */
  readonly unsteady?: ReadonlySet<OperationId>;
  /** Why the run ended early, when it was because of the target. */
  readonly broken?: string | undefined;
}

/** With fewer answers, it says nothing that all have the same code. */
const leastAnswers = 50;
/** At most this many requests are named that were under way when the target went away. */
const maxNamed = 4;

/** The findings, with those that a special case explains joined into one. */
export function withSpecialFirst(findings: readonly Explained[], { codes, broken }: TargetSeen): Explained[] {
  const [[code = 0, times = 0] = [], ...others] = [...codes];
  if (times >= leastAnswers && others.length === 0)
    return together(findings, `every request is answered ${named(code)}`, `always (${times} of ${times})`);
  if (broken === undefined) return [...findings];
  const isLost = ({ failure }: Explained) => decidingOf(failure)?.answer === undefined;
  const crashes = findings
    .flatMap((each) => (each.cause && !isLost(each) ? [each.cause] : []))
    .filter(isCrash);
  // Of several that were under way, the likeliest is one that was read, then one like those that crashed before it,
  // then the oddest.
  const likeness = (each: Explained) => (isLikeOneOf(crashes, each) ? 1 : 0);
  const unanswered = findings.filter(isLost);
  const lost = unanswered
    .flatMap(eachRequest)
    .toSorted((a, b) => resets(a) - resets(b) || likeness(b) - likeness(a) || oddness(b) - oddness(a));
  const read = lost.filter((each) => resets(each) === 0);
  const requests = (read.length > 0 ? read : lost).map(({ failure }) => decidingOf(failure)?.request);
  const words = [...new Set(requests.map((each) => (each ? inShort(each) : '')))];
  const [first] = lost;
  if (!first) return [...findings];
  const more = words.length > maxNamed ? ` and ${words.length - maxNamed} more` : '';
  const when =
    words.length === 1
      ? 'seen once'
      : `seen once, with these requests under way: ${words.slice(0, maxNamed).join('; ')}${more}`;
  const perhaps = words.length === 1 ? '' : ', perhaps';
  const title = `the server goes away${perhaps} after a request of ${first.operations[0]}${oddityOf(first)}`;
  const gone = together(lost, title, when).map(
    // What ended it tells one end from another.
    (each) => ({ ...each, atoms: [...each.atoms, ...first.atoms] }),
  );
  return [...gone, ...findings.filter((each) => !unanswered.includes(each))];
}

/** A finding for each request that got no answer: one of them may have ended the server, whichever shows them best. */
function eachRequest(finding: Explained): Explained[] {
  const { cause } = finding;
  const own = (cause?.sightings ?? []).flatMap((sighting): Explained[] => {
    const { failure, operation } = sighting;
    if (!cause || !failure || decidingOf(failure)?.answer) return [];
    return [{ ...finding, operations: [operation], failure, cause: { ...cause, sightings: [sighting] } }];
  });
  return own.length > 0 ? own : [finding];
}

/** What is odd about the request of a finding, its ids or its body, as the end of a sentence. */
function oddityOf({ cause }: Explained): string {
  const features = cause?.sightings[0]?.features ?? [];
  const odd = nounFor(features.filter(ofKind(cause?.expected === '404' ? 'ids' : 'input')));
  return odd === '' ? '' : ` with ${odd}`;
}

const inShort = (request: Request) => withShortIds(formatRequest(request));

const resets = ({ failure }: Explained) => (decidingOf(failure)?.failure?.isReset ? 1 : 0);

/** Whether a finding shows what is special about requests that crashed in another operation. */
const isLikeOneOf = (crashes: readonly Cause[], { cause }: Explained): boolean =>
  crashes.some(
    (crash) =>
      crash.circumstance.length > 0 &&
      cause?.sightings.some((each) => isInCircumstance(each, crash)) === true,
  );

/** What cannot be read as it is meant to ends a server sooner than any value does. */
const unreadable = 100;

/** How odd the request of a finding is: how many things are special about it. */
function oddness({ cause, failure }: Explained): number {
  const { path = '', body } = decidingOf(failure)?.request ?? {};
  const isUnreadable = path.includes('%') || (body !== undefined && !isObject(jsonIn(body)));
  const special = (cause?.sightings ?? []).map(
    ({ features }) => features.filter(ofKind('input', 'body', 'ids', 'any', 'class')).length,
  );
  return Math.max(...special, 0) + (isUnreadable ? unreadable : 0);
}

/** Several findings as one, with the evidence of the first. */
export function together(findings: readonly Explained[], title: string, words: string): Explained[] {
  const [first] = findings;
  if (!first) return [];
  const requirements = [...new Set(findings.flatMap((each) => each.requirements))];
  const { right: _, cause: __, ...rest } = first;
  const circumstance = { words, features: [], fields: [], failed: findings.length, otherwise: 0 };
  const atoms = [title];
  const direct = new Set(first.requirements);
  const consequences = requirements.filter((id) => !direct.has(id));
  const operations = [...new Set(findings.flatMap((each) => each.operations))];
  return [{ ...rest, title, operations, atoms, circumstance, requirements, consequences }];
}

/** Whether a request that failed as in the cause was sent before every failure of the effect. */
export function isBuiltOn(effect: Cause, cause: Cause): boolean {
  const { aspect, circumstance, outcome, otherwise } = cause;
  // A request that succeeds does not stop what comes after it.
  if (aspect !== 'code' || isSuccess(outcome)) return false;
  if (circumstance.length > 0 || otherwise > 0 || isWronglyTaken(effect)) return false;
  // A reading that fails is in the way of what uses it, and of no other request.
  const isAnswered = effect.aspect === 'code' && !isUnanswered(effect.outcome);
  if (isAnswered && isOfReadings(cause)) return false;
  // What was never made is not in the way of a deletion.
  if (effect.outcome === notRemoved) return false;
  return effect.sightings.every(({ failure }) => before(failure).some((each) => isMet(each, cause)));
}
