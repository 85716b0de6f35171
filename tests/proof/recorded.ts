/** What the tests of recordings share. */
import type { judgeRecorded } from '../../proof/traffic/recordings.js';
import { requirements } from '../../suites/index.js';

export const options = { seed: 1, runs: 5, timeoutMs: 5000 };
export const judgedOnes = requirements.filter(({ level }) => level !== 'may');
export const of = (...operations: readonly string[]) =>
  requirements.filter(({ operation, level }) => level !== 'may' && operations.includes(operation));

export const failedIn = ({ verdicts }: ReturnType<typeof judgeRecorded>) =>
  [...verdicts]
    .filter(([, { verdict }]) => verdict === 'failed')
    .map(([id, { reason }]) => `${id}: ${reason}`);
