/** `list`: prints requirements, all or those that patterns name, as text or as JSON. */
import { count } from '../../report/labels.js';
import { operations } from '../../schemas/index.js';
import { outOfScope } from '../../suites/out-of-scope.js';
import { type Io, widthOf } from '../io.js';
import { folded } from '../output/folded.js';
import { select } from '../run/selection.js';
import { statements } from '../statements.js';

/** @param only Globs of requirements or operations, as `--only` takes them. */
export async function list(only: readonly string[], asJson: boolean, { stdout }: Io): Promise<number> {
  const { reasons } = select(statements, { only, skip: [], profile: 'full', requirementSet: undefined });
  const requirements = statements.filter(({ id }) => !reasons.has(id));
  if (asJson) {
    stdout.write(`${JSON.stringify({ requirements, outOfScope }, undefined, 2)}\n`);
    return 0;
  }
  const lines = operations.flatMap(({ id, method, path, section }) => {
    const rows = requirements.filter(({ operation }) => operation === id);
    if (rows.length === 0) return [];
    return [
      `${id}  ${method} ${path}  (section ${section})`,
      ...rows.flatMap(({ id: name, level, statement }) => [
        `  ${level.padEnd(6)} ${name}`,
        `         ${statement}`,
      ]),
      '',
    ];
  });
  lines.push(count(requirements.length, 'requirement'));
  stdout.write(`${folded(lines, widthOf(stdout)).join('\n')}\n`);
  return 0;
}
