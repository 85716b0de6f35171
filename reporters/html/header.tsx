import { count, duration, stopSentence, verdictSentence } from '../../report/labels.js';
import type { Report } from '../../schemas/generated/report.js';
import { oneLine } from '../text/escape.js';

const selection = ({ run: { selection } }: Report): string =>
  [
    `profile ${selection.profile}`,
    ...(selection.only.length ? [`only ${selection.only.join(', ')}`] : []),
    ...(selection.skip.length ? [`without ${selection.skip.join(', ')}`] : []),
    ...(selection.shard ? [`shard ${selection.shard}`] : []),
  ].join('; ');

const facts = (report: Report): readonly (readonly [string, string])[] => {
  const { tool, target, run } = report;
  return [
    ['Target', target.embedded ? `reference implementation (${target.baseUrl})` : target.baseUrl],
    ['Version', target.version ?? target.server ?? 'unknown'],
    ['Run at', run.startedAt],
    ['Took', `${duration(run.durationMs)}, ${count(run.requests, 'request')}`],
    run.recording === undefined
      ? ['Seed', `${run.seed}, ${run.runs} generated cases per property`]
      : ['Recording', run.recording],
    ['Selection', selection(report)],
    ['Requirement set', tool.requirementSet],
    ['Suite', `${tool.name} ${tool.version}`],
  ];
};

/** The verdict of the run and where it comes from. */
export const Header = ({ report }: { report: Report }) => (
  <header class={`run r-${report.verdict}`}>
    <p class="tool">Conformance report</p>
    <h1>{report.verdict}</h1>
    <p class="lead">
      {verdictSentence(report)} {count(report.findings.length, 'finding')}.
    </p>
    {report.run.stopped ? <p class="stopped">{oneLine(stopSentence(report.run.stopped))}</p> : null}
    <dl class="facts">
      {facts(report).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{oneLine(value)}</dd>
        </div>
      ))}
    </dl>
  </header>
);
