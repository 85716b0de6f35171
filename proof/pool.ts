import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Job, Result } from './jobs.js';

/** Two more than there are cores: some of what a job does is waiting. */
const workers = availableParallelism() + 2;

/** Carries the jobs out, several at a time, the next one by whoever is free. Results come in the order of the jobs. */
export async function carryOutAll(jobs: readonly Job[], onResult: (done: number) => void): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    try {
      while (next < jobs.length) {
        const at = next++;
        // Listens first; `once` rejects when the worker dies.
        const answer = once(worker, 'message') as Promise<[Result]>;
        worker.postMessage(jobs[at]);
        const [result] = await answer;
        results[at] = result;
        onResult(++done);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, work));
  return results;
}
