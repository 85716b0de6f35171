/** Values of options that the schema of the configuration lists. */
import type { ReporterName } from '../../reporters/index.js';
import { schema } from '../package.js';

interface ConfigSchema {
  readonly properties: {
    readonly reporter: { readonly items: { readonly enum: readonly ReporterName[] } };
    readonly requirementSet: { readonly enum: readonly string[] };
  };
}

const { reporter, requirementSet } = (schema('config') as ConfigSchema).properties;

/** The formats of a report; none of them need be loaded for their names. */
export const reporterNames = reporter.items.enum;

/** Frozen sets of requirements, oldest first: requirements/vN.json holds set N. */
export const requirementSets = requirementSet.enum;
