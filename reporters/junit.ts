import { create } from 'xmlbuilder2';
import { VERDICT_WORDS } from '../report/labels.js';
import { bounded } from '../report/truncate.js';
import type {
  Evidence,
  Finding,
  OperationRow,
  Report,
  RequirementRow,
  Verdict,
} from '../schemas/generated/report.js';
import { oneLine, visible } from './text/escape.js';
import { answerLine, deciding, isCommand, requestLine, whenOf } from './text/exchange.js';

type Element = ReturnType<ReturnType<typeof create>['ele']>;

/** What a verdict is to consumers of JUnit files. */
const ELEMENTS: Record<Verdict, 'failure' | 'error' | 'skipped' | undefined> = {
  passed: undefined,
  failed: 'failure',
  inconclusive: 'error',
  'suite-error': 'error',
  'not-exercised': 'skipped',
  deselected: 'skipped',
};

/** A failure that the baseline accepts is a skipped case, so that no pipeline turns red for it. */
const elementOf = ({ verdict, accepted }: RequirementRow) => (accepted ? 'skipped' : ELEMENTS[verdict]);

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/**
 * Time of the requests that a case shows. Most requests serve many requirements, so the time until a verdict
 * would count them many times.
 */
const ownMs = ({ evidence = [] }: RequirementRow): number =>
  evidence.flatMap(({ exchanges }) => exchanges).reduce((ms, { durationMs }) => ms + durationMs, 0);

const caseName = ({ id, statement, level, section }: RequirementRow): string =>
  oneLine(`${id}: ${statement} (${level}, section ${section})`);

const told = ({ expected, seen }: Evidence): string => `expected ${expected}, got ${seen}`;

/** What the message of a failure says of it. */
const inMessage = ({ verdict, evidence }: RequirementRow): Evidence | undefined =>
  verdict === 'failed' ? evidence?.[0] : undefined;

/** What the evidence shows, but for what the message says. */
const evidenceText = (row: RequirementRow): string =>
  (row.evidence ?? [])
    .map((evidence) => {
      const exchange = deciding(evidence);
      return [
        ...(evidence === inMessage(row) ? [] : [told(evidence)]),
        ...evidence.violations.map(
          ({ in: where, pointer, message }) => `  ${where} ${pointer ?? ''}: ${message}`,
        ),
        ...(exchange
          ? [
              requestLine(exchange),
              answerLine(exchange),
              ...(isCommand(exchange.curl) ? [exchange.curl] : []),
            ]
          : []),
      ].join('\n');
    })
    .join('\n\n');

/** The finding by which a requirement fails: several cases that have one are one thing to mend. */
const findingOf = ({ findings }: Report, { id }: RequirementRow): Finding | undefined =>
  findings.find(({ requirements }) => requirements.includes(id));

const details = (row: RequirementRow, finding: Finding | undefined): string =>
  [
    ...(finding ? [`${finding.id} ${finding.title}`, `when: ${whenOf(finding)}`] : []),
    `${row.level} §${row.section}: ${row.statement}`,
    inMessage(row) ? '' : (row.reason ?? ''),
    row.remedy ?? '',
    evidenceText(row),
    row.replay ?? '',
  ]
    .filter(Boolean)
    .join('\n');

const message = (row: RequirementRow, finding: Finding | undefined): string => {
  const first = inMessage(row);
  if (first && row.accepted) return `known by the baseline: ${told(first)}`;
  if (first) return (finding ? `${finding.id}: ` : '') + told(first);
  return `${VERDICT_WORDS[row.verdict]}: ${row.reason ?? 'no reason was recorded'}`;
};

const addCase = (suite: Element, report: Report, row: RequirementRow): void => {
  const testcase = suite.ele('testcase', {
    name: caseName(row),
    classname: row.operation,
    time: seconds(ownMs(row)),
  });
  const element = elementOf(row);
  if (!element) return;
  // The Ant schema gives a type to failures and errors only.
  const type = element === 'skipped' ? {} : { type: row.verdict };
  const finding = row.verdict === 'failed' ? findingOf(report, row) : undefined;
  testcase
    .ele(element, { message: oneLine(message(row, finding)), ...type })
    .txt(visible(details(row, finding)));
};

const hostname = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).hostname || 'localhost' : 'localhost';

const addSuite = (suites: Element, report: Report, operation: OperationRow, index: number): void => {
  const rows = report.requirements.filter((row) => row.operation === operation.id);
  const number = (element: string) => rows.filter((row) => elementOf(row) === element).length;
  const suite = suites.ele('testsuite', {
    name: operation.id,
    package: report.tool.name,
    id: index,
    // The Ant schema takes no zone; the time is UTC.
    timestamp: report.run.startedAt.slice(0, 19),
    hostname: oneLine(hostname(report.target.baseUrl)),
    tests: rows.length,
    failures: number('failure'),
    errors: number('error'),
    skipped: number('skipped'),
    time: seconds(rows.reduce((ms, row) => ms + ownMs(row), 0)),
  });
  const properties = suite.ele('properties');
  const property = (name: string, value: string) =>
    properties.ele('property', { name, value: oneLine(value) });
  property('target', report.target.baseUrl);
  property('seed', String(report.run.seed));
  property('requirementSet', report.tool.requirementSet);
  property('runSeconds', seconds(report.run.durationMs));
  for (const row of rows) addCase(suite, report, row);
  suite.ele('system-out');
  suite.ele('system-err');
};

/** The report as JUnit XML: a suite an operation, a case a requirement. */
export const junit = (whole: Report): string => {
  const report = bounded(whole);
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  const suites = document.ele('testsuites');
  for (const [index, operation] of report.operations.entries()) addSuite(suites, report, operation, index);
  return `${document.end({ prettyPrint: true })}\n`;
};
