/** Writes that a reading answers wrongly after: the reading is what is wrong, where the write itself was answered well. */
import { type OperationId, operation } from '../../../schemas/index.js';
import { succeeded, withoutPlaces } from '../../expect.js';
import { type Exchange, notJson, notUtf8 } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import { decidingOf } from '../../outcome.js';
import { type Cause, shownBy } from '../cause.js';
import { notAscii } from '../features/attributes.js';
import type { Sighting } from '../sighting.js';
import { together } from './together.js';

interface Reading {
  readonly id: OperationId;
  readonly outcome: string;
}

/** What a reading shows at a field of the wrong form; undefined where it fails, or is wrong as a whole. */
function readingOf({ failure }: Sighting): Reading | undefined {
  const shown = decidingOf(failure);
  const [first] = failure?.violations ?? [];
  const id = shown && operationOf(shown.request);
  if (!id || !first?.pointer || first.in !== 'body' || !succeeded(shown)) return undefined;
  return { id, outcome: `${first.pointer} ${first.message}` };
}

const isNotReadable = ({ outcome }: { readonly outcome?: string | undefined }) =>
  outcome === 'not readable afterwards';

/** What is wrong at a field, as a reading shows it or the answer itself. */
export const wrongIn = (sighting: Sighting): string | undefined =>
  isNotReadable(sighting) ? readingOf(sighting)?.outcome : sighting.outcome;

const keyOf = ({ id, outcome }: Reading) => `${id} ${withoutPlaces(outcome)}`;

/** What is wrong with it, at whichever field. */
const messageOf = ({ id, outcome }: Reading) => `${id}${outcome.slice(outcome.indexOf(' '))}`;

const requestOf = (exchange: Exchange | undefined) => exchange?.request;

/** The operation whose answers cannot be read, where that is for the text in them. */
function unreadableFor({ circumstance: [first, ...more], sightings }: Cause): OperationId | undefined {
  if (first !== notAscii || more.length > 0 || !sightings.every(isNoJson)) return undefined;
  const [id, ...others] = new Set(sightings.map(shownBy));
  return others.length === 0 ? id : undefined;
}

const isNoJson = ({ failure }: Sighting) =>
  [notJson, notUtf8].includes(failure?.violations[0]?.message ?? '');

/** A cause as one of the reading, where one reading shows fields wrongly in one way, and the answer to the write does not. */
function asReading(cause: Cause, all: readonly Cause[]): Cause {
  if (!isNotReadable(cause)) return cause;
  const unreadable = unreadableFor(cause);
  if (unreadable)
    return { ...cause, operations: [unreadable], aspect: 'answer', expected: 'answer', outcome: notJson };
  // The same may have been seen as a value that was not stored.
  const [first, ...others] = cause.sightings.filter(isNotReadable).map(readingOf);
  const isOne = first && others.every((each) => each && messageOf(each) === messageOf(first));
  if (!isOne) return cause;
  const requests = new Set(cause.sightings.flatMap(({ failure }) => failure?.exchanges ?? []).map(requestOf));
  const isShownByWrite = all.some(
    ({ aspect, operations, outcome, sightings }) =>
      aspect === 'answer' &&
      withoutPlaces(outcome) === withoutPlaces(first.outcome) &&
      cause.operations.some((id) => operations.includes(id)) &&
      (cause.circumstance.length === 0 ||
        sightings.some(({ failure }) => requests.has(requestOf(decidingOf(failure))))),
  );
  if (isShownByWrite) return cause;
  return { ...cause, operations: [first.id], aspect: 'answer', expected: 'answer', outcome: first.outcome };
}

function isSame(a: Cause, b: Cause): boolean {
  const [one, other] = [a, b].map(({ aspect, operations: [id, ...more], outcome }) =>
    id && aspect === 'answer' && more.length === 0 ? keyOf({ id, outcome }) : undefined,
  );
  return one !== undefined && one === other;
}

/** Whether answers of an operation on the same kind of resource show the same mistake: one part of a server writes both. */
function isOfOneResource(shown: Cause, reading: Cause): boolean {
  const kinds = new Set([...shown.operations, ...reading.operations].map((id) => operation(id).fixture));
  return shown.aspect === 'answer' && shown.outcome === reading.outcome && kinds.size === 1;
}

/** The causes, where those that readings show are causes of the reading, with what is known of it already. */
export function asReadings(causes: readonly Cause[]): Cause[] {
  const others = causes.map((each) => asReading(each, causes));
  const left = others.filter((each) => causes.includes(each));
  const told = others.filter((each) => !left.includes(each));
  for (const each of told) {
    const at = left.findIndex((known) => isSame(known, each));
    const known = left[at];
    const shown = left.findIndex((other) => isOfOneResource(other, each));
    const other = left[shown];
    if (known) left[at] = { ...known, sightings: [...known.sightings, ...each.sightings] };
    else if (other) left[shown] = together(each.failed > other.failed ? each : other, [other, each]);
    else left.push(each);
  }
  return left;
}
