/** Groups sightings into causes: what is wrong, in which circumstance, in which operations. */
import { groupBy } from '../../schemas/group-by.js';
import { isSuccess } from '../expect.js';
import { typeOf } from '../http/exchange.js';
import { setByUpdate } from '../outcome.js';
import { type Cause, isBodyUnreadable, isCrash, isErrorPage, isFailing, shownBy, toldOf } from './cause.js';
import { hostOf, inCompanyOnly, withCompany } from './company.js';
import { asKept, type Kept } from './features/kept.js';
import { joinedByConversion } from './joins/conversions.js';
import { joinedEverywhere } from './joins/everywhere.js';
import {
  joinedByCode,
  joinedByMessage,
  joinedByNull,
  joinedBySaying,
  joinedByUnit,
  joinedByValue,
  joinedByWrite,
  joinedUnclear,
} from './joins/fields.js';
import { joinedByForm } from './joins/forms.js';
import {
  joinedByFalse,
  joinedByLack,
  joinedByLeniency,
  joinedByNeglect,
  joinedByNullTaken,
} from './joins/leniency.js';
import { joinedToWider } from './joins/narrower.js';
import { joinedByOperation } from './joins/operations.js';
import { joinedByParser, joinedByPieces, joinedByStrictness } from './joins/parsers.js';
import { asReadings } from './joins/readings.js';
import { joinedByField } from './joins/same-field.js';
import {
  joinedArrays,
  joinedByIds,
  joinedByRefusal,
  joinedByType,
  joinedMisread,
  joinedNotAccepted,
  joinedUnchecked,
  joinedUnvalidated,
} from './joins/unchecked.js';
import { causesOfKind } from './of-kind.js';
import { type Noted, type Sighting, wrongPlaceIn } from './sighting.js';
import { withUndeleted } from './undeleted.js';

/** What joins causes that are one mistake, in this order: each is given what those before it have left. */
const joins: readonly ((causes: readonly Cause[], kept: Kept) => readonly Cause[])[] = [
  joinedByUnit,
  joinedByWrite,
  joinedByValue,
  joinedUnclear,
  joinedBySaying,
  joinedByCode,
  joinedByNull,
  joinedByMessage,
  joinedByNeglect,
  joinedByConversion,
  joinedByLeniency,
  joinedByRefusal,
  joinedUnvalidated,
  joinedNotAccepted,
  joinedByOperation,
  joinedToWider,
  joinedByNullTaken,
  joinedByType,
  joinedByParser,
  joinedByPieces,
  joinedByStrictness,
  withCompany,
  withUndeleted,
  asReadings,
  joinedEverywhere,
  joinedByFalse,
  joinedByLack,
  joinedByForm,
  joinedUnchecked,
  joinedArrays,
  joinedMisread,
  joinedByIds,
];

export function causesOf(all: Noted): Cause[] {
  const alone = all.broken.filter(({ inCompany }) => !inCompany);
  const single = ofKinds(alone, all.kept);
  const late = all.broken.filter(({ inCompany }) => inCompany);
  // A failure that shows only after other requests may follow from what a known cause left behind.
  const hosts = new Map(late.map((each) => [each, hostOf(each, single)]));
  const known = single.map((cause, index) => ({
    ...cause,
    sightings: [...cause.sightings, ...late.filter((each) => hosts.get(each) === index)],
  }));
  const own = late.filter((each) => hosts.get(each) === -1);
  const each: readonly Cause[] = [...known, ...inCompanyOnly(own, all.kept)];
  const told = joins.reduce((some, join) => join(some, all.kept), each);
  return told.map((cause) => ({ ...cause, circumstance: toldOf(cause) }));
}

function ofKinds(broken: readonly Sighting[], kept: Kept): Cause[] {
  const isMisshown = wronglyShown(broken);
  const byKind = groupBy(broken, (each) => {
    // An HTML error page breaks several rules at once, and so do bytes that are not UTF-8: that is one mistake.
    const isNoJson = isErrorPage(each) || isBodyUnreadable(each);
    const isSet = setByUpdate.is(each.outcome);
    const outcome = isNoJson ? 'no JSON' : isSet ? setByUpdate.of('') : each.outcome;
    return JSON.stringify([each.operation, each.aspect, each.expected, outcome, isMisshown(each)]);
  });
  return [...byKind.values()].flatMap((some) =>
    joinedByField(causesOfKind(some, [...kept, ...decidedOtherwise(some, broken)])),
  );
}

/** Tells whether a state shows a field as plain answers of the same operation show it wrongly: of that type. */
function wronglyShown(broken: readonly Sighting[]): (each: Sighting) => boolean {
  const keyOf = (each: Sighting) => {
    const place = wrongPlaceIn(each);
    return place && JSON.stringify([shownBy(each), place.field, typeOf(place.value)]);
  };
  const isPlain = ({ aspect, features }: Sighting) => aspect === 'answer' && features.length === 0;
  const wrong = new Set(broken.filter(isPlain).map(keyOf));
  wrong.delete(undefined);
  return (each) => each.aspect === 'state' && wrong.has(keyOf(each));
}

/**
 * Requests that succeeded with a wrong success code did not fail, and those that were refused with a wrong one, or
 * crashed, were not taken: the circumstance must exclude them.
 */
function decidedOtherwise([first]: readonly Sighting[], broken: readonly Sighting[]): Kept {
  if (first?.aspect !== 'code') return [];
  const fails = (outcome = '') => isFailing({ aspect: 'code', outcome });
  const crashes = (outcome = '') => isCrash({ outcome });
  const isTaken = first.expected !== 'valid' && isSuccess(first.outcome);
  if (!isTaken && !fails(first.outcome)) return [];
  // What should not be found, and is refused for another reason, was found all the same.
  const isOther = isTaken ? (first.expected === '404' ? crashes : fails) : isSuccess;
  return asKept(broken.filter(({ aspect, outcome }) => aspect === 'code' && isOther(outcome)));
}
