/** Titles of findings: what is wrong and when, in plain English. */
import { type OperationId, operation } from '../../../schemas/index.js';
import { codeIn, isClientError, isSuccess, isUnanswered, named } from '../../expect.js';
import { status } from '../../http/exchange.js';
import { changedThoughRefused, idOfBody, isHarm, notAllListed, sameId, setByUpdate } from '../../outcome.js';
import { capitalName } from '../../plan/spelling.js';
import { writeOperation } from '../../values/write-operations.js';
import { type Cause, isWrongSuccess, mixedUp } from '../cause.js';
import { toUnknown, waysToSend } from '../features/difference.js';
import { ofKind, saidBy, sharedBy } from '../features/feature.js';
import { fieldOfItem, firstItem, laterItem } from '../features/of-bodies.js';
import { isOfBothForms } from '../joins/forms.js';
import { isOfRace } from '../joins/habits/values.js';
import { wrongIn } from '../joins/readings.js';
import { isMisread, isUnchecked } from '../joins/unchecked.js';
import { ownOf } from '../sighting.js';
import { refused } from '../special/unrefused.js';
import { done, served } from '../special/unserved.js';
import { changedField, changedInWords, isOfRefused, isReset } from './changed.js';
import { bodyOf } from './feature-nouns.js';
import { nounOfCause } from './nouns.js';
import { wrongAnswer } from './outcomes.js';
import { damageOf, isOfFields, reset, stateOf, toldAs } from './states.js';
import { every, everyOf, isEach, nameOfOther, nothing } from './when.js';

/** What is wrong where no answer came that can be read. */
const unanswered: Readonly<Record<string, string>> = {
  'transport timeout': 'never answers',
  'transport protocol': 'answers with invalid HTTP',
  'transport too-large': 'answers with too large a body',
};

/** A title with `404` in place of `404 Not Found`. */
const withoutPhrases = (title: string) =>
  title.replace(/\b(\d{3}) (?:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)/g, '$1');

/** Operations as the subject of a sentence. */
export function subjectOf(operations: readonly string[]): string {
  const [first = '', ...more] = operations;
  if (more.length === 0) return first;
  if (more.length < 3) return `${operations.slice(0, -1).join(', ')} and ${operations.at(-1)}`;
  return `${operations.length} operations`;
}

/** What is wrong, as a predicate behind the name of an operation. */
function predicateOf(cause: Cause, success: string, beside = nothing): string {
  const { aspect, expected, outcome } = cause;
  const noun = nounOfCause(cause);
  const isAlways = cause.failed > 1 && isEach(cause, beside) && !isWrongSuccess(cause);
  const all = isAlways ? everyOf(cause) : '';
  const requests = noun === '' ? all : noun;
  // "Crashes" alone says that every valid request does.
  const on = requests === '' || requests === every.valid ? '' : ` on ${requests}`;
  if (aspect === 'answer') {
    if (outcome === sameId) return 'gives two drawings the same drawing_id';
    const outcomes = [...new Set(cause.sightings.map((each) => wrongIn(each) ?? outcome))];
    if (isOfBothForms(cause)) return wrongAnswer(outcomes, outcome, 'answers and errors');
    if (Object.values<string>(idOfBody).includes(outcome))
      return outcomes.length > 1 ? 'returns the ids from the body' : wrongAnswer(outcomes, outcome, 'answer');
    // A reading sends no fields: they are those that were written before.
    const isOfWritten = cause.circumstance.every(ofKind('is', 'value', 'any', 'anyvalue', 'has', 'only'));
    const behind = isOfWritten && cause.operations.every(isReading) ? 'after' : 'for';
    return `${wrongAnswer(outcomes, outcome, 'answer')}${noun === '' ? '' : ` ${behind} ${noun}`}`;
  }
  if (aspect === 'error') return `${wrongAnswer([], outcome, 'errors')}${noun === '' ? '' : ` for ${noun}`}`;
  if (outcome === notAllListed)
    return `leaves drawings out of a long list (${cause.sightings[0]?.failure?.seen})`;
  if (aspect === 'state' && outcome === 'other fields changed' && isOfRefused(cause.sightings))
    return 'stores with an update what it has refused before';
  if (aspect === 'state' && outcome === 'other fields changed')
    return sharedBy(ownOf(cause), 'body') === capitalName
      ? `takes ${capitalName} for the field itself`
      : stateOf(isReset(cause) ? reset : outcome, changedInWords(cause.sightings));
  const names = mixedUp(cause);
  if (names) {
    const [into, from] = [names.into.join(' and '), names.from.join(' and ')];
    if (into === from) return `exchanges ${into}`;
    const isMutual = names.from.some((each) => names.into.includes(each));
    return isMutual ? `mixes up ${names.all.toSorted().join(' and ')}` : `stores ${from} as ${into}`;
  }
  if (setByUpdate.is(outcome)) {
    const set = new Set(cause.sightings.map((each) => setByUpdate.fieldIn(each.outcome) ?? ''));
    return `sets ${subjectOf([...set])}, which an update does not accept`;
  }
  if (aspect === 'state') {
    if (isOfRaces(cause)) return 'loses what was written last when requests come at once';
    const input = sharedBy(cause.sightings, 'case') ?? (isHarm(outcome) ? harmedCase(cause) : undefined);
    const what = toldAs(cause);
    // It is the fields that are ignored, not how they are sent.
    const isWay = isOfFields(what) && cause.circumstance.every(ofKind('body', 'state'));
    if (isWay && noun !== '')
      return `${stateOf(what, '')} ${noun.startsWith(bodyOf) ? 'in' : 'with'} ${noun}`;
    // Where no circumstance was found, the title names the field, or the code of what was refused.
    const bare = isOfFields(what) ? sharedBy(cause.sightings, 'field') : conflictOf(cause);
    if (outcome === changedThoughRefused && !bare && !input) {
      const names = noun === '' ? changedInWords(ownOf(cause)) : changedField(ownOf(cause));
      const what = noun === '' || noun === names ? 'the request' : noun;
      if (names !== '') return `changes ${names} though it refuses ${what}`;
    }
    return stateOf(what, noun || (bare ?? ''), input);
  }
  if (outcome === 'transport timeout' && requests === '' && cause.otherwise > 0)
    return 'sometimes gives no answer';
  if (isUnanswered(outcome)) return `${unanswered[outcome] ?? 'drops the connection'}${on}`;
  const code = codeIn(outcome);
  if (code >= 500 && code !== 501) {
    const onWhat = on === '' && expected === '400' ? ' on invalid input' : on;
    return `crashes${expected === served ? ' on everything' : onWhat} (${named(code)})`;
  }
  const isTaken = isSuccess(outcome);
  if (isTaken && isUnchecked(cause)) return `does not refuse ${noun}`;
  const want = expected === 'valid' ? success : named(Number(expected));
  const array = sharedBy(cause.sightings, 'array');
  if (expected === '400' && isTaken && array !== undefined && isOfLaterItems(cause))
    return cause.circumstance.includes(laterItem.any)
      ? `checks only the first item of ${array}`
      : `checks later items of ${array} less strictly than the first`;
  if (expected === '400' && isTaken) {
    if (noun === '') return 'accepts invalid input';
    const isBeside =
      cause.circumstance.every((each) => isOfPresence(each) || isWayToSend(each)) && !isOfForeignField(cause);
    const instead = isMisread(cause) ? ' instead of what is documented' : '';
    return `accepts ${isBeside ? `invalid input with ${noun.replace(bodyOf, '')}` : noun}${instead}`;
  }
  if (expected === done || expected === served)
    return `answers ${named(code)} to everything: ${isTaken ? 'a stub' : 'not implemented'}?`;
  if (expected === refused) return `answers ${named(code)} to ${every[refused]}`;
  const isOpen = expected === '404' || want.includes(named(code));
  const isOneCode = cause.sightings.every((each) => each.outcome === outcome);
  const isOfBody = cause.circumstance.every(ofKind('body', 'has', 'only', 'without'));
  const isFound = expected === '404' && cause.operations.every(isReading);
  // Without a body, nothing was found.
  const isEmpty = isFound && code === 204;
  if (isOpen && isTaken && noun !== '' && !isEmpty)
    return `${isFound ? found(noun) : `accepts ${noun}`}${expected === '404' && isOfBody ? toUnknown : ''}${isOneCode ? ` (${named(code)})` : ''}`;
  const refuses = code === 404 && cause.operations.every(isReading) ? 'does not find' : 'refuses';
  if (expected === 'valid' && isClientError(outcome) && noun !== '')
    return `${refuses} ${noun}${isOneCode ? ` (${named(code)})` : ''}`;
  return `answers ${named(code)} instead of ${want}${requests === '' ? '' : ` to ${requests}`}`;
}

/** Whether several fields are lost in races. */
const isOfRaces = ({ sightings }: Cause) =>
  sightings.every(isOfRace) && new Set(sightings.map(({ outcome }) => outcome)).size > 1;

/** The request that was refused for a conflict, though nothing is wrong with it. */
const conflictOf = ({ outcome, sightings }: Cause) =>
  outcome === changedThoughRefused &&
  sightings.every(({ failure }) => failure?.exchanges.some((each) => status(each) === 409))
    ? `the request (${named(409)})`
    : undefined;

const isOfPresence = ofKind('has', 'fields');
const isWayToSend = (feature: string) => waysToSend.some((way) => feature === `body:${way}`);

/** Whether it is about a field that none of the operations accepts. */
const isOfForeignField = ({ circumstance, operations }: Cause) =>
  circumstance.length === 1 &&
  operations.every((id) => writeOperation(id)?.fields.every(({ name }) => `has:${name}` !== circumstance[0]));

const isReading = (id: OperationId) => operation(id).method === 'GET';

/** What a reading should not have found, and by which id. */
function found(noun: string): string {
  const [, kind] = / as (project|node)_id\b/.exec(noun) ?? [];
  if (kind !== undefined) return `finds a ${kind} by ${noun.replace(/ as (project|node)_id\b/g, '')}`;
  return /(^|[\W_])ids?\b/.test(noun) && !noun.startsWith('what ')
    ? `finds something by ${noun}`
    : `finds ${noun}`;
}

/** What scripts call what they looked at, where that is the same but for its age. */
function harmedCase({ sightings }: Cause): string | undefined {
  const [first, ...others] = sightings.flatMap(({ features }) => saidBy('case', features));
  const name = nameOfOther(first);
  return name !== undefined && others.every((each) => nameOfOther(each) === name) ? first : undefined;
}

const isOfLaterItems = ({ circumstance, also = [] }: Cause) =>
  [circumstance, ...also].every((features) =>
    features.every((each) => each !== firstItem && each !== fieldOfItem && isOfItems(each)),
  ) && [circumstance, ...also].every((features) => features.some(ofKind('item')));
const isOfItems = ofKind('item', 'array');

const irregular: Readonly<Record<string, string>> = { does: 'do', crashes: 'crash', is: 'are' };

/** Puts a predicate into the plural: its verb is the first word, or the one after "never" or "sometimes". */
const plural = (predicate: string) =>
  predicate
    .replace(
      /^(never |sometimes |)(\w+s)\b/,
      (_, first, verb) => first + (irregular[verb] ?? verb.slice(0, -1)),
    )
    .replace(
      /\b(what|than) it (is|was) sent\b/,
      (_, word, verb) => `${word} they ${verb === 'is' ? 'are' : 'were'} sent`,
    )
    .replace('though it refuses', 'though they refuse')
    .replace(/what it has (shown|refused)/, 'what they have $1')
    .replace(/\bits answer(?=$| for | inside )/, 'their answers');

const maxTitle = 99;
/** The last word of what is cut, and those that lead to it. */
const cutEnd = /(?:\s+(?:or|and|of|a|an|the|to|in|for|with|as))*\s+\S*$/;

/** The title of a finding: one sentence of less than 100 characters, with the damage done where there is room. */
export function titleOf(cause: Cause, success: string, beside = nothing): string {
  const predicate = predicateOf(cause, success, beside);
  const isMany = cause.operations.length > 1;
  const sentence = `${subjectOf(cause.operations)} ${isMany ? plural(predicate) : predicate}`;
  // What removes or breaks others cannot but be followed by failures: they say nothing new.
  const whole = isHarm(cause.outcome) ? sentence : `${sentence}${damageOf(cause.sightings)}`;
  const short = withoutPhrases(sentence);
  const bare = short.replace(/ \([^()]*\)$/, '');
  const vaguer = bare.replace(/is not one of (?:(?:"[^"]*"|null)(?:, )?)+/, 'is not a documented value');
  // What was expected stands below the title, too.
  const shorter = bare.replace(/ instead of \d{3}\b/, '');
  const fitting = [whole, withoutPhrases(whole), sentence, short, bare, vaguer, shorter].find(
    ({ length }) => length <= maxTitle,
  );
  return fitting ?? `${short.slice(0, maxTitle - 1).replace(cutEnd, '')} …`;
}
