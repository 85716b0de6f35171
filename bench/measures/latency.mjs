/** A target that takes its time: wall time of a run with default options over what the waiting alone comes to. */
import { interleave, spread } from '../lib/statistics.mjs';
import { suite } from '../lib/suite.mjs';

const latencyMs = 50;
/** The default of the command line. */
const concurrency = 8;

export async function latency({ rounds }) {
  // A run waits for two minutes and does little else: rounds differ by less than one in a hundred.
  const { ran } = await interleave(Math.min(rounds, 3), { ran: () => suite([], { latencyMs }) });
  const leastMs = ({ requests }) => (requests * latencyMs) / concurrency;
  return {
    latencyMs,
    concurrency,
    rounds: ran.length,
    requests: ran.at(-1).requests,
    seconds: spread(ran.map(({ wallMs }) => wallMs / 1000)),
    whole: spread(ran.map((each) => each.wallMs / leastMs(each))),
    requestsOnly: spread(ran.map((each) => each.sendingMs / leastMs(each))),
  };
}
