import * as addresses from './addresses.js';
import * as aftermath from './aftermath.js';
import * as bodies from './bodies.js';
import * as codes from './codes.js';
import * as crashes from './crashes.js';
import * as crossResource from './cross-resource.js';
import * as deletion from './deletion.js';
import * as drawings from './drawings.js';
import * as edgeText from './edge-text.js';
import * as edgeValues from './edge-values.js';
import * as endings from './endings.js';
import type { Fault, Seeded } from './fault.js';
import * as fields from './fields.js';
import { forbidden } from './forbidden.js';
import * as hidden from './hidden.js';
import * as ids from './ids.js';
import * as items from './items.js';
import * as malformed from './malformed.js';
import * as missingValidation from './missing-validation.js';
import * as mixUps from './mix-ups.js';
import * as names from './names.js';
import * as neighbours from './neighbours.js';
import * as overStrict from './over-strict.js';
import * as ports from './ports.js';
import { breaksOf } from './proven.js';
import * as reading from './reading.js';
import * as requests from './requests.js';
import * as sameName from './same-name.js';
import * as sequences from './sequences.js';
import * as sizes from './sizes.js';
import * as spelling from './spelling.js';
import * as state from './state.js';
import * as surroundings from './surroundings.js';
import * as together from './together.js';
import * as uuids from './uuids.js';
import * as wire from './wire.js';
import * as words from './words.js';

export type { Fault } from './fault.js';

/** Families of faults by the file that makes them. */
const modules: Readonly<Record<string, Readonly<Record<string, readonly Seeded[]>>>> = {
  codes: {
    'wrong success code': codes.wrongSuccess,
    'error codes on success': codes.refusesAll,
    'wrong code for unknown ids': codes.wrongNotFound,
    'wrong code for invalid input': codes.wrongInvalid,
  },
  fields: {
    'fields of a wrong type in answers': fields.mistyped,
    'fields missing in answers': fields.missing,
    'fields of a wrong type inside a node': fields.nestedFields,
    'wrong ids in answers': fields.foreignIds,
    'fields of a wrong type now and then': fields.spoiltInTurn,
    'fields spoilt by another operation': fields.spoiltByAnother,
  },
  bodies: {
    'wrong Content-Type': bodies.mediaType,
    'answers that are not JSON': bodies.invalidJson,
    'answers of another JSON type': bodies.otherBody,
    'error bodies that are not JSON': bodies.errorBodies,
    'a body on 204': bodies.bodyOn204,
    'wrong headers on a deletion': bodies.deletionHead,
  },
  'over-strict': {
    'documented fields refused': overStrict.refusesField,
    'documented fields crash': overStrict.crashesOnField,
    'documented bodies refused': overStrict.refusesBody,
  },
  'missing-validation': {
    'one kind of invalid value accepted': missingValidation.takesKind,
    'invalid values stored': missingValidation.keepsWrong,
    'invalid values converted': missingValidation.coerces,
    'invalid array items accepted': missingValidation.unsoundItems,
    'lenient parsing': missingValidation.lenient,
    'invalid values accepted in large bodies': missingValidation.uncheckedInCompany,
    'crash on invalid values': missingValidation.crashesOnWrong,
  },
  words: {
    'values of other enums and versions accepted': words.takesForeignWords,
  },
  items: {
    'invalid items accepted after a valid one': items.takesBehindOwn,
    'crash on items after a valid one': items.crashesBehindOwn,
  },
  malformed: {
    'malformed JSON accepted': malformed.takesMalformed,
    'crash on malformed JSON': malformed.crashesOnMalformed,
    'bodies that are not objects accepted': malformed.takesNonObjects,
  },
  crashes: {
    'crash on a class of values in any field': crashes.crashesAnywhere,
    'crash on a class of values in one field': crashes.crashesInField,
    'crash on combinations of fields': crashes.crashesInCompany,
    'combinations of fields refused': crashes.refusesCompany,
    'crash on array items': crashes.crashesInItems,
    'crash on unusual text': crashes.oddText,
  },
  spelling: {
    'unusual JSON formatting refused': spelling.refusesSpelling,
    'media type parameter refused': spelling.refusesCharset,
    'bodies ignored for unusual formatting': spelling.disregardsSpelling,
    'crash on unknown fields': spelling.crashesOnMembers,
    'crash on unusual number notations': spelling.crashesOnNotations,
  },
  sizes: {
    'crash on deep nesting': sizes.fallsOverLevels,
    'long bodies refused': sizes.refusesLongBodies,
  },
  neighbours: {
    'the oldest node started': neighbours.startsAnother,
    'the oldest instance or the project changed': neighbours.harmsTheFirst,
    'projects with content kept': neighbours.keepsContent,
  },
  names: {
    'crash on reserved field names': names.crashesOnNames,
    'reserved field names lost': names.losesNames,
  },
  ids: {
    'unknown ids': ids.unknownIds,
    'unknown ids create resources': ids.madeByAsking,
    'crash in projects without nodes': ids.crashesWithoutNodes,
    'crash on the nil UUID': ids.nilIds,
    'invalid bodies for unknown ids': ids.wrongBeforeUnknown,
    'similar ids found': ids.vagueIds,
    'ids that are not UUIDs': ids.strangeIds,
  },
  uuids: {
    'other notations of ids found': uuids.findsOtherNotations,
    'other notations of ids accepted': uuids.takesOtherNotations,
  },
  addresses: {
    'nodes found under other projects': addresses.otherProject,
    'nodes found as other kinds': addresses.otherKind,
    'deletions through wrong addresses': addresses.deletesSecretly,
    'updates through wrong addresses': addresses.writesSecretly,
  },
  'cross-resource': {
    'other resources changed': crossResource.harmsSiblings,
    'drawings changed by a project update': crossResource.harmsDrawings,
    'content left after its project is deleted': crossResource.leavesContent,
    'projects in use not worked on': crossResource.refusesInUse,
    'second start fails': crossResource.startedTwice,
    'repeated starts fail': crossResource.startedOften,
    'crash on fields of a start': crossResource.crashesOnStartFields,
  },
  surroundings: {
    'the project of a drawing or node changed': surroundings.harmsProject,
    'nodes or drawings lost by a project update': surroundings.harmsContent,
    'other projects changed': surroundings.harmsOtherProjects,
  },
  together: {
    'other resources changed by a deletion': together.spoilsSiblings,
    'updates during a deletion': together.meetsDeletion,
    'two deletions at once': together.meetsItself,
  },
  ports: {
    'port mappings': ports.spoilsPorts,
  },
  'same-name': {
    'names of others not shared': sameName.sharesNoNames,
    'conflicts on names of others': sameName.conflictsOnNames,
    'deletions by name': sameName.deletesByName,
    'deletions by name in one project': sameName.deletesByNameBeside,
    'readings by name': sameName.readsByName,
    'deletions of instances elsewhere': sameName.clearsOthers,
  },
  state: {
    'drawings stored wrongly': state.spoilsDrawings,
    'fields not stored or not echoed': state.fieldState,
    'writes stored or echoed in part': state.wholeState,
  },
  'edge-text': {
    'text at the edge becomes another': edgeText.lostText,
    'null becomes something else': edgeText.lostNull,
  },
  hidden: {
    'defects behind default values': hidden.hiddenByDefaults,
    'defects behind a refused field': hidden.hiddenByRefusal,
  },
  aftermath: {
    'refused writes applied in part': aftermath.halfApplied,
    'resources damaged by a write': aftermath.poisoned,
  },
  forbidden: {
    'fields that an update does not accept': forbidden,
  },
  drawings: {
    'drawings in the wrong project': drawings.misplaced,
    'drawings lost, duplicated or sharing an id': drawings.lostDrawings,
    'drawings mixed up': mixUps.mixesUp,
  },
  deletion: {
    'deletions that do not delete': deletion.undead,
    'deletions that come undone': deletion.comesBack,
    'deletions of what is not there': deletion.takesTheLast,
    'deletions undone by a creation': deletion.revives,
    'special resources not deleted like others': deletion.special,
    'wrong answers for deleted resources': deletion.toldInHtml,
  },
  reading: {
    'reads that change something': reading.unsafeReading,
    'reads that fail now and then': reading.flickers,
  },
  sequences: {
    'writes lost in sequences': sequences.lostWrites,
    'writes lost before a reading': sequences.lostUnread,
    'writes lost in parallel': sequences.lostInParallel,
    'resources locked in parallel': sequences.lockedInParallel,
    'writes rolled back by a refusal': sequences.rollsBack,
    'deletions that fail after writes': sequences.stuckDeletion,
    'stale reads': sequences.staleReading,
  },
  'edge-values': {
    'only some valid values accepted': edgeValues.fewValues,
    'some items not checked': edgeValues.fewItems,
    'numbers that overflow': edgeValues.infinite,
    'drawing text changed or refused': edgeValues.drawingText,
    'existing ids': edgeValues.sameId,
    'failures at certain moments': edgeValues.moments,
  },
  wire: {
    'broken HTTP': wire.brokenHttp,
    'connections dropped': wire.droppedRefusals,
    'no answer': wire.silence,
  },
  requests: {
    'bodies in chunks': requests.misreadsChunks,
    'types without a body': requests.refusesTypes,
    'long bodies for unknown ids': requests.dropsLongOnes,
    'crash on an unexpected body': requests.fallsOverBodies,
    'crash on a missing body': requests.fallsOverNothing,
    'Connection: close mishandled': requests.dropsWhenToldToClose,
    'long connections closed': requests.endsConnections,
  },
  endings: {
    'answers that end early': endings.endsEarly,
    '201 without a body': endings.createdWithoutBody,
  },
};

/** The catalogue of faults, by which `serve --fault NAME` finds them. */
export const faults: readonly Fault[] = Object.entries(modules).flatMap(([module, families]) =>
  Object.entries(families).flatMap(([family, seeds]) =>
    seeds.map((each): Fault => ({ ...each, module, family, breaks: breaksOf(each.name) })),
  ),
);
