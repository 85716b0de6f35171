import { isProject } from '../../harness/worlds/resource.js';
import { groupBy } from '../../schemas/group-by.js';
import { familyOf } from '../../schemas/groups.js';
import { type FixtureKind, type OperationId, operation, operations } from '../../schemas/index.js';
import { folded } from '../output/folded.js';
import { quoted } from '../replay/replay-command.js';
import { family } from '../run/selection.js';
import type { Diagnosis, OperationTrial } from './diagnose.js';

type Missing = Extract<OperationTrial, { can: false }>;

/**
 * A diagnosis as text. It ends with the command to type next.
 * @param command The command for a run, with the options given to the doctor.
 * @param columns Width of the terminal, if it is one.
 */
export function doctorText(diagnosis: Diagnosis, command: string, columns?: number): string {
  return `${folded(linesOf(diagnosis, command), columns).join('\n')}\n`;
}

function linesOf(diagnosis: Diagnosis, command: string): string[] {
  const { baseUrl, known, operations, leftovers, inventory, notices, requests } = diagnosis;
  const self = [known.server, known.version && `version ${known.version}`].filter((each) => each);
  const lines = [baseUrl + (self.length > 0 ? `, ${self.join(', ')}` : ''), ''];
  for (const notice of known.notices ?? []) lines.push(`! ${notice}`, '');
  if (!known.ok) return [...lines, `Nothing can be judged. ${known.stop}`];
  const width = Math.max(...operations.map(({ id }) => id.length));
  for (const row of operations)
    lines.push(row.can ? `yes  ${row.id.padEnd(width)}  ${row.seen}` : ` no  ${row.id}`);
  const missing = operations.filter((row) => !row.can);
  lines.push(
    '',
    `${operations.length - missing.length} of ${operations.length} operations can be tested. ${requests} requests were sent.`,
  );
  for (const [why, rows] of groupBy(missing, whyNot))
    lines.push('', `For ${rows.map(({ id }) => id).join(', ')}:`, `  ${why}`);
  for (const notice of notices) lines.push('', `! ${notice}`);
  for (const { path, reason } of leftovers) lines.push('', `Left behind: ${path} (${reason})`);
  for (const difference of inventory?.differences ?? []) lines.push('', `Different now: ${difference}`);
  const made = new Set(operations.filter((row) => row.can).map(({ id }) => operation(id).fixture));
  const kinds = [...new Set(missing.map(({ kind }) => kind))].filter((kind) => !made.has(kind));
  if (diagnosis.makesAll && kinds.length > 0) lines.push(...fixturesAdvice(kinds, command));
  if (missing.length < operations.length) lines.push(...nextCommand(missing, command));
  return lines;
}

/** The smallest fixtures file with what the target cannot create, and the command that uses it. */
function fixturesAdvice(kinds: readonly FixtureKind[], command: string): string[] {
  return [
    '',
    'Or name what the server has already, preferably two of each kind, since one is deleted. The rest is created as before.',
    'Put your own ids into this fixtures.json:',
    ...`{\n${kinds.map(exampleOf).join(',\n')}\n}`.split('\n'),
    `  ${command} --fixtures fixtures.json`,
  ];
}

/** Two resources of a kind, with ids to be replaced: no two are the same. */
function exampleOf(kind: FixtureKind, index: number): string {
  const entries = [1, 2].map((n) => {
    const id = (of: number) => `00000000-0000-4000-8000-000000000${of}${index}${n}`;
    const node = isProject(kind) ? {} : { node_id: id(1) };
    return JSON.stringify({ project_id: id(0), ...node, disposable: true });
  });
  return `  "${kind}": [\n    ${entries.join(',\n    ')}\n  ]`;
}

/** The command that judges everything that can be judged. */
function nextCommand(missing: readonly Missing[], command: string): string[] {
  return ['', 'Next:', `  ${[command, ...leavingOut(missing.map(({ id }) => id))].join(' ')}`];
}

/** The shortest options that leave operations out. */
function leavingOut(missing: readonly OperationId[]): string[] {
  if (missing.length === 0) return [];
  const all = operations.map(({ id }) => id);
  if (all.every((id) => missing.includes(id) === (family(id) === 'compute')))
    return ['--profile', 'controller'];
  const whole = groupBy(all, familyOf);
  const names = [...groupBy(missing, familyOf)].flatMap(([name, ids]) =>
    ids.length > 1 && ids.length === whole.get(name)?.length ? [`${name}.*`] : ids,
  );
  return ['--skip', quoted(names.join(','))];
}

/** What keeps an operation from being exercised, and what to do about it. */
const whyNot = ({ reason, remedy }: Missing): string =>
  `${reason} → ${remedy ?? 'nothing can be added; a run reports these as not exercised'}`;
