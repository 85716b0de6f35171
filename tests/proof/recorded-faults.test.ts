/** Recordings of runs on servers with a defect are judged by themselves: it shows, and what may be missing is told apart. */
import { expect, test } from 'vitest';
import { judgeRecorded, record } from '../../proof/traffic/recordings.js';
import { failedIn, judgedOnes, of, options } from './recorded.js';

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
