/** How large something is, as features: one for each limit that servers often have and that it reaches. */

/** Common limits of servers for the size of a body, in kilobytes. */
const limits = [2, 4, 8, 16, 32, 64, 100, 250, 500];

/** A feature for each limit that a body exceeds. */
export const sizesOf = (bytes: number): string[] =>
  limits.filter((limit) => bytes > limit * 1024).map((limit) => `body:a body of more than ${limit} KB`);

/** Fields are counted up to this number. */
const maxCounted = 16;

/** A feature for each number of fields that a body has at least. */
export const countsOf = (fields: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(fields, maxCounted) - 1) }, (_, index) => `fields:${index + 2}`);

/** Common limits of servers for the length of a list. */
const lengths = [1, 2, 3, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100, 128, 200, 250, 256, 500, 1000];

/** A feature for each number of drawings that a project has at least. */
export const listsOf = (drawings = 0): string[] =>
  lengths.filter((least) => drawings >= least).map((least) => `state:${inListOf} ${least} drawings or more`);

/** The first words for the length of a list. */
export const inListOf = 'a project of';
