import { count, firstOf, verdictSentence } from '../report/labels.js';
import { shorten } from '../report/shorten.js';
import { LEVELS } from '../report/summary.js';
import { unjudged } from '../report/unjudged.js';
import type { Finding, Level, Report } from '../schemas/generated/report.js';
import { commandData, commandProperty } from './text/escape.js';

const COMMANDS: Record<Level, 'error' | 'warning' | 'notice'> = {
  must: 'error',
  should: 'warning',
  may: 'notice',
};

// GitHub shows ten annotations of each kind a step.
const MOST = 10;

const command = (name: string, title: string, message: string): string =>
  `::${name} title=${commandProperty(title)}::${commandData(message)}`;

const annotation = ({ id, level, operations, title, requirements }: Finding): string => {
  return command(
    COMMANDS[level],
    `${id} ${level} ${operations.slice(0, 3).join(', ')}`,
    `${shorten(title, 1000)}\n${count(requirements.length, 'requirement')}: ${firstOf(requirements, 10)}`,
  );
};

/** Workflow commands that annotate a run on GitHub: one a finding, and the sum. */
export const githubCommands = (report: Report): string => {
  const { findings, tool, verdict } = report;
  const shown = LEVELS.flatMap((level) =>
    findings.filter((finding) => finding.level === level).slice(0, MOST),
  );
  const groups = unjudged(report);
  const rows = groups.reduce((n, group) => n + group.rows.length, 0);
  const reasons = groups.slice(0, 5).map(({ rows, reason }) => `${rows.length} × ${shorten(reason, 300)}`);
  const lines = [
    ...shown.map(annotation),
    ...(rows ? [command('notice', `${count(rows, 'requirement')} not judged`, reasons.join('\n'))] : []),
    command(
      'notice',
      `${tool.name}: ${verdict}`,
      `${verdictSentence(report)} ${count(findings.length, 'finding')}.`,
    ),
  ];
  return `${lines.join('\n')}\n`;
};
