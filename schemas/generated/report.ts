// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.

/**
 * conformant: every selected must that there is was judged and kept; non-conformant: a must failed; incomplete: none failed and some could not be judged.
 */
export type RunVerdict = 'conformant' | 'non-conformant' | 'incomplete';
export type Level = 'must' | 'should' | 'may';
/**
 * Name and value in the order sent; secrets are replaced.
 */
export type Headers = [string, string][];
export type Verdict = 'passed' | 'failed' | 'not-exercised' | 'inconclusive' | 'deselected' | 'suite-error';

/**
 * What one run of netemu-conformance found on one target. Every other format is made from it alone.
 */
export interface Report {
  /**
   * Version of this shape.
   */
  schemaVersion: 2;
  /**
   * The suite that judged.
   */
  tool: {
    /**
     * Package name.
     */
    name: string;
    /**
     * Package version.
     */
    version: string;
    /**
     * The frozen set of requirements that was judged by.
     */
    requirementSet: string;
  };
  /**
   * The server that was judged.
   */
  target: {
    /**
     * Base URL without credentials.
     */
    baseUrl: string;
    /**
     * What the target says of itself in its Server header.
     */
    server?: string;
    /**
     * What the target answers on GET /v2/version, where it has that.
     */
    version?: string;
    /**
     * True when the reference implementation of the suite was judged.
     */
    embedded: boolean;
  };
  /**
   * How it was judged.
   */
  run: {
    /**
     * Start of the run.
     */
    startedAt: string;
    /**
     * Wall time in milliseconds.
     */
    durationMs: number;
    /**
     * Seed of every generated value.
     */
    seed: number;
    /**
     * Generated cases a property.
     */
    runs: number;
    /**
     * Requests sent, fixtures and clean-up included.
     */
    requests: number;
    /**
     * Requests in flight at most.
     */
    concurrency: number;
    /**
     * Time-out of one exchange in milliseconds.
     */
    timeoutMs: number;
    /**
     * What the user selected.
     */
    selection: {
      /**
       * Globs of ids.
       */
      only: string[];
      /**
       * Globs of ids.
       */
      skip: string[];
      profile: 'controller' | 'compute' | 'full';
      /**
       * I/N when the run was a part.
       */
      shard?: string;
    };
    /**
     * Name of the recording that was judged in place of a run; nothing was sent then.
     */
    recording?: string;
    /**
     * Present when the run ended before everything was judged.
     */
    stopped?: {
      cause: 'unreachable' | 'preflight' | 'breaker' | 'max-time' | 'signal' | 'bail' | 'budget';
      /**
       * What happened and what to do.
       */
      message: string;
    };
  };
  verdict: RunVerdict;
  summary: Summary;
  /**
   * The operations in the order of the document.
   */
  operations: OperationRow[];
  /**
   * Failed requirements that show one cause, most severe first.
   */
  findings: Finding[];
  /**
   * What a recorded client sent that the document does not allow, or does not have. Never counts against the server.
   */
  clientFindings?: ClientFinding[];
  /**
   * Every requirement, in the order of the document.
   */
  requirements: RequirementRow[];
  /**
   * What the document leaves open and the suite therefore does not judge.
   */
  outOfScope: OutOfScopeRow[];
  /**
   * What the suite created and could not remove.
   */
  leftovers: {
    /**
     * Kind of fixture.
     */
    kind: string;
    /**
     * Path of the resource below the base URL.
     */
    path: string;
    /**
     * Why it is still there.
     */
    reason: string;
  }[];
  /**
   * Projects of the target before and after, where it lists them.
   */
  inventory?: {
    /**
     * Projects before.
     */
    before: number;
    /**
     * Projects after.
     */
    after: number;
    /**
     * One sentence each.
     */
    differences: string[];
  };
  /**
   * Things to know about the run itself: what was cut, repeated or waited for.
   */
  notices: string[];
}
/**
 * Counts by level.
 */
export interface Summary {
  must: Counts;
  should: Counts;
  may: Counts;
}
/**
 * Requirements by verdict; they add up to all requirements.
 */
export interface Counts {
  /**
   * Requirements with the verdict passed.
   */
  passed: number;
  /**
   * Requirements with the verdict failed.
   */
  failed: number;
  /**
   * Requirements with the verdict not-exercised.
   */
  'not-exercised': number;
  /**
   * Requirements with the verdict inconclusive.
   */
  inconclusive: number;
  /**
   * Requirements with the verdict deselected.
   */
  deselected: number;
  /**
   * Requirements with the verdict suite-error.
   */
  'suite-error': number;
}
/**
 * One operation with its counts.
 */
export interface OperationRow {
  /**
   * operationId.
   */
  id: string;
  /**
   * HTTP method.
   */
  method: string;
  /**
   * Path template.
   */
  path: string;
  /**
   * Section of the document.
   */
  section: string;
  /**
   * What the operation does.
   */
  title: string;
  summary: Summary;
}
/**
 * One cause, with all requirements that fail because of it.
 */
export interface Finding {
  /**
   * F1, F2, … in this report.
   */
  id: string;
  level: Level;
  /**
   * What is wrong, in one sentence.
   */
  title: string;
  /**
   * operationIds whose answers show it.
   *
   * @minItems 1
   */
  operations: [string, ...string[]];
  /**
   * Equal for equal atoms: the same across runs and seeds.
   */
  fingerprint: string;
  /**
   * What the finding is made of: operation, rule, duty, outcome and circumstance. A finding that grows has a new atom.
   */
  atoms: string[];
  /**
   * When it happens.
   */
  circumstance: {
    /**
     * In words, with the counts.
     */
    words: string;
    /**
     * What the requests that show it have in common; none when it always happens.
     */
    features: string[];
    /**
     * Fields of the body that it is about.
     */
    fields: string[];
    /**
     * How often it was seen in this circumstance.
     */
    failed: number;
    /**
     * How often nothing was wrong in others.
     */
    otherwise: number;
  };
  /**
   * The nearest request that the server answers rightly, where one was sent.
   */
  right?: {
    /**
     * HTTP method.
     */
    method: string;
    /**
     * Path below the base URL.
     */
    path: string;
    /**
     * What it carries, cut where nobody reads on.
     */
    body?: string;
    /**
     * The code of its answer.
     */
    status: number;
  };
  /**
   * Ids of the requirements that fail because of it.
   */
  requirements: string[];
  /**
   * Those among them that only follow from it.
   */
  consequences: string[];
  evidence: Evidence;
  /**
   * Command that plays its exchanges again and tells whether it still shows.
   */
  replay?: string;
}
/**
 * The shortest exchange sequence that shows one symptom; that of a finding begins with the making of its world.
 */
export interface Evidence {
  /**
   * What is acceptable.
   */
  expected: string;
  /**
   * What was seen instead.
   */
  seen: string;
  /**
   * Two failures with the same symptom have the same cause.
   */
  symptom: {
    /**
     * operationId whose answer shows it.
     */
    operation: string;
    /**
     * The smallest input that shows it, in words.
     */
    input: string;
    /**
     * The code, the violation or the transport failure.
     */
    outcome: string;
  };
  /**
   * Places in the answer that break the statement.
   */
  violations: {
    in: 'status' | 'header' | 'body' | 'transport' | 'state';
    /**
     * JSON pointer into the body, or the name of a header.
     */
    pointer?: string;
    /**
     * What is wrong there.
     */
    message: string;
  }[];
  /**
   * In the order sent.
   */
  exchanges: Exchange[];
  /**
   * Index of the exchange that shows the failure.
   */
  deciding: number;
  /**
   * The generated input that shows it, after shrinking: a JSON text.
   */
  counterexample?: string;
  /**
   * Seed of the batch.
   */
  seed?: number;
  /**
   * What the server itself says of it: the last line of its message, which names the exception where there is one.
   */
  message?: string;
  check?: Check;
  replacements?: Replacements;
  /**
   * deterministic: seen again each time that it was repeated on fresh fixtures; flaky: not each time.
   */
  reproducibility?: 'deterministic' | 'flaky';
}
/**
 * One request with its answer.
 */
export interface Exchange {
  /**
   * What the request was for.
   */
  purpose: string;
  request: {
    /**
     * HTTP method.
     */
    method: string;
    /**
     * Whole URL, credentials replaced.
     */
    url: string;
    headers: Headers;
    body?: Body;
  };
  answer?: {
    /**
     * Status code.
     */
    status: number;
    /**
     * Reason phrase as sent.
     */
    reason: string;
    headers: Headers;
    body?: Body;
  };
  /**
   * Instead of an answer.
   */
  failure?: {
    kind: 'refused' | 'dropped' | 'timeout' | 'too-large' | 'protocol' | 'tls' | 'dns';
    /**
     * What the client saw.
     */
    message: string;
  };
  /**
   * When it was sent.
   */
  startedAt: string;
  /**
   * Milliseconds from sending to the end of the answer.
   */
  durationMs: number;
  /**
   * A command line that sends the request again.
   */
  curl: string;
}
/**
 * A body as it went over the wire, cut at 16 KiB; text when it is UTF-8, else base64.
 */
export interface Body {
  /**
   * The body.
   */
  text?: string;
  /**
   * The body.
   */
  base64?: string;
  /**
   * Its whole length.
   */
  bytes: number;
  /**
   * Whether it was cut here.
   */
  truncated: boolean;
  /**
   * The whole body in gzip and base64, where it was cut and is short like that.
   */
  packed?: string;
}
/**
 * What tells whether the failure shows again when the exchanges are played again.
 */
export interface Check {
  /**
   * The same code; the same header, type or value at the pointer; the same body, ids and consoles apart; a value at the pointer other than the one given here.
   */
  by: 'status' | 'header' | 'type' | 'value' | 'body' | 'other';
  /**
   * Codes that are acceptable, where that is known.
   */
  codes: number[];
  /**
   * JSON pointer into the body, or the name of a header.
   */
  pointer?: string;
  /**
   * The value that is right.
   */
  value?: string;
  /**
   * Index of a reading that shows something else there.
   */
  before?: number;
}
/**
 * What is sent otherwise when the exchanges are played again.
 */
export interface Replacements {
  /**
   * Eight hexadecimal digits that ids and names begin with: others stand for them, wherever they are.
   */
  fresh: string[];
  /**
   * Ids that the server has chosen.
   */
  answered: {
    /**
     * The id that was answered.
     */
    value: string;
    /**
     * Index of the exchange whose answer holds it.
     */
    exchange: number;
    /**
     * JSON pointer into that answer.
     */
    pointer: string;
  }[];
}
/**
 * One kind of request that the document does not allow, or does not have.
 */
export interface ClientFinding {
  level: Level;
  /**
   * Section of the document.
   */
  section: string;
  /**
   * What was sent, in one sentence.
   */
  title: string;
  /**
   * operationId; none where the document has no such operation.
   */
  operation?: string;
  /**
   * How often it was sent.
   */
  times: number;
  first: Exchange;
}
/**
 * One requirement with its verdict.
 */
export interface RequirementRow {
  /**
   * Stable id.
   */
  id: string;
  /**
   * operationId.
   */
  operation: string;
  /**
   * Section of the document.
   */
  section: string;
  level: Level;
  /**
   * Kind of requirement: the family it belongs to, a column of the grid.
   */
  kind: string;
  /**
   * The requirement in one sentence.
   */
  statement: string;
  verdict: Verdict;
  /**
   * Why, in words; present for every verdict but passed.
   */
  reason?: string;
  /**
   * Present where the run was stopped before this could be judged; the verdict is inconclusive.
   */
  notRun?: true;
  /**
   * What the user can add or change so that it can be judged.
   */
  remedy?: string;
  /**
   * What was seen, for requirements of the level may.
   */
  observation?: string;
  /**
   * Time from the first request to the verdict.
   */
  durationMs: number;
  /**
   * Command that judges this requirement again in the same way.
   */
  replay?: string;
  /**
   * Names of faults of the reference implementation that turn it red; a few, those made for it first.
   */
  provenBy: string[];
  /**
   * What shows the failure, smallest first; one entry for each distinct symptom.
   */
  evidence?: Evidence[];
}
/**
 * One thing that the document leaves open.
 */
export interface OutOfScopeRow {
  /**
   * Section of the document.
   */
  section: string;
  /**
   * What is left open.
   */
  subject: string;
  /**
   * Why nothing is judged.
   */
  reason: string;
}
