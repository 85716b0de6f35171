/** Values of options that are listed in the schema of the configuration. */
import type { ReporterName } from '../../reporters/index.js';
import { schema } from '../package.js';

interface ConfigSchema {
  readonly properties: {
    readonly reporter: { readonly items: { readonly enum: readonly ReporterName[] } };
    readonly requirementSet: { readonly enum: readonly string[] };
  };
}

const { reporter, requirementSet } = (schema('config') as ConfigSchema).properties;

/** The names of the report formats, read here so that the formats need not be loaded. */
export const reporterNames = reporter.items.enum;

/** Frozen sets of requirements, oldest first: requirements/vN.json holds set N. */
export const requirementSets = requirementSet.enum;
