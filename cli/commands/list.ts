/** `list`: every requirement, for people or programs. */
import { operations } from '../../schemas/index.js';
import { outOfScope, requirements } from '../../suites/index.js';
import type { Io } from '../io.js';

export async function list(asJson: boolean, { stdout }: Io): Promise<number> {
  if (asJson) {
    const rows = requirements.map(({ check: _, ...row }) => row);
    stdout.write(`${JSON.stringify({ requirements: rows, outOfScope }, undefined, 2)}\n`);
    return 0;
  }
  const lines = operations.flatMap(({ id, method, path, section }) => [
    '',
    `${id}  ${method} ${path}  (section ${section})`,
    ...requirements
      .filter(({ operation }) => operation === id)
      .map(({ id: name, level, statement }) => `  ${level.padEnd(6)} ${name}\n         ${statement}`),
  ]);
  stdout.write(`${lines.slice(1).join('\n')}\n\n${requirements.length} requirements\n`);
  return 0;
}
