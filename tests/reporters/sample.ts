/** A report as a run would leave it, made for the tests of the formats. */
import { fingerprint, inOrder, numbered } from '../../report/findings.js';
import { runVerdict, summarise } from '../../report/summary.js';
import type { Evidence, Exchange, Report, RequirementRow } from '../../schemas/generated/report.js';
import { type Operation, operations, shapes } from '../../schemas/index.js';

export const BASE_URL = 'http://127.0.0.1:3080';
export const PROJECT = '0b57c5f1-4b8a-4d2e-9d5e-1c8f1f2d3a01';
export const NODE = 'f3a1c7de-2a52-4d0a-8a4d-7f1f9a4b5c02';

type Row = Omit<RequirementRow, 'verdict' | 'durationMs' | 'provenBy' | 'operation'>;

const resource = (operation: Operation): string => operation.id.split('.').slice(0, -1).join(' ');

const fields = (operation: Operation): string[] =>
  operation.body ? Object.keys(shapes[operation.body].properties ?? {}) : [];

const rowsOf = (operation: Operation): Row[] => {
  const { id, section } = operation;
  const row = (
    name: string,
    kind: string,
    statement: string,
    level: RequirementRow['level'] = 'must',
  ): Row => ({
    id: `${id}.${name}`,
    section,
    level,
    kind,
    statement,
  });
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

const path = (operation: Operation): string =>
  operation.path.replace('{project_id}', PROJECT).replace('{node_id}', NODE);

const body = (text: string) => ({ text, bytes: Buffer.byteLength(text), truncated: false });

/** One exchange with an operation. */
export const exchange = (
  operation: Pick<Operation, 'method' | 'path'>,
  sent: string | undefined,
  answer: Exchange['answer'],
  purpose = 'the request that is judged',
): Exchange => {
  const url = BASE_URL + path(operation as Operation);
  return {
    purpose,
    request: {
      method: operation.method,
      url,
      headers: sent === undefined ? [] : [['Content-Type', 'application/json']],
      ...(sent !== undefined && { body: body(sent) }),
    },
    ...(answer && { answer }),
    startedAt: '2025-03-01T12:00:01.000Z',
    durationMs: 12.5,
    curl: `curl -sS -X ${operation.method} ${url}${sent === undefined ? '' : ` -H 'Content-Type: application/json' --data-raw '${sent.replaceAll("'", `'\\''`)}'`}`,
  };
};

/** An answer with a JSON body. */
export const answer = (status: number, reason: string, text: string): NonNullable<Exchange['answer']> => ({
  status,
  reason,
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Served-By', 'sample'],
  ],
  body: body(text),
});

const fixture = (): Exchange =>
  exchange(
    { method: 'POST', path: '/v2/projects' },
    `{"name":"fixture","project_id":"${PROJECT}"}`,
    answer(201, 'Created', `{"name":"fixture","project_id":"${PROJECT}","status":"opened"}`),
    'fixture: a project',
  );

const evidenceOf = (operation: Operation, row: Row): Evidence => {
  const field = /(?:refuses|accepts)\.(\w+)$/.exec(row.id)?.[1] ?? 'ram';
  const isRefusal = row.kind === 'refuses' || row.kind === 'generated';
  const sent = operation.takesBody ? `{"${field}":${isRefusal ? '"x"' : '1'}}` : undefined;
  const input = `${operation.method} ${resource(operation)}${sent ? ` {"${field}": string}` : ''}`;
  const isShape = row.kind === 'answer';
  const seen = isShape ? '/ram must be integer' : isRefusal ? '200 OK' : '500 Internal Server Error';
  const answered =
    isShape || isRefusal
      ? answer(200, 'OK', `{"name":"R1","ram":"x","ports":[{"name":"e0"}],"node_id":"${NODE}"}`)
      : answer(500, 'Internal Server Error', '{"message":"KeyError: ram"}');
  return {
    expected: isShape ? `a ${resource(operation)} object` : isRefusal ? '400 Bad Request' : '200 OK',
    seen,
    symptom: { operation: operation.id, input, outcome: isShape ? seen : `status ${answered.status}` },
    violations: isShape
      ? [{ in: 'body', pointer: '/ram', message: 'must be integer' }]
      : [{ in: 'status', message: `status ${answered.status}` }],
    exchanges: [fixture(), exchange(operation, sent, answered)],
    deciding: 1,
    ...(row.kind === 'generated' && {
      counterexample: sent ?? '{}',
      seed: 42,
      path: '3:1:0',
      shrinks: 2,
    }),
    reproducibility: 'deterministic',
  };
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
  verdict: runVerdict(report.requirements),
  summary: summarise(report.requirements),
  operations: report.operations.map((row) => ({
    ...row,
    summary: summarise(report.requirements.filter(({ operation }) => operation === row.id)),
  })),
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
    verdict: 'incomplete',
    summary: summarise([]),
    operations: operations.map(({ id, method, path: template, section, summary }) => ({
      id,
      method,
      path: template,
      section,
      title: summary,
      summary: summarise([]),
    })),
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
