/** Recordings of runs are judged by themselves: a few of what `npm run prove -- --traffic` judges. */
import { describe, expect, test } from 'vitest';
import { judgedOnes } from '../../proof/plan.js';
import { judgeCut, judgeRecorded, record } from '../../proof/traffic/recordings.js';
import type { ReferenceOptions } from '../../reference-impl/index.js';

const options = { seed: 1, runs: 5, timeoutMs: 5000 };
const of = (...operations: readonly string[]) =>
  judgedOnes.filter(({ operation }) => operations.includes(operation));

const failedIn = ({ verdicts }: ReturnType<typeof judgeRecorded>) =>
  [...verdicts]
    .filter(([, { verdict }]) => verdict === 'failed')
    .map(([id, { reason }]) => `${id}: ${reason}`);

const faulty: readonly (readonly [fault: string, requirement: RegExp])[] = [
  ['projects.get.other-success-code', /^projects\.get\.succeeds/],
  ['iou.update.answers-ram-as-null', /^iou\.update\.answer\.ram/],
  ['projects.update.does-not-store-name', /^projects\.update\.stores\.name/],
  ['iou.update.refuses-ram', /^iou\.update\.accepts\.ram/],
  ['drawings.create.answers-with-first-id', /^drawings\.create\.distinct-ids/],
];

/** What shows less often than the same is right: requests that are missing would bring it about as well. */
const faultyAtTimes: typeof faulty = [
  ['projects.update.resets-the-others', /^projects\.update\.keeps-others/],
  ['iou.update.applies-malformed', /^iou\.update\.aftermath\.unchanged/],
  ['projects.get.makes-the-scene-higher', /^projects\.get\.reading-is-safe/],
];

const recordingOf = (fault: string) => {
  const verbs = ['get', 'update', 'create', 'list'].map((verb) => fault.replace(/\.\w+\..*/, `.${verb}`));
  return record({ faults: [fault] }, of(...verbs), [options]);
};

test.for(faulty)('%s shows in its recording', async ([fault, requirement]) => {
  const failed = failedIn(judgeRecorded(await recordingOf(fault), judgedOnes));
  expect(failed).toContainEqual(expect.stringMatching(requirement));
});

test.for(faultyAtTimes)('%s shows where nothing is missing', async ([fault, requirement]) => {
  const recording = await recordingOf(fault);
  expect(failedIn(judgeRecorded(recording, judgedOnes))).toEqual([]);
  const failed = failedIn(judgeRecorded(recording, judgedOnes, true));
  expect(failed).toContainEqual(expect.stringMatching(requirement));
});

const conforming: readonly (readonly [string, ReferenceOptions, operations: readonly string[]])[] = [
  ['the reference implementation', {}, ['projects.update', 'projects.delete', 'drawings.create']],
  ['a server that shows little', { variants: ['sparse-answers'] }, ['iou.get', 'cloud.update']],
  ['a server with bounds', { variants: ['bounded-numbers'] }, ['projects.update']],
  ['a server with defaults in force', { variants: ['default-iou-values'] }, ['iou.update', 'iou.get']],
];

describe('a server that conforms is never blamed, whatever is missing from the recording', () => {
  test.for(conforming)('%s', async ([, server, operations]) => {
    const recording = await record(server, of(...operations), [options]);
    expect(failedIn(judgeCut(recording, judgedOnes))).toEqual([]);
  });

  test('two clients at once', async () => {
    const both = await record({}, of('projects.update', 'cloud.get'), [options, { ...options, seed: 2 }]);
    expect(failedIn(judgeCut(both, judgedOnes))).toEqual([]);
  });
});
