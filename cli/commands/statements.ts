/** Commands that tell what is judged: `list` and `explain`. */
import { provenBy } from '../../reference-impl/faults/proven.js';
import { count, firstOf } from '../../report/labels.js';
import { operation, operations } from '../../schemas/index.js';
import { outOfScope } from '../../suites/out-of-scope.js';
import { CliError } from '../cli-error.js';
import { type Io, widthOf } from '../io.js';
import { didYouMean, isFindingId } from '../options/suggestion.js';
import { folded } from '../output/folded.js';
import { select } from '../run/selection.js';
import { statements } from '../statements.js';

/**
 * `list`: prints requirements, all or those that patterns name, as text or as JSON.
 * @param only Globs of requirements or operations, as `--only` takes them.
 */
export async function list(
  only: readonly string[],
  { json = false }: { readonly json?: boolean },
  { stdout }: Io,
): Promise<number> {
  const { reasons } = select(statements, { only, skip: [], profile: 'full', requirementSet: undefined });
  const requirements = statements.filter(({ id }) => !reasons.has(id));
  if (json) {
    stdout.write(`${JSON.stringify({ requirements, outOfScope }, undefined, 2)}\n`);
    return 0;
  }
  const lines = operations.flatMap(({ id, method, path, section }) => {
    const rows = requirements.filter(({ operation }) => operation === id);
    if (rows.length === 0) return [];
    return [
      `${id}  ${method} ${path}  (section ${section})`,
      ...rows.flatMap((row) => [`  ${row.level.padEnd(6)} ${row.id}`, `         ${row.statement}`]),
      '',
    ];
  });
  lines.push(count(requirements.length, 'requirement'));
  stdout.write(`${folded(lines, widthOf(stdout)).join('\n')}\n`);
  return 0;
}

const force = {
  must: 'must: the document states it',
  should: 'should: it follows from what the document states',
  may: 'may: an observation, which never counts against a server',
} as const;

const faultsTold = 3;

/** `explain ID`: what a requirement says, where, and which faults break it; or all requirements of an operation. */
export async function explain(id: string, io: Io): Promise<number> {
  const { stdout } = io;
  if (operations.some((each) => each.id === id)) return list([id], {}, io);
  const requirement = statements.find((each) => each.id === id);
  if (!requirement) throw unknown(id);
  const { method, path, listed } = operation(requirement.operation);
  const faults = provenBy(id);
  const [fault] = faults;
  const rows = [
    ['operation', `${requirement.operation}: ${method} ${path}`],
    ['listed codes', listed.join(', ')],
    ['section', requirement.section],
    ['level', force[requirement.level]],
    ['kind', requirement.kind],
    ['turned red by', firstOf(faults, faultsTold) || 'no fault of the reference implementation'],
    ['judge it alone', `npx netemu-conformance URL --only ${id}`],
    ...(fault === undefined ? [] : [['see it fail', `npx netemu-conformance serve --fault ${fault}`]]),
  ] as const;
  const table = rows.map(([name, value]) => `  ${name.padEnd(14)}  ${value}`);
  const lines = folded([id, '', requirement.statement, '', ...table], widthOf(stdout));
  stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function unknown(id: string): CliError {
  const known = [...statements, ...operations].map((each) => each.id);
  return isFindingId(id)
    ? new CliError('finding-named', id)
    : new CliError('unknown-id', id + didYouMean(id, known));
}
