// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.

/**
 * Failures that are known: they don't turn the exit code red as long as they fail in the same way.
 */
export interface Baseline {
  /**
   * Where an editor finds this schema.
   */
  $schema?: string;
  /**
   * Version of this shape.
   */
  schemaVersion: 2;
  /**
   * In the order of the document.
   */
  failures: KnownFailure[];
}
/**
 * One requirement that is known to fail.
 */
export interface KnownFailure {
  /**
   * Id of the requirement.
   */
  id: string;
  /**
   * Why it is accepted, for those who read this later.
   */
  reason: string;
  /**
   * The last day on which it is accepted, as YYYY-MM-DD in UTC.
   */
  expires?: string;
  /**
   * Where the failure is tracked.
   */
  link?: string;
  /**
   * The ways in which it fails; any other is a regression.
   *
   * @minItems 1
   */
  symptoms: [
    {
      /**
       * Equal for the same operation and outcome, whatever ids and generated values are.
       */
      fingerprint: string;
      /**
       * The outcome in words; not compared.
       */
      seen: string;
    },
    ...{
      /**
       * Equal for the same operation and outcome, whatever ids and generated values are.
       */
      fingerprint: string;
      /**
       * The outcome in words; not compared.
       */
      seen: string;
    }[]
  ];
}
