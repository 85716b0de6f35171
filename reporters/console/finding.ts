import type { Evidence, Exchange, Finding, Report, RequirementRow } from '../../schemas/generated/report.js';
import {
  answerLine,
  bodyText,
  cutNote,
  deciding,
  origin,
  REPRODUCIBILITY,
  requestLine,
} from '../exchange-text.js';
import { type Exhibit, exhibit } from '../findings.js';
import { shorten, terminal, visible } from '../hostile.js';
import { someIds } from '../unjudged.js';
import { count } from '../words.js';
import type { Layout } from './layout.js';

type Violation = Evidence['violations'][number];

const MOST_STATEMENTS = 3;
const MOST_BODY_LINES = 8;
const MOST_VIOLATIONS = 5;

const bodyLines = (body: Exchange['request']['body'], { columns, dim }: Layout): string[] => {
  const text = bodyText(body);
  if (!text) return [];
  const lines = visible(shorten(text, 2000)).split('\n');
  const shown = lines.slice(0, MOST_BODY_LINES);
  const isCut = lines.length > shown.length || text.length > 2000;
  const note = cutNote(body) || (isCut ? 'shortened; report.json has more' : '');
  // The bar keeps a line of the answer from being taken for one of ours, or for a command of a build server.
  return [...shown, ...(note ? [`(${note})`] : [])].map(
    (line) => `${' '.repeat(14)}${dim('│')} ${shorten(terminal(line), columns - 16)}`,
  );
};

const statementLines = (rows: readonly RequirementRow[], layout: Layout): string[] => {
  const rest = rows.slice(MOST_STATEMENTS);
  return [
    ...rows
      .slice(0, MOST_STATEMENTS)
      .flatMap(({ id, level, section, statement }) => [
        `    ${layout.level(level, level)} §${terminal(section)} ${layout.bold(terminal(id))}`,
        ...layout.words(statement, 6),
      ]),
    ...(rest.length ? layout.words(`and ${rest.length} more: ${someIds(rest, 8)}`, 4).map(layout.dim) : []),
  ];
};

// The code and the transport failure stand in the line above already.
const isTold = ({ in: where }: Violation): boolean => where === 'status' || where === 'transport';

const violationLines = (evidence: Evidence, layout: Layout): string[] => {
  const violations = evidence.violations.filter((violation) => !isTold(violation));
  const more = violations.length - MOST_VIOLATIONS;
  return [
    ...violations
      .slice(0, MOST_VIOLATIONS)
      .flatMap(({ in: where, pointer, message }) =>
        layout.row('at', `${[where, pointer].filter(Boolean).join(' ')}: ${message}`),
      ),
    ...(more > 0 ? layout.row('', `and ${more} more`) : []),
  ];
};

// Paths and commands stay on one line, however long: they are there to be copied.
const unbroken = (label: string, text: string, { dim }: Layout): string =>
  `    ${dim(label.padEnd(10))}${terminal(text)}`;

const beforeLines = ({ exchanges, deciding: index }: Evidence, baseUrl: string, layout: Layout): string[] =>
  exchanges
    .slice(0, index)
    .map((exchange, at) =>
      unbroken(at === 0 ? 'after' : '', `${requestLine(exchange, baseUrl)} (${exchange.purpose})`, layout),
    );

const exchangeLines = (exchange: Exchange, baseUrl: string, layout: Layout): string[] => [
  unbroken('request', requestLine(exchange, baseUrl), layout),
  ...bodyLines(exchange.request.body, layout),
  ...layout.row('answer', answerLine(exchange)),
  ...bodyLines(exchange.answer?.body, layout),
];

const evidenceLines = (shown: Exhibit, baseUrl: string, layout: Layout): string[] => {
  const { evidence, requirement } = shown;
  const { counterexample, reproducibility } = evidence;
  const exchange = deciding(evidence);
  const from = origin(evidence);
  return [
    ...layout.row('expected', evidence.expected),
    ...layout.row('got', evidence.seen),
    ...violationLines(evidence, layout),
    ...beforeLines(evidence, baseUrl, layout),
    ...(exchange ? exchangeLines(exchange, baseUrl, layout) : []),
    ...(counterexample === undefined
      ? []
      : layout.row('input', shorten(counterexample, 400) + (from ? `  (${from})` : ''))),
    ...(reproducibility ? layout.row('repeated', REPRODUCIBILITY[reproducibility]) : []),
    ...(exchange ? [unbroken('curl', exchange.curl, layout)] : []),
    ...(requirement.replay ? [unbroken('replay', requirement.replay, layout)] : []),
  ];
};

/** One finding: the sentence, the statements that it breaks, the exchange that shows it, how to see it again. */
export const findingLines = (report: Report, finding: Finding, layout: Layout): string[] => {
  const rows = report.requirements.filter(({ id }) => finding.requirements.includes(id));
  const shown = exhibit(report, finding);
  return [
    '',
    `${layout.level(finding.level, `✗ ${finding.id} ${finding.level}`)}  ${layout.bold(terminal(finding.operation))}  ${layout.dim(count(rows.length, 'requirement'))}`,
    ...layout.words(finding.title, 4),
    ...statementLines(rows, layout),
    ...(shown ? evidenceLines(shown, report.target.baseUrl, layout) : []),
  ];
};
