/** `explain ID`: what a requirement says, its section of the document, and faults that break it; or all of an operation. */

import { provenBy } from '../../reference-impl/faults/proven.js';
import { firstOf } from '../../report/labels.js';
import { operation, operations } from '../../schemas/index.js';
import { CliError } from '../cli-error.js';
import { type Io, widthOf } from '../io.js';
import { didYouMean } from '../options/suggestion.js';
import { folded } from '../output/folded.js';
import { statements } from '../statements.js';
import { list } from './list.js';

const force = {
  must: 'must: the document states it',
  should: 'should: it follows from what the document states',
  may: 'may: an observation, which never counts against a server',
} as const;

export async function explain(id: string, io: Io): Promise<number> {
  const { stdout } = io;
  if (operations.some((each) => each.id === id)) return list([id], false, io);
  const requirement = statements.find((each) => each.id === id);
  if (!requirement) throw unknown(id);
  const { method, path, listed } = operation(requirement.operation);
  const faults = provenBy(id);
  const rows = [
    ['operation', `${requirement.operation}: ${method} ${path}`],
    ['listed codes', listed.join(', ')],
    ['section', requirement.section],
    ['level', force[requirement.level]],
    ['kind', requirement.kind],
    ['turned red by', turnedRedBy(faults)],
    ['judge it alone', `npx netemu-conformance URL --only ${id}`],
    ...(faults[0] === undefined
      ? []
      : [['see it fail', `npx netemu-conformance serve --fault ${faults[0]}`]]),
  ] as const;
  const table = rows.map(([name, value]) => `  ${name.padEnd(14)}  ${value}`);
  const lines = folded([id, '', requirement.statement, '', ...table], widthOf(stdout));
  stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function unknown(id: string): CliError {
  const known = [...statements, ...operations].map((each) => each.id);
  return new CliError('unknown-id', id + didYouMean(id, known));
}

const faultsTold = 3;

const turnedRedBy = (faults: readonly string[]) =>
  faults.length === 0 ? 'no fault of the reference implementation' : firstOf(faults, faultsTold);
