/** A report as a run would leave it, made for the tests of the formats. */
import { inOrder, numbered } from '../../report/findings.js';
import { sums } from '../../report/summary.js';
import { fingerprint } from '../../schemas/fingerprint.js';
import type { Evidence, Report, RequirementRow } from '../../schemas/generated/report.js';
import { type Operation, operations, shapes } from '../../schemas/index.js';
import { BASE_URL, evidenceOf, resource } from './sample-evidence.js';

type Row = Omit<RequirementRow, 'verdict' | 'durationMs' | 'provenBy' | 'operation'>;

const fields = (operation: Operation): string[] =>
  operation.body ? Object.keys(shapes[operation.body].properties ?? {}) : [];

const rowsOf = (operation: Operation): Row[] => {
  const { id, section } = operation;
  const row = (name: string, kind: string, statement: string, level: Row['level'] = 'must'): Row => {
    return { id: `${id}.${name}`, section, level, kind, statement };
  };
  const name = `${operation.method} of a ${resource(operation)}`;
  return [
    row('succeeds', 'success', `A ${name} is answered ${operation.success.join(' or ')}.`),
    row('declares-json', 'answer', `The answer to a ${name} is declared as application/json.`),
    row('shape', 'answer', `The answer to a ${name} has the documented shape.`),
    ...operation.ids
      .filter(() => operation.listed.includes(404))
      .map((which) => row(`unknown.${which}`, 'unknown ids', `An unknown ${which} is answered 404.`)),
    ...fields(operation).flatMap((field) => [
      row(`accepts.${field}`, 'accepts', `The documented field ${field} is accepted on its own.`),
      row(`refuses.${field}`, 'refuses', `A wrong kind of value in ${field} is answered 400.`),
    ]),
    ...(operation.takesBody
      ? [
          row('refuses.malformed-json', 'refuses', 'Malformed JSON is answered 400.'),
          row('generated.broken', 'generated', 'Any body with one rule broken is answered 400.'),
          row('generated.wide', 'generated', 'Any documented body is answered with a listed code.'),
          row('read-back', 'state', 'What was written is read back.', 'should'),
        ]
      : []),
    row('reading-changes-nothing', 'state', 'Reading changes nothing.', 'should'),
    row('latency', 'observed', 'How long answers take.', 'may'),
  ];
};

/** The three failures of the small sample: one cause seen twice, and one `should`. */
const THREE = ['iou.update.refuses.ram', 'iou.update.generated.broken', 'iou.update.read-back'];

const verdictOf = (
  row: Row,
  failing: ReadonlySet<string>,
): Pick<RequirementRow, 'verdict' | 'reason' | 'remedy'> => {
  if (failing.has(row.id)) return { verdict: 'failed', reason: 'the answer is not acceptable' };
  if (row.id.startsWith('cloud.') && row.kind === 'state')
    return {
      verdict: 'not-exercised',
      reason: 'The target leaves the field out of its answers.',
      remedy: 'Name a cloud instance that shows it with --fixtures FILE.',
    };
  if (row.id === 'vmware.update.read-back')
    return { verdict: 'inconclusive', reason: 'Every update was answered 409 Conflict.' };
  if (row.id === 'projects.get.latency') return { verdict: 'suite-error', reason: 'The check itself broke.' };
  if (row.id.startsWith('nodes.start'))
    return { verdict: 'deselected', reason: 'not selected: --skip nodes.*' };
  return { verdict: 'passed' };
};

/** Puts the parts of a report that follow from its requirements right. */
export const settled = (report: Report): Report => ({
  ...report,
  ...sums(report.requirements, report.operations),
  findings: findingsOf(report.requirements),
});

/** A finding for each outcome of an operation; how a run works them out is tested with harness/explain. */
const findingsOf = (rows: readonly RequirementRow[]): Report['findings'] => {
  const groups = new Map<string, RequirementRow[]>();
  for (const row of rows.filter(({ evidence, verdict }) => verdict === 'failed' && evidence)) {
    const key = `${row.operation} | ${row.evidence?.[0]?.symptom.outcome}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const found = [...groups].map(([atom, group]) => {
    const [first] = group as [RequirementRow];
    const [evidence] = first.evidence as [Evidence];
    return {
      level: first.level,
      title: `${first.operation} answers ${evidence.seen}`,
      operations: [first.operation] as [string],
      fingerprint: fingerprint(atom),
      atoms: [atom],
      circumstance: {
        words: `always (${group.length} of ${group.length})`,
        features: [],
        fields: [],
        failed: group.length,
        otherwise: 0,
      },
      requirements: group.map(({ id }) => id),
      consequences: [],
      evidence: {
        ...evidence,
        check: { by: 'status' as const, codes: [200] },
        replacements: { fresh: [], answered: [] },
      },
      ...(first.replay !== undefined && { replay: first.replay }),
    };
  });
  return numbered(found.toSorted(inOrder));
};

const all = operations.flatMap((operation) => rowsOf(operation).map((row) => ({ operation, row })));

const failingIds = (failures: number): Set<string> => {
  const eligible = all
    .filter(({ operation, row }) => operation.id !== 'nodes.start' && row.level !== 'may')
    .map(({ row }) => row.id);
  return new Set([...THREE, ...eligible.filter((id) => !THREE.includes(id))].slice(0, failures));
};

/**
 * A report with a known number of failed requirements, and with every other verdict in it too.
 * @param failures 0 to 150
 */
export const sampleReport = (failures = 3): Report => {
  const failing = failingIds(failures);
  const requirements = all.map(({ operation, row }, index): RequirementRow => {
    const judged = verdictOf(row, failing);
    const isFailed = judged.verdict === 'failed';
    return {
      ...row,
      operation: operation.id,
      ...judged,
      durationMs: 5 + (index % 90),
      provenBy: [`${row.id}.fault`],
      ...(row.level === 'may' &&
        judged.verdict === 'passed' && { observation: 'Half of the answers took 4 ms.' }),
      ...(isFailed && {
        replay: `netemu-conformance ${BASE_URL} --replay ${row.id} --seed 42`,
        evidence: [evidenceOf(operation, row)],
      }),
    };
  });
  return settled({
    schemaVersion: 2,
    tool: { name: 'netemu-conformance', version: '0.1.0', requirementSet: '2025-03' },
    target: { baseUrl: BASE_URL, server: 'Python/3.11 aiohttp/3.9', version: '2.2.54', embedded: false },
    run: {
      startedAt: '2025-03-01T12:00:00.000Z',
      durationMs: 81_234,
      seed: 42,
      runs: 100,
      requests: 12_345,
      concurrency: 8,
      timeoutMs: 10_000,
      selection: { only: [], skip: ['nodes.*'], profile: 'full' },
    },
    ...sums(
      requirements,
      operations.map(({ id, method, path, section, summary: title }) => ({
        id,
        method,
        path,
        section,
        title,
      })),
    ),
    findings: [],
    requirements,
    outOfScope: [
      { section: '5', subject: 'Authentication', reason: 'The document does not show it.' },
      { section: '7', subject: 'Conditions that produce 409', reason: 'The document does not show them.' },
    ],
    leftovers: [],
    notices: [],
  });
};
