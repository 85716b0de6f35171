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
   * Base URL of the server to judge, or the word reference for the built-in reference implementation, which is also judged where there is none.
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
   * Folder for shell scripts, one for each symptom of each failed requirement.
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
   * Failed requirements after which the run stops.
   */
  bail?: number;
  /**
   * Requests to send at most; those that find most are sent first.
   */
  budget?: number;
  /**
   * Command that starts the server; it is stopped, with its children, when the run is over.
   */
  server?: string;
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
   * Where fixtures come from; rest takes what the file of fixtures names, and makes the other kinds.
   */
  provision?: 'rest' | 'static' | 'command';
  /**
   * For rest and static, the file that names what exists; for command, the program.
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
   * Whether findings are seen again, by a few more requests.
   */
  explain?: boolean;
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
   * Tell all that could not be judged.
   */
  verbose?: boolean;
  /**
   * Show stack traces.
   */
  debug?: boolean;
}
