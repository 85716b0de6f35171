import * as addresses from './addresses.js';
import * as aftermath from './aftermath.js';
import * as bodies from './bodies.js';
import * as codes from './codes.js';
import * as company from './company.js';
import * as crashes from './crashes.js';
import * as deletion from './deletion.js';
import * as drawings from './drawings.js';
import type { Fault, Seeded } from './fault.js';
import * as fields from './fields.js';
import { forbidden } from './forbidden.js';
import * as ids from './ids.js';
import * as malformed from './malformed.js';
import * as narrow from './narrow.js';
import { breaksOf } from './proven.js';
import * as reading from './reading.js';
import * as refused from './refused.js';
import * as sequences from './sequences.js';
import * as spelling from './spelling.js';
import * as state from './state.js';
import * as unchecked from './unchecked.js';
import * as wire from './wire.js';

export type { Fault } from './fault.js';

const families: Readonly<Record<string, readonly Seeded[]>> = {
  'another success code': codes.wrongSuccess,
  'success told as an error': codes.refusesAll,
  'another code than 404': codes.wrongNotFound,
  'another code than 400': codes.wrongInvalid,
  'fields of a wrong type in answers': fields.mistyped,
  'fields missing in answers': fields.missing,
  'fields of a wrong type inside a node': fields.nestedFields,
  'ids in answers that are not those of the path': fields.foreignIds,
  'another Content-Type': bodies.mediaType,
  'answers that are no JSON': bodies.invalidJson,
  'answers of another kind': bodies.otherBody,
  'errors that are no JSON, or not declared so': bodies.errorBodies,
  'a body on 204': bodies.bodyOn204,
  'the head of a deletion': bodies.deletionHead,
  'documented fields refused': refused.refusesField,
  'documented fields crash': refused.crashesOnField,
  'documented bodies refused': refused.refusesBody,
  'one kind of wrong value taken': unchecked.takesKind,
  'fields unchecked and kept': unchecked.keepsWrong,
  'wrong values converted': unchecked.coerces,
  'unsound array items taken': unchecked.unsoundItems,
  'leniences of all fields': unchecked.lenient,
  'wrong values taken in company': unchecked.uncheckedInCompany,
  'wrong values crash': unchecked.crashesOnWrong,
  'malformed JSON taken': malformed.takesMalformed,
  'malformed JSON crashes': malformed.crashesOnMalformed,
  'bodies that are no object': malformed.takesNonObjects,
  'classes of values crash anywhere': crashes.crashesAnywhere,
  'classes of values crash in one field': crashes.crashesInField,
  'combinations crash': crashes.crashesInCompany,
  'combinations refused': crashes.refusesCompany,
  'array items crash': crashes.crashesInItems,
  'odd text crashes': crashes.oddText,
  'JSON refused for its spelling': spelling.refusesSpelling,
  'a media type with a parameter refused': spelling.refusesCharset,
  'bodies disregarded for their spelling': spelling.disregardsSpelling,
  'unknown members crash': spelling.crashesOnMembers,
  'notations of numbers crash': spelling.crashesOnNotations,
  'unknown ids': ids.unknownIds,
  'unknown ids that come to be': ids.madeByAsking,
  'no nodes to look among': ids.crashesWithoutNodes,
  'the nil UUID crashes': ids.nilIds,
  'wrong bodies for unknown ids': ids.wrongBeforeUnknown,
  'ids that are only like one': ids.vagueIds,
  'ids that are no UUID': ids.strangeIds,
  'nodes found under other projects': addresses.otherProject,
  'nodes found as other kinds': addresses.otherKind,
  'deletions through wrong addresses': addresses.deletesSecretly,
  'updates through wrong addresses': addresses.writesSecretly,
  'siblings harmed': company.harmsSiblings,
  'drawings of a project harmed': company.harmsDrawings,
  'content that outlives its project': company.leavesContent,
  'projects in use that are kept': company.keepsInUse,
  'nodes that start once': company.startedTwice,
  'nodes that start a few times': company.startedOften,
  'fields of a start that crash': company.crashesOnStartFields,
  'drawings spoilt': state.spoilsDrawings,
  'fields not stored or not echoed': state.fieldState,
  'writes not stored, not echoed, or too much of them': state.wholeState,
  'refused writes applied in part': aftermath.halfApplied,
  'resources spoiled by a write': aftermath.poisoned,
  'fields that an update does not accept': forbidden,
  'drawings put elsewhere': drawings.misplaced,
  'drawings lost, doubled or sharing an id': drawings.lostDrawings,
  'deletions that do not delete': deletion.undead,
  'deletions that come undone': deletion.comesBack,
  'what is gone, told otherwise': deletion.toldInHtml,
  'readings that change something': reading.unsafeReading,
  'writes lost in sequences': sequences.lostWrites,
  'writes lost in parallel': sequences.lostInParallel,
  'resources locked in parallel': sequences.lockedInParallel,
  'writes undone by refusals': sequences.rollsBack,
  'deletions that fail after writes': sequences.stuckDeletion,
  'readings that are stale': sequences.staleReading,
  'few values taken': narrow.fewValues,
  'few items unchecked': narrow.fewItems,
  'numbers too large to hold': narrow.infinite,
  'text of drawings spoilt or refused': narrow.drawingText,
  'ids that are there already': narrow.sameId,
  'moments at which something is wrong': narrow.moments,
  'broken HTTP': wire.brokenHttp,
  'connections dropped': wire.droppedRefusals,
  'no answer': wire.silence,
};

/** The catalogue of faults, by which `serve --fault NAME` finds them. */
export const faults: readonly Fault[] = Object.entries(families).flatMap(([family, seeds]) =>
  seeds.map((each): Fault => ({ ...each, family, breaks: breaksOf(each.name) })),
);
