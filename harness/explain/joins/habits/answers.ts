/** What is wrong in answers in one way, whichever fields show it. */
import { placeInAnswer } from '../../../expect.js';
import { typeOf } from '../../../http/exchange.js';
import { type Cause, fieldIn, isBodyUnreadable } from '../../cause.js';
import { ofKind } from '../../features/feature.js';
import { wrongPlaceIn } from '../../sighting.js';

/** Fields that answers show as another type, whichever fields those are; or one field with another value. */
export function ofType({ aspect, outcome, sightings }: Cause): string | undefined {
  const message = placeInAnswer(outcome)?.message;
  if (aspect !== 'answer' || !message || message === 'is missing') return undefined;
  const shown = sightings.flatMap((each) => wrongPlaceIn(each) ?? []).map(({ value }) => typeOf(value));
  const [type, ...types] = new Set(shown);
  const [field, ...fields] = new Set(sightings.map(fieldIn));
  if (type === undefined || types.length > 0) return undefined;
  // Null stands for what is missing, and numbers are missing for other reasons than texts.
  if (isOfType.test(message)) return type === 'null' ? message : type;
  if (message === noUuid) return message;
  return fields.length === 0 ? `${type} ${field}` : undefined;
}
const noUuid = 'must be a UUID';

const isOfType = /^must be (?:an? )?(?:array|boolean|integer|null|number|object|string)/;

/** Objects and lists that an operation shows as text. */
export function ofStructures({ aspect, operations, outcome, sightings }: Cause): string | undefined {
  const isOfText = sightings.every((each) => typeof wrongPlaceIn(each)?.value === 'string');
  const isStructure = /^must be (?:array|object)/.test(placeInAnswer(outcome)?.message ?? '');
  return aspect === 'answer' && isStructure && isOfText ? operations.join() : undefined;
}

/** Text that spoils the JSON of an answer, whichever values show it in one operation. */
export function ofUnreadable({ circumstance, sightings }: Cause): string | undefined {
  return circumstance.some(isOfValue) && sightings.every(isBodyUnreadable) ? 'unreadable' : undefined;
}
const isOfValue = ofKind('any', 'anyvalue', 'is', 'value');

/** Numbers and texts that answers show wrongly for one way to write them, whichever field was written so. */
export function ofNotation({ aspect, circumstance, outcome }: Cause): string | undefined {
  const [way, ...more] = circumstance;
  const isOfWay = way !== undefined && more.length === 0 && ofKind('body')(way);
  return aspect === 'answer' && isOfWay ? [placeInAnswer(outcome)?.message, way].join('\n') : undefined;
}
