import { parentPort } from 'node:worker_threads';
import { requirements } from '../../suites/index.js';
import { behindCreations, degenerates, serveDegenerate } from './degenerate.js';
import type { Job, Result } from './jobs.js';
import { judge, judgeReference, type Verdicts } from './judge.js';

const known = new Map(requirements.map((each) => [each.id, each]));

const timeoutMs = 5000;
/** Where a server never answers: each such request costs one. */
const shortTimeoutMs = 400;

async function carryOut({ kind, name, seed, runs, requirements: ids }: Job): Promise<Verdicts> {
  const selected = ids.flatMap((id) => known.get(id) ?? []);
  const isSilent = name.endsWith('never-answers') || name === 'silence';
  const options = { seed, runs, timeoutMs: isSilent ? shortTimeoutMs : timeoutMs };
  if (kind === 'fault') return judgeReference({ faults: [name] }, selected, options);
  if (kind === 'variant') return judgeReference({ variants: [name] }, selected, options);
  const degenerate = degenerates.find((each) => each.name === name);
  if (!degenerate) throw new RangeError(`there is no degenerate server ${name}`);
  if (kind === 'degenerate behind creations')
    return judgeReference({ faults: [behindCreations(degenerate)] }, selected, options);
  const { url, close } = await serveDegenerate(degenerate);
  try {
    return await judge(url, selected, options);
  } finally {
    await close();
  }
}

parentPort?.on('message', async (job: Job) => {
  const started = performance.now();
  const judged = await carryOut(job);
  const verdicts = Object.fromEntries(
    [...judged].map(([id, { verdict, reason = '' }]) => [id, [verdict, reason] as const]),
  );
  parentPort?.postMessage({ job, verdicts, durationMs: performance.now() - started } satisfies Result);
});
