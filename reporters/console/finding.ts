import { count } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import { someIds } from '../../report/unjudged.js';
import type { Evidence, Exchange, Finding, Report, RequirementRow } from '../../schemas/generated/report.js';
import { isOfFixture } from '../../schemas/purpose.js';
import { withShortIds } from '../../schemas/uuid.js';
import { terminal, visible } from '../text/escape.js';
import {
  answerLine,
  bodyText,
  cutNote,
  deciding,
  FLAKY,
  isHandy,
  markedFields,
  operationsIn,
  rightLine,
  shortRequestLine,
  whenOf,
  worldNote,
} from '../text/exchange.js';
import { type Layout, wrap } from './layout.js';

type Violation = Evidence['violations'][number];

const MOST_STATEMENTS = 3;
const MOST_BODY_LINES = 8;
const MOST_VIOLATIONS = 5;
const MOST_BEFORE = 8;
/** Characters of the body of a request that came before. */
const MOST_BODY_BEFORE = 80;
const MOST_EFFECTS = 6;

/** @param wraps Whether a long line goes on in the next: what matters may be at its end. */
const bodyLines = (body: Exchange['request']['body'], { columns, dim }: Layout, wraps = false): string[] => {
  const text = bodyText(body);
  if (!text) return [];
  const lines = visible(shorten(text, 2000)).split('\n');
  const width = columns - 16;
  const all = lines.flatMap((line) =>
    wraps ? chunks(terminal(line), width) : [shorten(terminal(line), width)],
  );
  const shown = all.slice(0, MOST_BODY_LINES);
  const isCut = all.length > shown.length || text.length > 2000;
  const note = cutNote(body) || (isCut ? 'shortened; report.json has more' : '');
  // The bar keeps a line of the answer from being taken for one of ours, or for a command of a build server.
  return [...shown, ...(note ? [`(${note})`] : [])].map((line) => `${' '.repeat(14)}${dim('│')} ${line}`);
};

const chunks = (line: string, width: number): string[] => {
  const characters = [...line];
  return Array.from({ length: Math.max(1, Math.ceil(characters.length / width)) }, (_, at) =>
    characters.slice(at * width, (at + 1) * width).join(''),
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

/** What stands in the lines above already: a code, a failure, and the only place that is wrong. */
const isTold = ({ in: where, pointer = '' }: Violation, { expected, seen, violations }: Evidence): boolean =>
  where === 'status' ||
  where === 'transport' ||
  (violations.length === 1 && `${expected} ${seen}`.includes(pointer.split('/').at(-1) ?? ''));

const violationLines = (evidence: Evidence, layout: Layout): string[] => {
  const violations = evidence.violations.filter((violation) => !isTold(violation, evidence));
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

// Commands stay on one line, however long: they are there to be copied.
const unbroken = (label: string, text: string, { dim }: Layout): string =>
  `    ${dim(label.padEnd(10))}${terminal(text)}`;

const beforeLines = ({ exchanges, deciding: index }: Evidence, baseUrl: string, layout: Layout): string[] => {
  const before = exchanges.slice(0, index);
  const left = before.length - MOST_BEFORE;
  const shown = left > 0 ? [...before.slice(0, 2), ...before.slice(2 - MOST_BEFORE)] : before;
  return shown.flatMap((exchange, at) => {
    const text = isOfFixture(exchange) ? '' : bodyText(exchange.request.body);
    const body = shorten(visible(withShortIds(text)), MOST_BODY_BEFORE);
    const sent = [shortRequestLine(exchange, baseUrl), body].filter((part) => part !== '').join(' ');
    const code = exchange.answer?.status ?? 'no answer';
    const line = `${sent} → ${code} (${exchange.purpose})`;
    const isGap = left > 0 && at === 2;
    return [
      ...(isGap ? layout.row('', `… ${count(left, 'more request')}; the report has them all`) : []),
      ...layout.row(at === 0 ? 'after' : '', line),
    ];
  });
};

const exchangeLines = (exchange: Exchange, baseUrl: string, layout: Layout): string[] => [
  ...layout.row('request', shortRequestLine(exchange, baseUrl)),
  ...bodyLines(exchange.request.body, layout, true),
  ...layout.row('answer', answerLine(exchange)),
  ...bodyLines(exchange.answer?.body, layout),
];

const evidenceLines = (finding: Finding, baseUrl: string, layout: Layout): string[] => {
  const { evidence, replay, right, circumstance } = finding;
  const { message, reproducibility } = evidence;
  const exchange = deciding(evidence);
  const marked = markedFields(exchange?.request.body, circumstance.fields);
  const note = worldNote(evidence);
  const hasCurl = exchange !== undefined && isHandy(exchange.curl);
  return [
    ...layout.row('expected', evidence.expected),
    ...layout.row('got', evidence.seen),
    ...(message === undefined ? [] : layout.row('it says', message)),
    ...(right ? layout.row('right', rightLine(right)) : []),
    ...violationLines(evidence, layout),
    ...beforeLines(evidence, baseUrl, layout),
    ...(exchange ? exchangeLines(exchange, baseUrl, layout) : []),
    ...(marked.length > 0 ? layout.row('matters', marked.join(', ')) : []),
    ...(reproducibility === 'flaky' ? layout.row('note', FLAKY) : []),
    ...(hasCurl ? [unbroken('curl', exchange.curl, layout)] : []),
    ...(hasCurl && note ? layout.row('', note).map(layout.dim) : []),
    ...(replay ? [unbroken('again', replay, layout)] : []),
  ];
};

const titleLines = (finding: Finding, layout: Layout): string[] => {
  const { text, indent } = layout.head(finding);
  const [first = '', ...others] = wrap(terminal(finding.title), layout.columns - indent).map(layout.bold);
  return [`${text}${first}`, ...others.map((line) => `${' '.repeat(indent)}${line}`)];
};

/** One finding: the sentence, the statements that it breaks, the exchange that shows it, how to see it again. */
export const findingLines = (report: Report, finding: Finding, layout: Layout): string[] => {
  const rows = report.requirements.filter(({ id }) => finding.requirements.includes(id));
  const direct = rows.filter(({ id }) => !finding.consequences.includes(id));
  const effects = rows.filter((row) => !direct.includes(row));
  const named = operationsIn(finding);
  return [
    '',
    ...titleLines(finding, layout),
    ...layout.row('when', whenOf(finding)),
    ...(named === '' ? [] : layout.row('in', named)),
    ...statementLines(direct.length > 0 ? direct : rows, layout),
    ...(direct.length > 0 && effects.length > 0
      ? layout.row('so fails', someIds(effects, MOST_EFFECTS))
      : []),
    ...evidenceLines(finding, report.target.baseUrl, layout),
  ];
};
