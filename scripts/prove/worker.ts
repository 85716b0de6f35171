import { parentPort } from 'node:worker_threads';
import { requirements } from '../../suites/index.js';
import type { Job, Result } from './jobs.js';
import { judgeReference, type Verdicts } from './judge.js';

const known = new Map(requirements.map((each) => [each.id, each]));

/** Shorter where a fault never answers: each such request costs one. */
const timeoutMs = 3000;
const shortTimeoutMs = 400;

async function carryOut(job: Job): Promise<Verdicts> {
  const selected = job.requirements.flatMap((id) => known.get(id) ?? []);
  const options = {
    seed: job.seed,
    runs: job.runs,
    timeoutMs: job.name.endsWith('never-answers') ? shortTimeoutMs : timeoutMs,
  };
  switch (job.kind) {
    case 'fault':
      return judgeReference({ faults: [job.name] }, selected, options);
    case 'variant':
      return judgeReference({ variants: [job.name] }, selected, options);
    case 'degenerate':
      throw new Error('not yet');
  }
}

parentPort?.on('message', async (job: Job) => {
  const started = performance.now();
  const verdicts = await carryOut(job);
  const notPassed = Object.fromEntries(
    [...verdicts]
      .filter(([, { verdict }]) => verdict !== 'passed')
      .map(([id, { verdict, reason = '' }]) => [id, [verdict, reason] as const]),
  );
  const { kind, name, seed } = job;
  parentPort?.postMessage({
    kind,
    name,
    seed,
    notPassed,
    durationMs: performance.now() - started,
  } satisfies Result);
});
