/** Which failures go once another is mended: what a later check builds on, told as data. */
import { familyOf } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';

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
  /^(sequences|generated\.read-back|parallel|distinct-ids|listed-once|while-creating|shows-all|keeps-(?:drawings|nodes)|spares-|writes-nothing|reading-is-safe|without-drawings|shares-names|ignores)/;
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
  row(/^other-project$/, /^(no-uuid|odd-segments)$/),
  row(/^other-(project|kind)$/, /^(other-|writes-nothing|deletes-nothing)/),
  row(/^no-uuid$/, /^(no-uuid|odd-segments)$/),
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
  row(/^(refuses|generated)/, /^sequences$/),
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
