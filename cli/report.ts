/** Puts a report together from what a run came to: every requirement gets exactly one verdict. */
import type { Statement } from '../harness/requirement.js';
import type { Finished, Judged } from '../harness/settings.js';
import { findings } from '../reporters/findings.js';
import { runVerdict, summarise } from '../reporters/sums.js';
import type { Report, RequirementRow } from '../schemas/generated/report.js';
import { operations } from '../schemas/index.js';
import type { Selection } from './selection.js';

/** Faults that a row names at most; `explain` tells all. */
const faultsTold = 5;

/** What a run came to. */
export interface Ingredients {
  readonly tool: Report['tool'];
  readonly target: Report['target'];
  readonly run: Omit<Report['run'], 'requests'>;
  readonly requirements: readonly Statement[];
  readonly outOfScope: Report['outOfScope'];
  readonly selection: Selection;
  readonly judged: ReadonlyMap<string, Judged>;
  /** Why the suite itself could not judge a requirement, by id. */
  readonly defects: ReadonlyMap<string, string>;
  /** Defects that belong to no requirement. */
  readonly errors: readonly string[];
  readonly finished: Finished;
  /** Names of the faults that turn a requirement red. */
  readonly provenBy: (id: string) => readonly string[];
  /** Command that judges a requirement again. */
  readonly replay: (id: string) => string;
}

export function assemble(ingredients: Ingredients): Report {
  const { tool, target, run, outOfScope, finished, errors } = ingredients;
  const requirements = ingredients.requirements.map((requirement) => row(requirement, ingredients));
  return {
    schemaVersion: 1,
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
    findings: findings(requirements),
    requirements,
    outOfScope: [...outOfScope],
    leftovers: finished.leftovers.map((leftover) => ({ ...leftover })),
    ...(finished.inventory && {
      inventory: { ...finished.inventory, differences: [...finished.inventory.differences] },
    }),
    notices: [...finished.notices, ...errors.map((error) => `The suite itself failed: ${error}`)],
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
    replay: ingredients.replay(id),
    provenBy: ingredients.provenBy(id).slice(0, faultsTold),
  };
}

function verdictOf(id: string, { selection, judged, defects, errors, run }: Ingredients): Judged {
  const excluded = selection.reasons.get(id);
  if (excluded !== undefined) return { verdict: 'deselected', reason: excluded, durationMs: 0 };
  const verdict = judged.get(id);
  if (verdict) return verdict;
  const defect = defects.get(id) ?? errors[0];
  if (defect !== undefined) return { verdict: 'suite-error', reason: defect, durationMs: 0 };
  if (run.stopped) return { verdict: 'inconclusive', reason: run.stopped.message, durationMs: 0 };
  return { verdict: 'suite-error', reason: 'The engine ended without a verdict.', durationMs: 0 };
}
