/** What is told first and once, since nothing else can be looked at beside it. */
import type { OperationId } from '../../schemas/index.js';
import { named } from '../expect.js';
import { inWords } from '../http/request.js';
import { decidingOf } from '../outcome.js';
import { type Cause, type Explained, isMet } from './cause.js';

/** What a run has seen of a target as a whole. */
export interface TargetSeen {
  /** How often each code was answered. */
  readonly codes: ReadonlyMap<number, number>;
  /** How many successful answers an operation has given, and how many were wrong, where all were looked at. */
  readonly answers?: (id: OperationId) => { readonly wrong: number; readonly all: number };
  /** Why the target ended the run, when it did. */
  readonly broken?: string | undefined;
}

/** Answers from which on it says something that all of them are alike. */
const leastAnswers = 50;
/** Requests that are named when the target went away while several were under way. */
const maxNamed = 4;

/** The findings with all that one special case explains in one. */
export function withSpecialFirst(findings: readonly Explained[], { codes, broken }: TargetSeen): Explained[] {
  const [[code = 0, times = 0] = [], ...others] = [...codes];
  if (times >= leastAnswers && others.length === 0)
    return together(findings, `every request is answered ${named(code)}`, `always (${times} of ${times})`);
  if (broken === undefined) return [...findings];
  const lost = findings.filter(({ failure }) => decidingOf(failure)?.answer === undefined);
  const requests = lost.map(({ failure }) => decidingOf(failure)?.request);
  const words = [...new Set(requests.map((each) => (each ? inWords(each) : '')))];
  const [first] = lost;
  if (!first) return [...findings];
  const more = words.length > maxNamed ? ` and ${words.length - maxNamed} more` : '';
  const when =
    words.length === 1
      ? 'seen once'
      : `seen once, with these requests under way: ${words.slice(0, maxNamed).join('; ')}${more}`;
  const gone = together(lost, `the server goes away after a request of ${first.operations[0]}`, when);
  return [...gone, ...findings.filter((each) => !lost.includes(each))];
}

/** One finding of several; the first of them shows it. */
function together(findings: readonly Explained[], title: string, words: string): Explained[] {
  const [first] = findings;
  if (!first) return [];
  const requirements = [...new Set(findings.flatMap((each) => each.requirements))];
  const { right: _, ...rest } = first;
  const circumstance = { words, features: [], fields: [], failed: findings.length, otherwise: 0 };
  const atoms = [title];
  const direct = new Set(first.requirements);
  const consequences = requirements.filter((id) => !direct.has(id));
  const operations = [...new Set(findings.flatMap((each) => each.operations))];
  return [{ ...rest, title, operations, atoms, circumstance, requirements, consequences }];
}

/** Whether what a cause breaks was used, and failed like that, before each failure of another. */
export function isBuiltOn(effect: Cause, cause: Cause): boolean {
  const { aspect, circumstance, outcome, otherwise } = cause;
  // A success hinders nothing that follows.
  if (aspect !== 'code' || outcome.startsWith('status 2')) return false;
  if (circumstance.length > 0 || otherwise > 0) return false;
  return effect.sightings.every(({ failure }) =>
    failure?.exchanges.slice(0, failure.deciding).some((each) => isMet(each, cause)),
  );
}
