import { parentPort } from 'node:worker_threads';
import { requirements } from '../suites/index.js';
import { type Job, namesIn, type Result } from './jobs.js';
import { judge, judgeReference, type Outcome, on } from './judge.js';
import { predictionsOf } from './measures/prediction.js';
import { verdictsOfScripts } from './measures/scripts.js';
import { judgedOnes } from './plan.js';
import { judgeCut, judgeRecorded, record } from './traffic/recordings.js';
import { behindCreations, serveTrivial, trivialServers } from './trivial-servers.js';

const known = new Map(requirements.map((each) => [each.id, each]));

const timeoutMs = 5000;
/** Where a server never answers: each such request costs one. */
const shortTimeoutMs = 400;

async function carryOut(job: Job): Promise<Outcome> {
  const { kind, name, seed, runs, requirements: ids } = job;
  const selected = ids.flatMap((id) => known.get(id) ?? []);
  const isSilent = name.endsWith('never-answers') || name === 'silence';
  const options = { seed, runs, timeoutMs: isSilent ? shortTimeoutMs : timeoutMs };
  if (kind === 'fault') return judgeReference({ faults: namesIn(job) }, selected, options);
  if (kind === 'scripts') return verdictsOfScripts(name, selected, options);
  if (kind === 'prediction') return predictionsOf(name, selected, options);
  if (kind === 'variant') return judgeReference({ variants: namesIn(job) }, selected, options);
  if (kind === 'recording of a fault' || kind === 'complete recording of a fault') {
    const recording = await record({ faults: [name] }, selected, [options]);
    return judgeRecorded(recording, judgedOnes, kind.startsWith('complete'));
  }
  if (kind === 'recording of a variant')
    return judgeCut(await record({ variants: [name] }, selected, [options]), judgedOnes);
  if (kind === 'recording of two clients') {
    const other = { ...options, seed: seed + 1 };
    return judgeCut(await record({}, selected, [options, other]), judgedOnes);
  }
  const trivial = trivialServers.find((each) => each.name === name);
  if (!trivial) throw new RangeError(`there is no trivial server ${name}`);
  if (kind === 'trivial behind creations')
    return judgeReference({ faults: [behindCreations(trivial)] }, selected, options);
  return on(serveTrivial(trivial), (url) => judge(url, selected, options));
}

parentPort?.on('message', async (job: Job) => {
  const { verdicts: judged, findings } = await carryOut(job);
  const verdicts = Object.fromEntries(
    [...judged].map(([id, { verdict, reason = '' }]) => [id, [verdict, reason] as const]),
  );
  parentPort?.postMessage({
    job,
    verdicts,
    findings: findings.map(({ title, operations, requirements: own, consequences }) => {
      return { title, operations, requirements: own, consequences };
    }),
  } satisfies Result);
});
