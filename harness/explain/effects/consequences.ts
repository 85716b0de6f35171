/** Which failures follow from others, as a table: a check builds on what other checks test by themselves. */
import { familyOf } from '../../../schemas/groups.js';
import type { OperationId } from '../../../schemas/index.js';

/** A failed requirement. */
export interface Failing {
  /** The operation that the requirement is about, and those whose answers showed the failure. */
  readonly operations: readonly OperationId[];
  /** The id of the requirement without the operation: `answer.name`. */
  readonly name: string;
}

interface Row {
  /** Names of requirements: when one of these fails, … */
  readonly cause: RegExp;
  /** … these fail because of it. */
  readonly effect: RegExp;
  /** Whether they must be about the same operation, or only about the same resource. */
  readonly within: 'operation' | 'resource';
}

const row = (cause: RegExp, effect: RegExp, within: Row['within'] = 'operation'): Row => ({
  cause,
  effect,
  within,
});

/** Requirements whose checks write plain values and read them back. */
const writing =
  /^(sequences|generated\.read-back|parallel|distinct-ids|listed-once|while-creating|shows-all|keeps-(?:drawings|nodes)|spares-|writes-nothing|reading-is-safe|without-drawings|shares-names|all-or-nothing|ignores)/;
/** The same, and requirements whose checks delete the resource or read it in other ways. */
const scripted = new RegExp(
  `${writing.source}|^(content-gone|with-content|then-|twice|deletes-nothing|other-|answer-ids|again|at-once|answers-fields|refuses\\.(filename|project_id|status))`,
);

const rows: readonly Row[] = [
  // When an operation does not work at all, nothing else about it can be checked.
  row(/^succeeds$/, scripted, 'resource'),
  row(
    /^succeeds$/,
    /^(accepts|answers|refuses|answer|errors|unknown|no-uuid|odd|aftermath|generated|echoes|stores|keeps)/,
  ),
  row(/^answer\./, writing, 'resource'),
  row(/^answer\.(json|body)$/, /^(answer|aftermath|echoes|stores|generated)/),
  // A header says nothing of the fields of a body.
  row(/^answer\.media-type$/, /^(answer\.(json|body|always)|aftermath|generated)/),
  row(/^answer\.(project|node)_id$/, /^answer-ids(\.|$)/),
  // A server that ignores an id finds resources under wrong ids as well.
  row(
    /^unknown-(project|node)$/,
    /^(unknown|no-uuid|odd-segments|other-|then-|twice|always|writes-nothing|deletes-nothing|content-gone)/,
  ),
  row(/^other-project$/, /^(no-uuid|odd-segments)$/),
  row(/^other-(project|kind)$/, /^(other-|writes-nothing|deletes-nothing)/),
  row(/^no-uuid$/, /^(no-uuid|odd-segments)$/),
  row(/^(writes|deletes)-nothing-elsewhere$/, /^(other-|unknown-)/),
  row(
    /^then-gone$/,
    /^(twice|always|then-no-update|sequences|content-gone(\.\w+)?|spares-siblings)$/,
    'resource',
  ),
  row(
    /^(content-gone(\.\w+)?|with-content)$/,
    /^(content-gone(\.\w+)?|with-content|then-gone|always)$/,
    'resource',
  ),
  // A defect in single writes also shows in sequences and scripts.
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

/** Whether a failure follows from another one. */
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
