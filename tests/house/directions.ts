/** What may import what: the rooms of the repository, from the ground up (CONTRIBUTING.md, Architecture). */

/** Each room with the rooms below it that it may import. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  report: ['schemas'],
  harness: ['schemas'],
  suites: ['harness', 'schemas'],
  reporters: ['report', 'schemas'],
  'reference-impl': ['schemas'],
  cli: ['suites', 'harness', 'reporters', 'report', 'reference-impl', 'schemas'],
  proof: ['cli', 'suites', 'harness', 'reporters', 'report', 'reference-impl', 'schemas'],
};

/** The stages of harness/: each imports only those before it, and none on the same line. */
export const stages: readonly (readonly string[])[] = [
  ['http'],
  ['values'],
  ['worlds', 'model'],
  ['plan'],
  ['rules'],
  ['play'],
  ['explain'],
];
