/** What `npm run prove -- --aims` carries out leaves nothing unproven. */
import { expect, test } from 'vitest';
import { aimJobs, faultJobs, judgedOnes } from '../../proof/plan.js';
import { unshown } from '../../proof/problems.js';
import { faults } from '../../reference-impl/index.js';

const jobs = aimJobs(faults);
const byName = new Map(jobs.map((job) => [job.name, new Set(job.requirements)]));

test('each fault is held against what it aims at, in less than a third of the judgements', () => {
  const short = faults.filter(({ name, aims }) => !aims.every((id) => byName.get(name)?.has(id)));
  expect(short).toEqual([]);
  const judgements = (all: typeof jobs) =>
    all.reduce((sum, { requirements }) => sum + requirements.length, 0);
  expect(judgements(jobs)).toBeLessThan(judgements(faultJobs(faults)) / 3);
});

test('each must and should is held against a fault that breaks it', () => {
  const broken = new Set(
    faults.flatMap(({ name, breaks }) => breaks.filter((id) => byName.get(name)?.has(id))),
  );
  expect(judgedOnes.filter(({ id }) => !broken.has(id))).toEqual([]);
});

test('what its aims do not show is judged again', () => {
  const [one, other] = faults.slice(0, 2);
  if (!one || !other) throw new RangeError('there are no faults');
  const shown = ({ name, aims }: typeof one, verdict: 'failed' | 'passed') => ({
    job: { kind: 'fault' as const, name, requirements: aims, seed: 1, runs: 1 },
    verdicts: Object.fromEntries(aims.map((id) => [id, [verdict, ''] as const])),
    findings: [],
  });
  expect(unshown([one, other], [shown(one, 'failed'), shown(other, 'passed')])).toEqual([other]);
});
