/** When something is wrong, and how often it was seen. */
import { isHarm } from '../../outcome.js';
import type { Contrast } from '../../shown.js';
import { writeOperation } from '../../values/write-operations.js';
import { type Cause, isFailing, isWrongSuccess } from '../cause.js';
import { saidBy, sharedBy } from '../features/feature.js';
import { elsewhere, ofDeleted, otherKind } from '../features/ids.js';
import { lost } from '../gone/lost.js';
import { refused } from '../special/unrefused.js';
import { isReset, isTakenBack } from './changed.js';
import { listOf, nounFor, nounOfCause, someValues } from './nouns.js';

/** Other failures of the same duty, in the operations of a cause. */
export interface Beside {
  /** How many failed in another way. */
  readonly otherwise: number;
  /** How many failed in the same way, in another circumstance. */
  readonly elsewhere: number;
  /** Whether the operations succeeded at all. */
  readonly isServed?: boolean;
  /** How many answers there were and how many were wrong, where no other failure was seen. */
  readonly answers?: { readonly wrong: number; readonly all: number };
  /** In which case answers are wrong, as what they should have shown tells. */
  readonly contrast?: Contrast;
}

/** No other failure. */
export const nothing: Beside = { otherwise: 0, elsewhere: 0 };

/** The words for all requests of a duty. */
export const every: Readonly<Record<string, string>> = {
  valid: 'every valid request',
  400: 'every invalid request',
  404: 'every unknown id',
  [refused]: 'all that is to be refused',
};

/** The words for all requests of the duty of a cause, as far as they were sent: where only some were, of those. */
export function everyOf({ expected, sightings }: Cause): string {
  const isOne = (...ids: readonly string[]) =>
    sightings.length > 0 && sightings.every(({ features }) => ids.some((each) => features.includes(each)));
  const sort =
    expected === '404' ? [...ofDeleted, otherKind, elsewhere].find((each) => isOne(each)) : undefined;
  if (sort !== undefined) return nounFor([sort]);
  const isOfOthers = expected === '404' && isOne(otherKind, elsewhere);
  return isOfOthers ? 'every id of something else' : (every[expected] ?? '');
}

/** Whether nothing that was asked for went well, as far as is known. */
export const isEach = (cause: Cause, { otherwise, isServed = false }: Beside) =>
  cause.otherwise + otherwise === 0 && !(isServed && cause.expected === 'valid' && isFailing(cause));

/** Whether what is right was counted: not the form of answers that only scripts get, nor what these find later. */
const isCounted = ({ aspect, expected, operations, outcome }: Cause) =>
  expected !== 'state' &&
  ((aspect !== 'answer' && aspect !== 'error' && outcome !== lost) ||
    operations.every((id) => writeOperation(id) !== undefined));

/** The longest name of a case; that of a sequence lists its requests. */
const maxName = 40;

/** What a script calls the requests, where all are called the same and not just plain, and the title does not say it. */
function ofCase({ aspect, outcome, sightings }: Cause): string {
  const isInTitle = aspect === 'state' && outcome !== 'other fields changed';
  const name = isInTitle ? '' : (sharedBy(sightings, 'case') ?? '');
  const isTelling = name !== '' && name.length <= maxName && !/\bplain\b|[{}]/.test(name);
  return isTelling ? `, with ${name}` : '';
}

/** Which resource it is, in words such as `another node of the project` or `an older drawing`. */
export const nameOfOther = (words = ''): string | undefined => /^(?:another|an older) (.+)/.exec(words)?.[1];

/** The end of a sentence that names the two other resources that were changed or removed, if it was two. */
function ofHarmed({ outcome, sightings }: Cause): string {
  const cases = [...new Set(sightings.flatMap(({ features }) => saidBy('case', features)))].sort();
  const isTold = cases.length === 2 && cases.every(nameOfOther);
  return isHarm(outcome) && isTold ? `, with ${cases.join(' and ')}` : '';
}

/** That only items behind the first of an array are wrong, where they are. */
function behindFirst({ sightings }: Cause): string {
  const all = sightings.flatMap(({ failure }) => failure?.violations ?? []);
  const places = all.map(({ pointer = '' }) => /^\/(\w*[a-z]\w*)\/(\d+)\//.exec(pointer));
  const [array, ...others] = new Set(places.map((place) => place?.[1]));
  if (array === undefined || others.length > 0 || places.some((place) => place?.[2] === '0')) return '';
  return `, never in the first of ${array}`;
}

/** When it happens, and how often it was seen. */
export function whenOf(cause: Cause, beside = nothing): string {
  const { failed, otherwise } = cause;
  const inTitle = nounOfCause(cause);
  const noun = (inTitle.startsWith(someValues) && listOf(cause)) || inTitle;
  const others = otherwise + beside.otherwise;
  const isInCompany = cause.sightings.length > 0 && cause.sightings.every((each) => each.inCompany);
  const often =
    noun === '' ? `seen ${failed === 1 ? 'once' : `${failed} times`}` : `${noun} (${failed} of ${failed})`;
  // What is taken back must have been changed before: those are the other requests.
  const isExplained = cause.circumstance.length > 0 ? isTakenBack(cause) : isReset(cause);
  if (isInCompany && !isExplained) return `${often}, after other requests only`;
  const never = beside.elsewhere > 0 || otherwise === 0 ? '' : `; never otherwise (0 of ${otherwise})`;
  if (noun.startsWith(someValues)) return `${noun} (${failed} of ${failed + others})`;
  if (noun !== '' && cause.spared > 0) return `${noun}, sometimes (${failed} of ${failed + cause.spared})`;
  if (noun !== '')
    return `${failed === 1 ? `seen once, with ${noun}` : `${noun} (${failed} of ${failed})`}${never}`;
  const { answers, contrast } = beside;
  if (contrast) {
    const { features, wrong, right } = contrast;
    const is = features.map((each) => nounFor([each])).join(' or ');
    return `${is} (${wrong} of ${wrong}); never otherwise (0 of ${right})`;
  }
  if (!isCounted(cause) && answers && answers.wrong > 1)
    return answers.wrong < answers.all
      ? `in ${answers.wrong} of ${answers.all} answers${ofCase(cause)}${behindFirst(cause)}`
      : `always (${answers.all} of ${answers.all})`;
  if (failed === 1 && others === 0) return `seen once${ofCase(cause)}`;
  // An answer that is wrong in one place may be wrong in this one as well.
  if (others > 0 && otherwise === 0 && cause.aspect === 'answer') return often;
  if (others > 0) return `sometimes (${failed} of ${failed + others})`;
  if (!isCounted(cause) || !isEach(cause, beside)) return `seen ${failed} times${ofHarmed(cause)}`;
  const always = (cause.aspect === 'code' && everyOf(cause)) || 'always';
  return `${isWrongSuccess(cause) ? 'each time that it succeeds' : always} (${failed} of ${failed})`;
}
