/** Whether the requests behind a failure include one that another cause is about: what was not sent is not why. */
import { jsonIn } from '../../../schemas/json-text.js';
import { type Exchange, isObject, lengthOf } from '../../http/exchange.js';
import { operationOf } from '../../http/request.js';
import type { Case } from '../../plan/case.js';
import { writeOperation } from '../../values/write-operations.js';
import { type Cause, isAsked, isInvalid, isMet } from '../cause.js';
import { truthOf } from '../features/attributes.js';
import { ofKind } from '../features/feature.js';
import { featuresOf } from '../features/of-bodies.js';
import type { Sighting } from '../sighting.js';

/** Whether every failure of an effect has such a request behind it. */
export function isPresent(cause: Cause, effect: Cause): boolean {
  const isSuch = tellers.get(cause) ?? presenceOf(cause);
  tellers.set(cause, isSuch);
  return effect.sightings.every((each) => behind(each).some(isSuch));
}

/** Remembered, since a cause can have a thousand sightings and is compared with every other cause. */
const tellers = new WeakMap<Cause, (exchange: Exchange) => boolean>();

/** The requests up to that which shows a failure. */
const behind = ({ failure }: Sighting) => failure?.exchanges.slice(0, failure.deciding + 1) ?? [];

function presenceOf(cause: Cause): (exchange: Exchange) => boolean {
  const told = [cause.circumstance, ...(cause.also ?? [])].map((each) => each.filter(isOfBody));
  const isOf = (exchange: Exchange) =>
    cause.aspect === 'code' ? isMet(exchange, cause) : isAsked(exchange, cause);
  if (told.some((each) => each.length === 0)) return isOf;
  const culprits = new Set(cause.sightings.flatMap((each) => behind(each).filter(isOf).slice(-1).map(keyOf)));
  return (exchange) => {
    if (!isOf(exchange)) return false;
    if (culprits.has(keyOf(exchange))) return true;
    const features = featuresIn(exchange);
    return told.some((each) =>
      each.every((one) => (ofInvalid(one) ? isInvalid(exchange) : features.has(one))),
    );
  };
}

/** What a body that was sent shows by itself. */
const isOfBody = (feature: string) => !isBeside(feature);
const isBeside = ofKind('field', 'from', 'case', 'ids', 'state', 'array', 'answer', 'beside');
/** What it shows only to somebody who knows what is wrong with it. */
const ofInvalid = ofKind('input', 'class', 'place', 'type', 'item', 'order');

/** The same for the same body, whatever ids and names it has. */
const keyOf = ({ request }: Exchange) =>
  `${operationOf(request)} ${String(request.body ?? '').replaceAll(/[\da-f-]{8,}/gi, '')}`;

const known = new WeakMap<Exchange, ReadonlySet<string>>();

function featuresIn(exchange: Exchange): ReadonlySet<string> {
  const found = known.get(exchange) ?? new Set(featuresSent(exchange));
  known.set(exchange, found);
  return found;
}

function featuresSent({ request }: Exchange): string[] {
  const id = operationOf(request);
  const written = id && writeOperation(id);
  const body = jsonIn(request.body);
  const truths = isObject(body) ? Object.values(body).flatMap(truthOf) : [];
  return written ? [...featuresOf(written, asItStands, body, lengthOf(request.body)), ...truths] : truths;
}

/** A case that says nothing of its body. */
const asItStands: Case = { kind: 'plain', duty: 'accepted', trials: [], raw: { text: '' } };
