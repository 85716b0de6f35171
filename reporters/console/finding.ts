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
import { exhibit } from '../findings.js';
import { shorten, terminal, visible } from '../hostile.js';
import { count } from '../words.js';
import type { Layout } from './layout.js';

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

const statementLines = (rows: readonly RequirementRow[], layout: Layout): string[] => [
  ...rows
    .slice(0, MOST_STATEMENTS)
    .flatMap(({ id, level, section, statement }) => [
      `    ${layout.level(level, level)} §${section} ${layout.bold(id)}`,
      ...layout.words(statement, 6),
    ]),
  ...(rows.length > MOST_STATEMENTS
    ? layout
        .words(
          `and ${rows.length - MOST_STATEMENTS} more: ${rows
            .slice(MOST_STATEMENTS, 12)
            .map(({ id }) => id)
            .join(', ')}${rows.length > 12 ? ', …' : ''}`,
          4,
        )
        .map(layout.dim)
    : []),
];

const violationLines = ({ violations }: Evidence, layout: Layout): string[] => [
  ...violations
    .slice(0, MOST_VIOLATIONS)
    .flatMap(({ in: where, pointer, message }) =>
      layout.row('at', `${where} ${pointer || ''}`.trimEnd().concat(`: ${message}`)),
    ),
  ...(violations.length > MOST_VIOLATIONS
    ? layout.row('', `and ${violations.length - MOST_VIOLATIONS} more`)
    : []),
];

const exchangeLines = (exchange: Exchange, layout: Layout): string[] => [
  ...layout.row('request', requestLine(exchange)),
  ...bodyLines(exchange.request.body, layout),
  ...layout.row('answer', answerLine(exchange)),
  ...bodyLines(exchange.answer?.body, layout),
];

const evidenceLines = (evidence: Evidence, { replay }: RequirementRow, layout: Layout): string[] => {
  const exchange = deciding(evidence);
  const from = origin(evidence);
  return [
    ...layout.row('expected', evidence.expected),
    ...layout.row('got', evidence.seen),
    ...violationLines(evidence, layout),
    ...(exchange ? exchangeLines(exchange, layout) : []),
    ...(evidence.counterexample === undefined
      ? []
      : layout.row('input', `${shorten(evidence.counterexample, 400)}${from ? `  (${from})` : ''}`)),
    ...(evidence.reproducibility ? layout.row('repeated', REPRODUCIBILITY[evidence.reproducibility]) : []),
    // Commands stay on one line, however long: they are there to be copied.
    ...(exchange ? [`    ${layout.dim('curl'.padEnd(10))}${terminal(exchange.curl)}`] : []),
    ...(replay ? [`    ${layout.dim('replay'.padEnd(10))}${terminal(replay)}`] : []),
  ];
};

/** One finding: the sentence, the statements that it breaks, the exchange that shows it, how to see it again. */
export const findingLines = (report: Report, finding: Finding, layout: Layout): string[] => {
  const rows = report.requirements.filter(({ id }) => finding.requirements.includes(id));
  const shown = exhibit(report, finding);
  return [
    '',
    `${layout.level(finding.level, `✗ ${finding.id} ${finding.level}`)}  ${layout.bold(finding.operation)}  ${layout.dim(count(rows.length, 'requirement'))}`,
    ...layout.words(finding.title, 4),
    ...statementLines(rows, layout),
    ...(shown ? evidenceLines(shown.evidence, shown.requirement, layout) : []),
  ];
};
