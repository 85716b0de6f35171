/** What the pipeline carries out of the proof leaves nothing unproven. */
import { expect, test } from 'vitest';
import { namesIn } from '../../proof/jobs.js';
import { aimJobs, companyJobs, faultJobs, judgedOnes, seedJobs, variantJobs } from '../../proof/plan.js';
import { triesIn, unshown } from '../../proof/problems.js';
import { areApart } from '../../proof/together.js';
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

test('each variant is in two servers, with others beside it', () => {
  const servers = companyJobs().map(namesIn);
  for (const { name } of variantJobs(/./)) {
    const own = servers.filter((names) => names.includes(name));
    expect(own, name).toHaveLength(2);
    expect(new Set(own.flat()).size, name).toBeGreaterThan(own[0]?.length ?? 0);
  }
});

test('faults share a server where none breaks what another aims at, and each gets ten seeds', () => {
  const jobs = seedJobs();
  const byName = new Map(faults.map((fault) => [fault.name, fault]));
  const groups = jobs.map((job) => namesIn(job).flatMap((name) => byName.get(name) ?? []));
  const near = groups.filter((group) =>
    group.some((one) => group.some((other) => one !== other && !areApart(one, other))),
  );
  expect(near).toEqual([]);
  const times = new Map<string, number>();
  for (const name of jobs.flatMap(namesIn)) times.set(name, (times.get(name) ?? 0) + 1);
  expect([...new Set(times.values())]).toEqual([10]);
});

test('of faults in one server each is found by what it aims at itself', () => {
  const [job] = seedJobs();
  if (!job?.beside) throw new RangeError('no faults share a server');
  const aimsOf = (name: string) => faults.find((fault) => fault.name === name)?.aims ?? [];
  const verdicts = Object.fromEntries(
    job.requirements.map((id) => [id, [aimsOf(job.name).includes(id) ? 'failed' : 'passed', ''] as const]),
  );
  const tries = triesIn(faults, [{ job, verdicts, findings: [] }]);
  expect(tries.map(({ fault, isFound }) => [fault.name, isFound])).toEqual([
    [job.name, true],
    ...job.beside.map((name) => [name, false]),
  ]);
});
