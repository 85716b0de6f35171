/** Answers that hold what is documented in another place, or under names in another spelling. */
import { placeInAnswer } from '../../../expect.js';
import { isObject, type Json, type JsonObject, valueIn } from '../../../http/exchange.js';
import { decidingOf } from '../../../outcome.js';
import type { Cause } from '../../cause.js';
import type { Sighting } from '../../sighting.js';

/** What is seen of answers whose fields have other names: `drawingId` for `drawing_id`. */
export const spelled = 'fields in another spelling';

/** What is seen of answers that hold the documented one in a field of their own. */
export const inside = (field: string): string => `inside ${field}`;

/** The field that answers are inside of, by what was seen of them. */
export const insideOf = (outcome: string): string | undefined => /^inside (.+)$/.exec(outcome)?.[1];

/** Where all answers of a cause hold what they lack; undefined where they do not. */
export function ofForm({ aspect, sightings }: Cause): string | undefined {
  if (aspect !== 'answer') return undefined;
  const [way, ...others] = new Set(sightings.flatMap(wayOf));
  return others.length === 0 ? way : undefined;
}

/** One word for each answer; none for one of which only the beginning was kept. */
function wayOf({ failure, outcome = '' }: Sighting): readonly (string | undefined)[] {
  const shown = decidingOf(failure);
  const value = shown && valueIn(shown);
  if (value === undefined) return [];
  const { pointer = '', message = outcome } = placeInAnswer(outcome) ?? {};
  const place = pointer.split('/').slice(1);
  const resource = Array.isArray(value) ? value[Number(place[0])] : value;
  if (!isObject(resource)) return [undefined];
  if (message === 'must be array') return [aroundOf(resource, Array.isArray)];
  const lacking = message === 'is missing' ? place.at(-1) : undefined;
  if (lacking === undefined) return [undefined];
  const holds = (inner: Json | undefined) => isObject(inner) && Object.hasOwn(inner, lacking);
  const isIt = (key: string) => lettersOf(key) === lettersOf(lacking);
  return [aroundOf(resource, holds) ?? (Object.keys(resource).some(isIt) ? spelled : undefined)];
}

function aroundOf(resource: JsonObject, holds: (inner: Json | undefined) => boolean): string | undefined {
  const key = Object.keys(resource).find((each) => holds(resource[each]));
  return key === undefined ? undefined : inside(key);
}

const lettersOf = (name: string) => name.replace(/[\W_]/g, '').toLowerCase();
