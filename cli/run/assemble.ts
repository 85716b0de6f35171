/** Assembles the report from the results of a run: every requirement gets exactly one verdict. */
import type { Statement } from '../../harness/requirement.js';
import type { Finished, Judged } from '../../harness/settings.js';
import { provenBy } from '../../reference-impl/faults/proven.js';
import { numbered } from '../../report/findings.js';
import { SHORTENED } from '../../report/labels.js';
import { sums } from '../../report/summary.js';
import type { ClientFinding, Finding, Report, RequirementRow } from '../../schemas/generated/report.js';
import { operations } from '../../schemas/index.js';
import { outOfScope } from '../../suites/out-of-scope.js';
import { tool } from '../package.js';
import { newestSet } from '../requirement-set.js';
import { statements } from '../statements.js';
import type { Selection } from './selection.js';

const faultsTold = 5;

/** Everything that goes into a report, but for what the suite itself knows. */
export interface Ingredients {
  readonly target: Report['target'];
  readonly run: Omit<Report['run'], 'requests'>;
  /** The newest one unless said. */
  readonly requirementSet: string | undefined;
  readonly selection: Selection;
  readonly judged: ReadonlyMap<string, Judged>;
  readonly finished: Finished;
  /** What a recorded client sent that the document does not allow. */
  readonly clientFindings?: readonly ClientFinding[];
  /** Commands that replay a finding or a requirement. */
  readonly replay: {
    readonly finding: (finding: Pick<Finding, 'id' | 'requirements'>) => string;
    readonly requirement: (id: string) => string;
  };
}

export function assemble(ingredients: Ingredients): Report {
  const { target, run, requirementSet = newestSet, finished, clientFindings, replay } = ingredients;
  const requirements = statements.map((each) => row(each, ingredients));
  const titled = operations.map(({ id, method, path, section, summary: title }) => {
    return { id, method, path, section, title };
  });
  return {
    schemaVersion: 2,
    tool: { ...tool, requirementSet },
    target,
    run: { ...run, requests: finished.requests },
    ...sums(requirements, titled),
    findings: numbered(finished.findings).map((each) => ({ ...each, replay: replay.finding(each) })),
    ...(clientFindings && { clientFindings }),
    requirements,
    outOfScope,
    leftovers: finished.leftovers,
    ...(finished.inventory && { inventory: finished.inventory }),
    notices: [...finished.notices, ...(run.shortened ? [SHORTENED] : [])],
  };
}

function row(statement: Statement, ingredients: Ingredients): RequirementRow {
  const { turn: _, ...told } = statement;
  return {
    ...told,
    ...verdictOf(told.id, ingredients),
    replay: ingredients.replay.requirement(told.id),
    provenBy: provenBy(told.id).slice(0, faultsTold),
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
