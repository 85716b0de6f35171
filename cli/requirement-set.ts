/** The frozen set of requirements that a run is judged by. */
export const requirementSet = '1';
