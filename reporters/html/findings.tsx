import { count } from '../../report/labels.js';
import { totals } from '../../report/summary.js';
import type { Finding, Report } from '../../schemas/generated/report.js';
import { oneLine } from '../text/escape.js';
import { operationsIn, rightLine, whenOf, worldNote } from '../text/exchange.js';
import { EvidenceView } from './evidence.js';
import { Command, Fact, LevelTag, requirementAnchor } from './parts.js';

const MOST_OPEN = 3;

const FindingView = ({ report, finding }: { report: Report; finding: Finding }) => {
  const rows = report.requirements.filter(({ id }) => finding.requirements.includes(id));
  const { evidence, replay, right } = finding;
  const note = worldNote(evidence);
  const named = operationsIn(finding);
  return (
    <article class={`finding f-${finding.level}`} id={finding.id}>
      <h3>
        <a href={`#${finding.id}`}>{finding.id}</a> <LevelTag level={finding.level} />{' '}
        {finding.accepted ? <span class="note">known</span> : null} {oneLine(finding.title)}
      </h3>
      <p class="note">when: {oneLine(whenOf(finding))}</p>
      {named === '' ? null : <p class="note">in: {oneLine(named)}</p>}
      <details open={report.findings.length <= MOST_OPEN}>
        <summary>{count(rows.length, 'requirement')} broken, and how to see it</summary>
        <ul class="statements">
          {rows.map(({ id, level, section, statement }) => (
            <li key={id}>
              <LevelTag level={level} /> {oneLine(statement)}{' '}
              <span class="note">
                section {oneLine(section)}, <a href={`#${requirementAnchor(id)}`}>{oneLine(id)}</a>
              </span>
            </li>
          ))}
        </ul>
        <Fact name="right" text={right && rightLine(right)} isCode />
        <EvidenceView
          evidence={evidence}
          baseUrl={report.target.baseUrl}
          fields={finding.circumstance.fields}
        />
        {note ? <p class="note">{note}</p> : null}
        {replay ? <Command name="replay">{replay}</Command> : null}
      </details>
    </article>
  );
};

/** The findings, most severe first. */
export const Findings = ({ report }: { report: Report }) => (
  <section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    {report.findings.length === 0 ? (
      <p>No failure was found.</p>
    ) : (
      <p class="note">
        {count(totals(report.summary).failed, 'failed requirement')}, {count(report.findings.length, 'cause')}
        .
      </p>
    )}
    {report.findings.map((finding) => (
      <FindingView key={finding.id} report={report} finding={finding} />
    ))}
  </section>
);
