// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.

/**
 * netemu-conformance.config.json. Flags and environment variables go before it; paths are relative to its folder.
 */
export interface Config {
  /**
   * Where an editor finds this schema.
   */
  $schema?: string;
  /**
   * Base URL of the server to judge; without one the reference implementation is judged.
   */
  url?: string;
  /**
   * Formats of the report.
   *
   * @minItems 1
   */
  reporter?: [
    'console' | 'json' | 'html' | 'junit' | 'markdown' | 'har' | 'github' | 'badge',
    ...('console' | 'json' | 'html' | 'junit' | 'markdown' | 'har' | 'github' | 'badge')[]
  ];
  /**
   * Folder for the files.
   */
  out?: string;
  /**
   * Folder for a shell script for each failure.
   */
  repro?: string;
  /**
   * Globs of requirement or operation ids to judge.
   */
  only?: string[];
  /**
   * Globs of requirement or operation ids to leave out.
   */
  skip?: string[];
  /**
   * Path family to judge.
   */
  profile?: 'controller' | 'compute' | 'full';
  /**
   * Generated cases a property.
   */
  runs?: number;
  /**
   * Seed of the generated values; random unless given.
   */
  seed?: number;
  /**
   * Requests in flight at most.
   */
  concurrency?: number;
  /**
   * Requests a second at most; unlimited unless given.
   */
  rate?: number;
  /**
   * Time-out of one request in milliseconds.
   */
  timeout?: number;
  /**
   * Time for the whole run in seconds.
   */
  maxTime?: number;
  /**
   * What turns the exit code red.
   */
  failOn?: 'must' | 'should' | 'never';
  /**
   * File of known failures.
   */
  baseline?: string;
  /**
   * Headers to send with every request, value by name; ${NAME} stands for an environment variable.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * File of headers, one 'Name: value' a line.
   */
  headerFile?: string;
  /**
   * File that holds user:password for basic authentication.
   */
  userFile?: string;
  /**
   * Certificate authority of the target (PEM).
   */
  ca?: string;
  /**
   * Client certificate (PEM).
   */
  cert?: string;
  /**
   * Key of the client certificate (PEM).
   */
  key?: string;
  /**
   * Do not check the certificate of the target.
   */
  insecure?: boolean;
  /**
   * Where fixtures come from.
   */
  provision?: 'rest' | 'static' | 'command';
  /**
   * File for the ways static and command.
   */
  fixtures?: string;
  /**
   * What a target needs in the bodies of its creation endpoints, by kind of fixture; merged over the usual bodies.
   */
  rest?: {
    /**
     * Body of POST /v2/projects.
     */
    project?: {};
    /**
     * Body of POST /v2/projects/{project_id}/nodes.
     */
    node?: {};
    /**
     * Body of POST /v2/compute/projects.
     */
    'compute-project'?: {};
    /**
     * Body of POST /v2/compute/projects/{project_id}/iou/nodes.
     */
    iou?: {};
    /**
     * Body of POST /v2/compute/projects/{project_id}/vmware/nodes.
     */
    vmware?: {};
    /**
     * Body of POST /v2/compute/projects/{project_id}/cloud/nodes.
     */
    cloud?: {};
  };
  /**
   * Whether values may be sent that name files or make a server allocate.
   */
  hazards?: 'avoid' | 'allow';
  /**
   * I/N: the part of the requirements to judge.
   */
  shard?: string;
  /**
   * Frozen set of requirements to judge by; the newest unless given.
   */
  requirementSet?: '1';
  /**
   * Show stack traces.
   */
  debug?: boolean;
}
