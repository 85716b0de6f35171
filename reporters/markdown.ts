import type { Counts, Finding, Report } from '../schemas/generated/report.js';
import { answerLine, bodyText, deciding, requestLine } from './exchange-text.js';
import { exhibit } from './findings.js';
import { markdownBlock, markdownCode, markdownText, shorten } from './hostile.js';
import { markdownTable } from './markdown-table.js';
import { LEVELS, totals, VERDICTS } from './sums.js';
import { someIds, unjudged } from './unjudged.js';
import { count, duration, RUN_VERDICT_SENTENCES, VERDICT_SIGNS, VERDICT_WORDS } from './words.js';

// A comment on GitHub holds 65,536 characters; bytes are counted, which is on the safe side.
const MOST_BYTES = 60 * 1024;

const bytes = (text: string): number => Buffer.byteLength(text);

const countCells = (counts: Counts): string[] => VERDICTS.map((verdict) => String(counts[verdict]));

const countHead = VERDICTS.map((verdict) => VERDICT_WORDS[verdict]);

const provenance = ({ tool, target, run }: Report): string =>
  [
    target.embedded ? 'the reference implementation of the suite' : markdownCode(target.baseUrl),
    markdownText(target.version ?? target.server ?? ''),
    markdownText(`${tool.name} ${tool.version}, requirements ${tool.requirementSet}`),
    `profile ${run.selection.profile}`,
    `seed ${run.seed}`,
    `${count(run.requests, 'request')} in ${duration(run.durationMs)}`,
  ]
    .filter(Boolean)
    .join(' · ');

const evidenceBlock = (report: Report, finding: Finding): string[] => {
  const shown = exhibit(report, finding);
  const exchange = shown && deciding(shown.evidence);
  if (!exchange) return [];
  const { baseUrl } = report.target;
  const talk = [
    `> ${requestLine(exchange, baseUrl)}`,
    shorten(bodyText(exchange.request.body), 600),
    `< ${answerLine(exchange)}`,
    shorten(bodyText(exchange.answer?.body), 600),
  ].filter(Boolean);
  const curl = exchange.curl.length > 1500 ? [] : [markdownBlock(exchange.curl, 'sh')];
  const replay = shown.requirement.replay ? [markdownBlock(shown.requirement.replay, 'sh')] : [];
  return [markdownBlock(talk.join('\n'), 'http'), ...curl, ...replay];
};

const findingBlock = (report: Report, finding: Finding): string => {
  const rows = report.requirements.filter(({ id }) => finding.requirements.includes(id));
  const statements = rows
    .slice(0, 10)
    .map(
      ({ id, level, section, statement }) =>
        `- ${level} §${markdownText(section)} ${markdownCode(id)}: ${markdownText(shorten(statement, 300))}`,
    );
  return [
    `<details><summary>${finding.id} ${finding.level}, ${count(rows.length, 'requirement')}</summary>`,
    [...statements, ...(rows.length > 10 ? [`- and ${rows.length - 10} more`] : [])].join('\n'),
    ...evidenceBlock(report, finding),
    '</details>',
  ].join('\n\n');
};

const findingHead = ({ id, level, title }: Finding): string =>
  `${VERDICT_SIGNS.failed} **${id}** ${level} ${markdownCode(shorten(title, 400))}`;

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
  const lines = groups.slice(0, 20).map(({ verdict, reason, remedy, rows }) => {
    const why = `${VERDICT_WORDS[verdict]}, ${rows.length}: ${shorten(reason, 300)}`;
    return `- ${markdownText(`${why}${remedy ? ` → ${shorten(remedy, 300)}` : ''}`)} (${markdownText(someIds(rows, 3))})`;
  });
  return [
    '### Not judged',
    [...lines, ...(groups.length > 20 ? [`- and ${groups.length - 20} more reasons`] : [])].join('\n'),
  ];
};

/** The report for a pull request or a job summary: `summary.md`, below 64 KiB. */
export const markdown = (report: Report): string => {
  const { findings, notices, operations, run, summary, tool, verdict } = report;
  const before = [
    `## ${markdownText(tool.name)}: ${verdict}`,
    `${RUN_VERDICT_SENTENCES[verdict]} ${count(findings.length, 'finding')}.`,
    provenance(report),
    ...(run.stopped ? [`Stopped early: ${markdownText(shorten(run.stopped.message, 500))}`] : []),
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
    ...notices.slice(0, 10).map((notice) => `Note: ${markdownText(shorten(notice, 500))}`),
  ];
  const frame = [...before, '### Findings', ...after].join('\n\n');
  const blocks = findingBlocks(report, MOST_BYTES - bytes(frame));
  return `${[...before, ...(blocks.length ? ['### Findings', ...blocks] : []), ...after].join('\n\n')}\n`;
};
