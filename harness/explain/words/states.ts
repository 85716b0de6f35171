/** Outcomes of states in plain English. */
import {
  answeredOtherwise,
  changedThoughRefused,
  changesElsewhere,
  createsProject,
  deletesElsewhere,
  harms,
  listing,
  notRemoved,
  notStartable,
  notWhatWasWritten,
  ofAnother,
  staleReading,
} from '../../outcome.js';
import type { Cause } from '../cause.js';
import { inListOf } from '../features/sizes.js';
import { makesWhatItMisses } from '../gone/asked.js';
import { silentOnceRefused } from '../gone/jammed.js';
import { lost } from '../gone/lost.js';
import { crashesFromThenOn } from '../gone/worn.js';
import { unread } from '../joins/parsers.js';
import { isByNobody, type Sighting } from '../sighting.js';
import { echoes } from '../special/echoed.js';
import { mixesUp } from '../special/mixed.js';
import { crashesAtTimes } from '../special/passing.js';
import { refusesBehind, spoils } from '../special/spoiled.js';
import { unasked } from '../special/unmodified.js';
import { fieldWithArticle, plurals } from './outcomes.js';

/** Something has changed behind a refusal that changes nothing when it is sent alone. */
const byNobody = 'changed by nobody';

/** What is seen when each field that is not sent goes back to what it was at first. */
export const reset = 'other fields reset';

/** Fields that were not sent, by their names where these are known. */
function unsent(names: string): string {
  if (names === '') return 'fields that were not sent';
  return `${names} when ${plurals.test(names) || names.includes(' and ') ? 'they are' : 'it is'} not sent`;
}

const byAddress = (noun: string) =>
  noun === '' ? 'through a wrong address' : `by ${noun.replace(/^the id/, 'its id')}`;

const states: Readonly<Record<string, (noun: string) => string>> = {
  ignored: (noun) => `ignores ${noun === '' ? 'what it is sent' : noun}`,
  'not stored': (noun) => `does not store ${noun === '' ? 'what it is sent' : noun}`,
  'stored otherwise': (noun) =>
    noun === ''
      ? 'stores other values than it is sent'
      : `stores another value ${/^(null|an? \w+) for /.test(noun) ? 'than' : 'for'} ${noun}`,
  'not echoed': (noun) => `does not return ${noun === '' ? 'what it was sent' : `${noun} as it was sent`}`,
  [answeredOtherwise]: (noun) =>
    `answers with ${noun === '' ? 'values' : noun.replace(/^(some values of )?(\w+)$/, (_all, _some, field: string) => fieldWithArticle(field))} that the next reading does not show`,
  'other fields changed': (noun) => `changes ${unsent(noun)}`,
  [reset]: (noun) => `resets ${unsent(noun)}`,
  [changedThoughRefused]: (noun) =>
    `changes the resource though it refuses ${noun === '' ? 'the request' : noun}`,
  [byNobody]: () => 'is followed by a change that no request has made',
  [listing.without]: (noun) =>
    `leaves drawings out of the list${noun === '' ? '' : noun.startsWith(inListOf) ? ` of ${noun}` : `, created with ${noun}`}`,
  [unread]: (noun) => `does not read ${noun}`,
  [listing.again]: () => 'lists a drawing more than once',
  [ofAnother]: () => 'stores what another one was sent at the same time',
  [staleReading]: () => 'shows what it has shown before, not what was written since',
  [notStartable]: (noun) => `leaves a node that does not start, after ${noun === '' ? 'a refusal' : noun}`,
  [createsProject]: (noun) => `creates a project for ${noun === '' ? 'an unknown id' : noun}`,
  [harms.changed]: (noun) => `changes ${noun === '' ? 'another resource' : noun}`,
  [harms.written]: (noun) => `writes what it is sent to ${noun === '' ? 'another resource' : noun} as well`,
  [harms.removed]: (noun) => `removes ${noun === '' ? 'another resource' : noun}`,
  [deletesElsewhere]: (noun) => `deletes a resource ${byAddress(noun)}`,
  [notRemoved]: (noun) =>
    `does not remove ${noun === '' ? 'the resource' : noun.replace(/^a deleted /, 'a ')}`,
  [changesElsewhere]: (noun) => `changes a resource ${byAddress(noun)}`,
  [harms.broken]: (noun) => `breaks ${noun === '' ? 'another resource' : noun}`,
  'not readable afterwards': (noun) =>
    noun === '' ? 'leaves a resource that cannot be read' : `breaks later readings after ${noun}`,
  'not writable afterwards': (noun) =>
    noun === '' ? 'leaves a resource that refuses plain writes' : `breaks later writes after ${noun}`,
};

/** The outcome that a title names: of some causes another one than was noted. */
export function toldAs(cause: Pick<Cause, 'outcome' | 'sightings'>): string {
  if (isByNobody(cause)) return byNobody;
  const { outcome, sightings } = cause;
  // Most failures show a value that is neither the one sent nor the one before.
  const isMostlyOther = 2 * sightings.filter(({ isOther }) => isOther).length > sightings.length;
  return ['ignored', 'not stored'].includes(outcome) && isMostlyOther ? 'stored otherwise' : outcome;
}

/** Whether an outcome is about fields that were sent. */
export const isOfFields = (outcome: string) =>
  ['ignored', 'not stored', 'stored otherwise', 'not echoed'].includes(outcome);

/** Outcomes that are predicates already. */
const asTheyAre: ReadonlySet<string> = new Set([
  crashesAtTimes,
  crashesFromThenOn,
  echoes,
  lost,
  makesWhatItMisses,
  mixesUp,
  refusesBehind,
  silentOnceRefused,
  spoils,
  unasked,
  'changes the drawings of another project',
  'shows a drawing of another project of the same name',
]);

/** Outcomes of scripts and sequences as predicates; the first pattern that matches is used. */
const shown: readonly (readonly [RegExp, string])[] = [
  [/^cannot be read$/, 'leaves a resource that cannot be read'],
  [/^cannot be deleted$/, 'leaves a resource that cannot be deleted'],
  [/^is still there$/, 'leaves a deleted resource in place'],
  [/^transport \S+ beside a deletion$/, 'gives no answer while the resource is deleted'],
  [/^transport \S+$/, 'gives no answer in a series of requests'],
  [/^status (\d+) beside a deletion$/, 'answers $1 while the resource is deleted'],
  [/^a created drawing is missing$/, 'loses a drawing that was created'],
  [/^a drawing that nobody created$/, 'shows a drawing that nobody created'],
  [/^missing from the list$/, 'leaves a created drawing out of the list'],
  [/^listed twice$/, 'shows a drawing more than once'],
  [/^the same drawing_id twice$/, 'gives two drawings the same drawing_id'],
  [/^values of another$/, 'gives a drawing values of another one'],
  [/^another project_id$/, 'answers with the project_id of another project'],
  [/^status (\d+)$/, 'answers $1 in a series of requests'],
  [/^is gone when read again$/, 'removes what it reads'],
  [/^stores only the first \d+ updates of a resource$/, '$&'],
  [/^another answer$/, 'shows something else when it is read again'],
];

/** Whether it is what a script, or the last step of a sequence, sends together. */
export const isAtOnce = (words: string) => words.endsWith(' at once');

/**
 * What is wrong with a state.
 * @param noun Its circumstance; empty where there is none.
 * @param input What a script calls what it looked at.
 */
export function stateOf(outcome: string, noun: string, input = ''): string {
  const known = asTheyAre.has(outcome) ? outcome : states[outcome]?.(noun === '' ? input : noun);
  if (known !== undefined) return known;
  const field = notWhatWasWritten.fieldIn(outcome);
  const together = isAtOnce(input) ? ' when requests come at once' : '';
  const [pattern, words] = shown.find(([each]) => each.test(outcome)) ?? [];
  const shows = pattern && words ? outcome.replace(pattern, words) : `shows ${outcome}`;
  const said = field === undefined ? shows : `loses the last ${field} that was written`;
  return noun === '' ? `${said}${together}` : `${said} (${noun})`;
}

/** What a request damaged, the worst first, as the end of a sentence. */
const damages: readonly (readonly [outcome: string, words: string])[] = [
  ['not readable afterwards', ', then readings fail'],
  ['not writable afterwards', ', then writes fail'],
  [changedThoughRefused, ', but carries it out'],
];

/** The worst damage that more than half of the failures did; empty when there is none. */
export function damageOf(sightings: readonly Pick<Sighting, 'damage'>[]): string {
  const isUsual = (outcome: string) =>
    2 * sightings.filter(({ damage = [] }) => damage.includes(outcome)).length > sightings.length;
  return damages.find(([outcome]) => isUsual(outcome))?.[1] ?? '';
}
