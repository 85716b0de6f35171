/** What breaks a rule of the house today, each with its reason. A row that is no longer needed fails the test. */

/** Folders of like things, which a newcomer looks through by name. */
export const catalogues: readonly string[] = [
  'reference-impl/faults',
  'reference-impl/variants',
  'suites/families',
  'harness/rules',
];

type Rows = Readonly<Record<string, string>>;

export const exceptions: Readonly<Record<'rooms' | 'stages' | 'circles' | 'long' | 'full', Rows>> = {
  rooms: {
    'harness/evidence/curl.ts imports report/shell-word.ts': 'The curl line is a field of the report.',
  },
  stages: {
    'harness/play/write-campaign.ts imports harness/explain/collect.ts':
      'The campaign hands its observations on; whoever judges them should.',
  },
  circles: {
    'harness/expect.ts harness/explain/sighting.ts harness/model/state.ts harness/outcome.ts harness/plan/case.ts harness/rules/observation.ts harness/values/fields.ts harness/values/shapes.ts harness/values/write-operations.ts':
      'Types only: an outcome carries sightings, which carry failures. Violation belongs to values/.',
  },
  long: {},
  full: {},
};
