/** Which failures go once another is mended: what a later check builds on, told as data, and what causes have in common. */
import { familyOf } from '../../schemas/groups.js';
import type { OperationId } from '../../schemas/index.js';
import { succeeded } from '../expect.js';
import type { Exchange } from '../http/exchange.js';
import { removed } from '../outcome.js';
import { writeOperation } from '../values/write-operations.js';
import { type Cause, fieldOf, isFailing, isWrongSuccess, lasting, notStored } from './cause.js';
import { positions } from './difference.js';
import type { Sighting } from './sighting.js';

/** A failed requirement of an operation, by the part of its id behind the operation. */
export interface Failing {
  /** The operation whose requirement it is, and those whose answers show it. */
  readonly operations: readonly OperationId[];
  readonly name: string;
}

interface Row {
  /** What is mended, … */
  readonly cause: RegExp;
  /** … and what then does not show any more. */
  readonly effect: RegExp;
  /** On the same operation, or on any that works on the same resource. */
  readonly within: 'operation' | 'resource';
}

const row = (cause: RegExp, effect: RegExp, within: Row['within'] = 'operation'): Row => ({
  cause,
  effect,
  within,
});

/** Requirements whose checks write plain values and read them back. */
const writing =
  /^(sequences|generated\.read-back|parallel|distinct-ids|listed-once|while-creating|shows-all|keeps-drawings|spares-|writes-nothing|reading-is-safe|without-drawings|shares-names|ignores)/;
/** Those, and the ones whose checks delete, or look at the resource in other ways. */
const scripted = new RegExp(
  `${writing.source}|^(content-gone|with-content|then-|twice|deletes-nothing|other-|answer-ids|again|at-once|answers-fields|refuses\\.(filename|project_id|status))`,
);

const rows: readonly Row[] = [
  // An operation that does not work at all cannot be looked at further.
  row(/^succeeds$/, scripted, 'resource'),
  row(
    /^succeeds$/,
    /^(accepts|answers|refuses|answer|errors|unknown|no-uuid|odd|aftermath|generated|echoes|stores|keeps)/,
  ),
  row(/^answer\./, writing, 'resource'),
  row(/^answer\.(json|body|media-type)$/, /^(answer|aftermath|echoes|stores|generated)/),
  row(/^answer\.(project|node)_id$/, /^answer-ids(\.|$)/),
  // What is found, or not, by any of the ids.
  row(
    /^unknown-(project|node)$/,
    /^(unknown|no-uuid|odd-segments|other-|then-|twice|writes-nothing|deletes-nothing|content-gone)/,
  ),
  row(
    /^(other-project|other-kind|no-uuid)$/,
    /^(no-uuid|odd-segments|other-|writes-nothing|deletes-nothing)/,
  ),
  row(/^(writes|deletes)-nothing-elsewhere$/, /^(other-|unknown-)/),
  row(/^then-gone$/, /^(twice|then-no-update|sequences|content-gone(\.\w+)?|spares-siblings)$/, 'resource'),
  row(/^(content-gone(\.\w+)?|with-content)$/, /^(content-gone(\.\w+)?|with-content|then-gone)$/, 'resource'),
  // What a single write shows, sequences and scripts show again.
  row(/^(accepts|aftermath|stores|echoes|keeps-others)/, writing, 'resource'),
  row(/^unknown-project$/, /^ignores/, 'resource'),
  row(/^reading-is-safe$/, scripted, 'resource'),
  row(/^reading-is-safe$/, /^(stores|echoes|keeps|aftermath|generated)/, 'resource'),
  row(/^(parallel|listed-once|shows-all|distinct-ids|while-creating|answer-ids)/, scripted, 'resource'),
  row(/^distinct-ids$/, /^(stores|echoes|aftermath|generated)/),
  row(/^generated/, /^sequences$/),
  row(/^spares/, /^(spares|sequences|writes-nothing|deletes-nothing)/, 'resource'),
  row(/^again$/, /^(at-once|answers-fields)$/),
  row(/^ignores/, /^(refuses|ignores)/),
];

/** Whether a failure goes once another is mended. */
export function follows(effect: Failing, cause: Failing): boolean {
  return rows.some(
    (each) =>
      each.cause.test(cause.name) &&
      each.effect.test(effect.name) &&
      effect.operations.some((a) =>
        cause.operations.some((b) => a === b || (each.within === 'resource' && isRelated(a, b))),
      ),
  );
}

/** Whether two operations work on the same kind of resource. */
const isRelated = (a: OperationId, b: OperationId) =>
  familyOf(a) === familyOf(b) || (isProject(a) && isProject(b)) || isDrawings(a, b) || isDrawings(b, a);

const isProject = (id: OperationId) => familyOf(id).endsWith('projects');
const isDrawings = (a: OperationId, b: OperationId) =>
  familyOf(a) === 'drawings' && familyOf(b) === 'projects';

/** Whether a cause goes once another is mended, whatever the requirements that fail by it. */
export function isEffect(effect: Cause, cause: Cause): boolean {
  return [
    isShownWrongly,
    isRefusal,
    isSameCrash,
    isSameId,
    isOfOneField,
    isMissing,
    isLostWrite,
    isMetLater,
    isOfGone,
  ].some((holds) => holds(effect, cause));
}

/** Whether one kind of failure can bring about another at all. */
export function mayFollow(effect: Cause, cause: Cause): boolean {
  // A wrong code of success hides nothing else.
  if (isWrongSuccess(cause)) return effect.expected === cause.expected && effect.outcome === cause.outcome;
  // A refusal or a crash says nothing of how other answers look.
  if (isFailing(cause) && effect.aspect === 'answer') return false;
  // What is wrong in an answer, or with a value, changes no code.
  if (cause.aspect === 'answer' || notStored.has(cause.outcome)) return effect.aspect !== 'code';
  return true;
}

const isWithin = (effect: Cause, cause: Cause) =>
  effect.operations.every((id) => cause.operations.includes(id));

/** Whether everything that is refused is answered wrongly, this too. */
function isRefusal(effect: Cause, cause: Cause): boolean {
  const isOfAll = cause.circumstance.every((each) => each.startsWith('input:'));
  return (
    isOfAll &&
    cause.expected === '400' &&
    (effect.expected === 'valid' || !cause.outcome.startsWith('status 2')) &&
    effect.aspect === 'code' &&
    effect.outcome === cause.outcome &&
    effect.circumstance.some((each) => each.startsWith('body:')) &&
    isWithin(effect, cause)
  );
}

/** Whether bodies that are to be refused meet a crash that valid ones like them meet as well. */
function isSameCrash(effect: Cause, cause: Cause): boolean {
  return (
    cause.aspect === 'code' &&
    cause.circumstance.length > 0 &&
    effect.outcome === cause.outcome &&
    /^(status 5|transport )/.test(cause.outcome) &&
    effect.sightings.every(({ features }) => cause.circumstance.every((each) => features.includes(each))) &&
    isWithin(effect, cause)
  );
}

/** The id of the path that every request of a cause spells oddly. */
const oddId = ({ sightings }: Cause) =>
  positions.find((id) =>
    sightings.every(({ features }) => features.some((each) => each.startsWith(`case:${id}: `))),
  );

/** Whether something is found by another spelling of an id as it is by ids that nothing has. */
function isSameId(effect: Cause, cause: Cause): boolean {
  const id = oddId(cause);
  return (
    id !== undefined &&
    oddId(effect) === id &&
    cause.expected === '404' &&
    effect.outcome === cause.outcome &&
    isWithin(effect, cause)
  );
}

/** Whether both are about the value of one field. */
function isOfOneField(effect: Cause, cause: Cause): boolean {
  const field = fieldOf(cause);
  if (field === undefined || !isWithin(effect, cause)) return false;
  const isTaken = cause.expected === '400' && cause.outcome.startsWith('status 2');
  // What is taken though it is invalid is shown afterwards.
  if (effect.aspect === 'answer' && isTaken) return effect.sightings.every((each) => fieldIn(each) === field);
  // A refusal that stores something is no matter of the value.
  if (effect.outcome === 'changed though refused') return false;
  return effect.aspect === 'state' && cause.aspect === 'state' && fieldOf(effect) === field;
}

const fieldIn = ({ failure }: Sighting) =>
  failure?.violations[0]?.pointer?.split('/').findLast((part) => /\D/.test(part));

const missing: ReadonlySet<string> = new Set([
  'a list without it',
  'a list with it more than once',
  'missing from the list',
  'listed twice',
  'not all are listed',
  'the same drawing_id twice',
  'changed though refused',
  'other fields changed',
]);

/** Whether both are about drawings that are not listed as they were created. */
const isMissing = (effect: Cause, cause: Cause) =>
  [effect, cause].every(
    ({ outcome, operations }) => missing.has(outcome) && operations.every((id) => id.startsWith('drawings.')),
  );

/** Whether a write is lost, or undone, whatever the request: what is then found changed has no cause of its own. */
function isLostWrite(effect: Cause, cause: Cause): boolean {
  const isGeneral = (each: Cause) => each.circumstance.length === 0 && each.also === undefined;
  const isLost = notStored.has(cause.outcome) || lasting.has(cause.outcome);
  return (
    isLost && lasting.has(effect.outcome) && isGeneral(cause) && isGeneral(effect) && isWithin(effect, cause)
  );
}

/** Whether a state is told by a reading that shows the field wrongly. */
function isShownWrongly(effect: Cause, cause: Cause): boolean {
  if (effect.aspect !== 'state') return false;
  // A creation is known by its answer until the list shows it otherwise.
  if (effect.outcome === 'changed though refused' && notStored.has(cause.outcome))
    return effect.operations.every((id) => writeOperation(id)?.creates && cause.operations.includes(id));
  if (cause.aspect !== 'answer') return false;
  const isRead = effect.operations.every((id) => {
    const written = writeOperation(id);
    return written && cause.operations.some((each) => each === written.read || each === id);
  });
  const field = cause.sightings[0] && fieldIn(cause.sightings[0]);
  const fields = effect.circumstance.filter((each) => each.startsWith('field:'));
  return isRead && (fields.length === 0 || field === undefined || fields.includes(`field:${field}`));
}

/** Whether only what a reading has removed is not found. */
function isOfGone(effect: Cause, cause: Cause): boolean {
  if (cause.outcome !== removed || effect.outcome !== 'status 404') return false;
  return effect.sightings.every(({ failure, operation }) => {
    const before = failure?.exchanges.slice(0, failure.deciding) ?? [];
    const last = failure?.exchanges[failure.deciding];
    const isRemoval = ({ request }: Exchange) => request.method === 'DELETE';
    const wasThere = before.some((each) => each.request.path === last?.request.path && succeeded(each));
    return (
      familyOf(operation) === familyOf(cause.operations[0] ?? operation) &&
      wasThere &&
      !before.some(isRemoval)
    );
  });
}

/** Whether a sequence has met the code that single requests were answered with. */
function isMetLater(effect: Cause, cause: Cause): boolean {
  const isSequence =
    effect.sightings.every(({ aspect }) => aspect === 'state') && effect.outcome.startsWith('status ');
  const seen = cause.outcome.startsWith('transport ') ? 'status undefined' : cause.outcome;
  return isSequence && cause.aspect === 'code' && effect.outcome.startsWith(seen) && isWithin(effect, cause);
}
