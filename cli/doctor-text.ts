import type { Diagnosis, OperationFinding } from './doctor.js';

/** A diagnosis for people. */
export function doctorText({
  baseUrl,
  known,
  operations,
  leftovers,
  inventory,
  requests,
}: Diagnosis): string {
  const self = [known.server, known.version && `version ${known.version}`].filter((each) => each);
  const lines = [baseUrl + (self.length > 0 ? `, ${self.join(', ')}` : ''), ''];
  for (const notice of known.notices ?? []) lines.push(`! ${notice}`, '');
  if (!known.ok) return [...lines, `Nothing can be judged. ${known.stop}`, ''].join('\n');
  const width = Math.max(...operations.map(({ id }) => id.length));
  for (const row of operations)
    lines.push(`${row.can ? 'yes' : ' no'}  ${row.id.padEnd(width)}  ${row.can ? row.seen : row.reason}`);
  const missing = operations.filter((row) => !row.can);
  lines.push(
    '',
    `${operations.length - missing.length} of ${operations.length} operations can be exercised.`,
  );
  for (const [remedy, rows] of byRemedy(missing))
    lines.push('', `For ${rows.map(({ id }) => id).join(', ')}:`, `  ${remedy}`);
  for (const { path, reason } of leftovers) lines.push('', `Left behind: ${path} (${reason})`);
  for (const difference of inventory?.differences ?? []) lines.push('', `Different now: ${difference}`);
  return [...lines, '', `${requests} requests.`, ''].join('\n');
}

function byRemedy(missing: readonly OperationFinding[]): Map<string, OperationFinding[]> {
  const groups = new Map<string, OperationFinding[]>();
  for (const row of missing) {
    const remedy = (!row.can && row.remedy) || 'nothing can be added; a run tells these as not exercised';
    groups.set(remedy, [...(groups.get(remedy) ?? []), row]);
  }
  return groups;
}
