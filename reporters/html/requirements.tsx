import { count, VERDICT_SIGNS, VERDICT_WORDS } from '../../report/labels.js';
import { totals, VERDICTS } from '../../report/summary.js';
import type { OperationRow, Report, RequirementRow } from '../../schemas/generated/report.js';
import { oneLine } from '../text/escape.js';
import { EvidenceView } from './evidence.js';
import { Command, Fact, LevelTag, requirementAnchor, VerdictTag } from './parts.js';

const Row = ({ row, report }: { row: RequirementRow; report: Report }) => {
  const { id, operation, section, level, kind, statement, verdict, provenBy, evidence = [] } = row;
  const findings = report.findings.filter(({ requirements }) => requirements.includes(id));
  return (
    <details
      class="requirement"
      id={requirementAnchor(id)}
      data-verdict={verdict}
      data-level={level}
      data-op={operation}
      data-kind={kind}
      data-text={oneLine(`${id} ${statement} ${row.reason ?? ''}`).toLowerCase()}
    >
      <summary>
        <VerdictTag verdict={verdict} /> <LevelTag level={level} />{' '}
        <span class="statement">{oneLine(statement)}</span> <code class="id">{oneLine(id)}</code>
      </summary>
      <div class="inside">
        <p class="note">
          Section {oneLine(section)} · {oneLine(kind)}
          {findings.map((finding) => (
            <>
              {' '}
              · <a href={`#${finding.id}`}>{finding.id}</a>
            </>
          ))}
        </p>
        <Fact name="reason" text={verdict === 'failed' ? undefined : row.reason} />
        <Fact name="what to do" text={row.remedy} />
        <Fact name="observed" text={row.observation} />
        {evidence.map((one, index) => (
          <EvidenceView key={index} evidence={one} baseUrl={report.target.baseUrl} />
        ))}
        {row.replay ? <Command name="replay">{row.replay}</Command> : null}
        <p class="note">
          {provenBy.length > 0
            ? 'Seen to fail with: '
            : 'No fault of the reference implementation is listed.'}
          {provenBy.map((fault, index) => (
            <>
              {index > 0 ? ', ' : ''}
              <code>{oneLine(fault)}</code>
            </>
          ))}
        </p>
      </div>
    </details>
  );
};

const isKept = ({ verdict }: RequirementRow): boolean => verdict === 'passed' || verdict === 'deselected';

const Operation = ({ operation, report }: { operation: OperationRow; report: Report }) => {
  const { id, method, path, section, title, summary } = operation;
  const counts = totals(summary);
  const rows = report.requirements.filter((row) => row.operation === id);
  const kept = rows.filter(isKept);
  return (
    <details class="operation" id={`op-${id}`} open={counts.failed > 0}>
      <summary>
        <h3>{oneLine(id)}</h3>{' '}
        <span class="counts">
          {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
            <span key={verdict} class={`tag v-${verdict}`}>
              <span aria-hidden="true">{VERDICT_SIGNS[verdict]}</span> {counts[verdict]}{' '}
              <span class="hidden">{VERDICT_WORDS[verdict]}</span>
            </span>
          ))}
        </span>{' '}
        <span class="note">{oneLine(title)}</span>
      </summary>
      <p class="note">
        <code>{oneLine(`${method} ${path}`)}</code>, section {oneLine(section)}
      </p>
      {rows
        .filter((row) => !isKept(row))
        .map((row) => (
          <Row key={row.id} row={row} report={report} />
        ))}
      {kept.length === 0 ? null : (
        <details class="kept">
          <summary>{count(kept.length, 'requirement')} passed or deselected</summary>
          {kept.map((row) => (
            <Row key={row.id} row={row} report={report} />
          ))}
        </details>
      )}
    </details>
  );
};

/** Every requirement under its operation; what passes is folded. */
export const Requirements = ({ report }: { report: Report }) => (
  <div id="list">
    {report.operations.map((operation) => (
      <Operation key={operation.id} operation={operation} report={report} />
    ))}
  </div>
);
