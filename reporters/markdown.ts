import {
  count,
  duration,
  stopSentence,
  VERDICT_SIGNS,
  VERDICT_WORDS,
  verdictSentence,
} from '../report/labels.js';
import { shorten } from '../report/shorten.js';
import { LEVELS, totals, VERDICTS } from '../report/summary.js';
import { someIds, type Unjudged, unjudged } from '../report/unjudged.js';
import type { Counts, Finding, Report } from '../schemas/generated/report.js';
import { CLIENT_HEADING, CLIENT_NOTE, clientLines } from './text/client.js';
import { markdownBlock, markdownCode, markdownText } from './text/escape.js';
import {
  answerLine,
  bodyText,
  deciding,
  FLAKY,
  isHandy,
  operationsIn,
  requestLine,
  rightLine,
  whenOf,
  worldNote,
} from './text/exchange.js';
import { markdownList } from './text/markdown-list.js';
import { markdownTable } from './text/markdown-table.js';

// A comment on GitHub holds 65,536 characters; bytes are counted, which is on the safe side.
const MOST_BYTES = 60 * 1024;

const MOST_LINES = 60;

const bytes = (text: string): number => Buffer.byteLength(text);

const countCells = (counts: Counts): string[] => VERDICTS.map((verdict) => String(counts[verdict]));

const countHead = VERDICTS.map((verdict) => VERDICT_WORDS[verdict]);

const provenance = ({ tool, target, run }: Report): string =>
  [
    target.embedded ? 'the reference implementation of the suite' : markdownCode(target.baseUrl),
    markdownText(target.version ?? target.server ?? ''),
    markdownText(`${tool.name} ${tool.version}, requirement set ${tool.requirementSet}`),
    `profile ${run.selection.profile}`,
    run.recording === undefined ? `seed ${run.seed}` : `recording ${markdownCode(run.recording)}`,
    `${count(run.requests, 'request')} in ${duration(run.durationMs)}`,
  ]
    .filter(Boolean)
    .join(' · ');

const evidenceBlock = ({ target: { baseUrl } }: Report, finding: Finding): string[] => {
  const { evidence, replay, right } = finding;
  const exchange = deciding(evidence);
  if (!exchange) return [];
  const talk = [
    `> ${requestLine(exchange, baseUrl)}`,
    shorten(bodyText(exchange.request.body), 600),
    `< ${answerLine(exchange)}`,
    shorten(bodyText(exchange.answer?.body), 600),
  ].filter(Boolean);
  const note = worldNote(evidence);
  const said = [
    `Expected ${evidence.expected}, got ${evidence.seen}.`,
    evidence.message === undefined ? '' : `The server says: ${evidence.message}`,
    right ? `Right: ${rightLine(right)}` : '',
    evidence.reproducibility === 'flaky' ? `Note: ${FLAKY}.` : '',
  ].filter(Boolean);
  return [
    said.map((line) => markdownText(shorten(line, 400))).join('  \n'),
    markdownBlock(talk.join('\n'), 'http'),
    ...(!isHandy(exchange.curl) ? [] : [markdownBlock(exchange.curl, 'sh'), ...(note ? [`(${note})`] : [])]),
    ...(replay ? [markdownBlock(replay, 'sh')] : []),
  ];
};

const findingBlock = (report: Report, finding: Finding): string => {
  const rows = report.requirements.filter(({ id }) => finding.requirements.includes(id));
  const named = operationsIn(finding);
  return [
    `<details><summary>${finding.id}: evidence and ${count(rows.length, 'requirement')}</summary>`,
    `When: ${markdownText(shorten(whenOf(finding), 300))}`,
    ...(named === '' ? [] : [`In: ${markdownText(named)}`]),
    markdownList(
      rows,
      10,
      ({ id, level, section, statement }) =>
        `${level} §${markdownText(section)} ${markdownCode(id)}: ${markdownText(shorten(statement, 300))}`,
    ),
    ...evidenceBlock(report, finding),
    '</details>',
  ].join('\n\n');
};

const findingHead = ({ id, level, title, accepted }: Finding): string =>
  `${VERDICT_SIGNS.failed} **${id}** ${level}${accepted ? ', known' : ''}: ${markdownText(shorten(title, 400))}`;

const findingBlocks = (report: Report, room: number): string[] => {
  const blocks: string[] = [];
  let left = room;
  for (const [index, finding] of report.findings.entries()) {
    const block = `${findingHead(finding)}\n\n${findingBlock(report, finding)}`;
    left -= bytes(block) + 2;
    if (left < 0) {
      blocks.push(
        `${count(report.findings.length - index, 'more finding')}: see report.html or report.json.`,
      );
      break;
    }
    blocks.push(block);
  }
  return blocks;
};

const unjudgedBlock = (report: Report): string[] => {
  const groups = unjudged(report);
  if (groups.length === 0) return [];
  const line = ({ verdict, reason, remedy, rows }: Unjudged) => {
    const why = `${VERDICT_WORDS[verdict]}, ${rows.length}: ${shorten(reason, 300)}`;
    return `${markdownText(`${why}${remedy ? ` → ${shorten(remedy, 300)}` : ''}`)} (${markdownText(someIds(rows, 3))})`;
  };
  return ['### Not judged', markdownList(groups, 20, line, 'more reasons')];
};

const clientBlock = (report: Report): string[] => {
  const lines = clientLines(report).map((line) => `- ${markdownText(shorten(line, 300))}`);
  return lines.length > 0 ? [`### ${CLIENT_HEADING}`, CLIENT_NOTE, lines.join('\n')] : [];
};

/** The report for a pull request or a job summary: `summary.md`, below 64 KiB. */
export const markdown = (report: Report): string => {
  const { findings, notices, operations, run, summary, tool, verdict } = report;
  const before = [
    `## ${markdownText(tool.name)}: ${verdict}`,
    `${verdictSentence(report)} ${count(findings.length, 'finding')}.`,
    ...(findings.length > 0 ? [markdownList(findings, MOST_LINES, findingHead)] : []),
    provenance(report),
    ...(run.stopped ? [markdownText(shorten(stopSentence(run.stopped), 500))] : []),
    markdownTable(
      ['Level', ...countHead],
      LEVELS.map((level) => [level, ...countCells(summary[level])]),
    ),
  ];
  const after = [
    ...unjudgedBlock(report),
    '### Operations',
    markdownTable(
      ['Operation', ...countHead],
      operations.map(({ id, summary: own }) => [markdownText(id), ...countCells(totals(own))]),
    ),
    ...clientBlock(report),
    ...notices.slice(0, 10).map((notice) => `Note: ${markdownText(shorten(notice, 500))}`),
  ];
  const frame = [...before, '### Findings', ...after].join('\n\n');
  const blocks = findingBlocks(report, MOST_BYTES - bytes(frame));
  return `${[...before, ...(blocks.length ? ['### Findings', ...blocks] : []), ...after].join('\n\n')}\n`;
};
