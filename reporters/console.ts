import { count, duration, verdictSentence } from '../report/labels.js';
import type { Report } from '../schemas/generated/report.js';
import { findingLines } from './console/finding.js';
import { layout, wrap } from './console/layout.js';
import {
  findingList,
  leftoverLines,
  operationLines,
  stoppedLines,
  sumLines,
  unjudgedLines,
} from './console/overview.js';
import type { RenderOptions } from './rendering.js';
import { CLIENT_NOTE, clientLines } from './text/client.js';

const MOST_FINDINGS = 40;

const provenance = ({ tool, target, run }: Report): string =>
  [
    `${tool.name} ${tool.version}`,
    `requirement set ${tool.requirementSet}`,
    target.embedded ? 'the reference implementation of the suite' : target.baseUrl,
    target.version === undefined ? (target.server ?? '') : `version ${target.version}`,
    `profile ${run.selection.profile}${run.selection.shard ? `, shard ${run.selection.shard}` : ''}`,
    run.recording === undefined ? `seed ${run.seed}` : `recording ${run.recording}`,
  ]
    .filter(Boolean)
    .join(' · ');

/**
 * The report for a terminal: operations, findings, what was not judged, sums, and the verdict as the last line.
 * @param options colours and width; none and 100 columns unless said
 */
export const console = (report: Report, options: RenderOptions = {}): string => {
  const place = layout(options);
  const { findings, notices, run, verdict } = report;
  const { verbose = false, told = new Set(), closing = [`${verdict}: ${verdictSentence(report)}`] } = options;
  // What is no terminal may be searched for this line: it stays one.
  const words = closing.slice(-1).flatMap((line) => (options.width ? wrap(line, place.columns) : line));
  const last = [...closing.slice(0, -1), ...words.map((line) => place.run(verdict, line))];
  if (run.stopped?.cause === 'unreachable' || run.stopped?.cause === 'preflight')
    return `${[...place.words(run.stopped.message, 0), ...last].join('\n')}\n`;
  const more = findings.length - MOST_FINDINGS;
  const client = clientLines(report);
  const stopped = stoppedLines(report, place);
  const lines = [
    ...place.words(provenance(report), 0).map(place.dim),
    ...operationLines(report, place),
    ...findings
      .slice(0, MOST_FINDINGS)
      .filter(({ fingerprint }) => !told.has(fingerprint))
      .flatMap((finding) => findingLines(report, finding, place)),
    ...(more > 0 ? ['', `${count(more, 'more finding')}: see report.json or report.html.`] : []),
    ...unjudgedLines(report, place, verbose),
    ...(client.length ? ['', ...place.words(CLIENT_NOTE, 0)] : []),
    ...client.flatMap((line) => place.words(line, 2)),
    ...leftoverLines(report, place, verbose),
    ...(notices.length || stopped.length ? [''] : []),
    ...stopped,
    ...notices.flatMap((notice) => place.words(`Note: ${notice}`, 0)),
    '',
    ...sumLines(report, place),
    ...(findings.length > 1 || told.size > 0 ? findingList(report, MOST_FINDINGS, place) : []),
    '',
    `${count(findings.length, 'finding')}, ${count(run.requests, 'request')} in ${duration(run.durationMs)}`,
    ...last,
  ];
  return `${lines.join('\n')}\n`;
};
