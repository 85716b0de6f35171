import type { Modification } from '../pipeline/modification.js';

/** The catalogue of faults, by which `serve --fault NAME` finds them. */
export const faults: readonly Modification[] = [];
