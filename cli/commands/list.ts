/** `list`: prints every requirement, as text or as JSON. */
import { operations } from '../../schemas/index.js';
import { outOfScope } from '../../suites/out-of-scope.js';
import type { Io } from '../io.js';
import { statements } from '../statements.js';

export async function list(asJson: boolean, { stdout }: Io): Promise<number> {
  if (asJson) {
    stdout.write(`${JSON.stringify({ requirements: statements, outOfScope }, undefined, 2)}\n`);
    return 0;
  }
  const lines = operations.flatMap(({ id, method, path, section }) => [
    '',
    `${id}  ${method} ${path}  (section ${section})`,
    ...statements
      .filter(({ operation }) => operation === id)
      .map(({ id: name, level, statement }) => `  ${level.padEnd(6)} ${name}\n         ${statement}`),
  ]);
  stdout.write(`${lines.slice(1).join('\n')}\n\n${statements.length} requirements\n`);
  return 0;
}
