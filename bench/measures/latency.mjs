/** A target that takes its time: wall time of a run with default options over what the waiting alone comes to. */
import { spread } from '../lib/statistics.mjs';
import { suite } from '../lib/suite.mjs';

const latencyMs = 50;
/** The default of the command line. */
const concurrency = 8;

/** @param {{ rounds: number }} options */
export async function latency({ rounds }) {
  const ratios = [];
  const judgingOnly = [];
  const seconds = [];
  let requests = 0;
  // A run waits for two minutes and does little else: rounds differ by less than one in a hundred.
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const ran = await suite([], { latencyMs });
    const leastMs = (ran.requests * latencyMs) / concurrency;
    requests = ran.requests;
    seconds.push(ran.wallMs / 1000);
    ratios.push(ran.wallMs / leastMs);
    judgingOnly.push(ran.sendingMs / leastMs);
  }
  return {
    latencyMs,
    concurrency,
    rounds: ratios.length,
    requests,
    seconds: spread(seconds),
    whole: spread(ratios),
    requestsOnly: spread(judgingOnly),
  };
}
