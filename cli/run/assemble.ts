/** Assembles the report from the results of a run: every requirement gets exactly one verdict. */
import type { Statement } from '../../harness/requirement.js';
import type { Finished, Judged } from '../../harness/settings.js';
import { numbered } from '../../report/findings.js';
import { SHORTENED } from '../../report/labels.js';
import { runVerdict, summarise } from '../../report/summary.js';
import type { ClientFinding, Finding, Report, RequirementRow } from '../../schemas/generated/report.js';
import { operations } from '../../schemas/index.js';
import type { Selection } from './selection.js';

const faultsTold = 5;

/** Everything that goes into a report. */
export interface Ingredients {
  readonly tool: Report['tool'];
  readonly target: Report['target'];
  readonly run: Omit<Report['run'], 'requests'>;
  readonly requirements: readonly Statement[];
  readonly outOfScope: Report['outOfScope'];
  readonly selection: Selection;
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
  /** What a recorded client sent that the document does not allow. */
  readonly clientFindings?: readonly ClientFinding[];
  readonly provenBy: (id: string) => readonly string[];
  /** Commands that replay a finding or a requirement. */
  readonly replay: {
    readonly finding: (finding: Pick<Finding, 'id' | 'requirements'>) => string;
    readonly requirement: (id: string) => string;
  };
}

export function assemble(ingredients: Ingredients): Report {
  const { tool, target, run, outOfScope, finished, clientFindings } = ingredients;
  const requirements = ingredients.requirements.map((requirement) => row(requirement, ingredients));
  return {
    schemaVersion: 2,
    tool,
    target,
    run: { ...run, requests: finished.requests },
    verdict: runVerdict(requirements),
    summary: summarise(requirements),
    operations: operations.map(({ id, method, path, section, summary }) => ({
      id,
      method,
      path,
      section,
      title: summary,
      summary: summarise(requirements.filter(({ operation }) => operation === id)),
    })),
    findings: numbered(finished.findings).map((finding) => ({
      ...finding,
      replay: ingredients.replay.finding(finding),
    })),
    ...(clientFindings && { clientFindings }),
    requirements,
    outOfScope,
    leftovers: finished.leftovers,
    ...(finished.inventory && { inventory: finished.inventory }),
    notices: [...finished.notices, ...(run.shortened ? [SHORTENED] : [])],
  };
}

function row(requirement: Statement, ingredients: Ingredients): RequirementRow {
  const { id, operation, section, level, kind, statement } = requirement;
  return {
    id,
    operation,
    section,
    level,
    kind,
    statement,
    ...verdictOf(id, ingredients),
    replay: ingredients.replay.requirement(id),
    provenBy: ingredients.provenBy(id).slice(0, faultsTold),
  };
}

function verdictOf(id: string, { selection, judged, run }: Ingredients): Judged {
  const excluded = selection.reasons.get(id);
  if (excluded !== undefined) return { verdict: 'deselected', reason: excluded, durationMs: 0 };
  const verdict = judged.get(id);
  if (verdict) return verdict;
  if (run.stopped)
    return { verdict: 'inconclusive', reason: run.stopped.message, notRun: true, durationMs: 0 };
  return { verdict: 'suite-error', reason: 'The engine ended without a verdict.', durationMs: 0 };
}
