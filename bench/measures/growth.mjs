/** Time and memory as the number of generated cases grows. */
import { interleave, spread } from '../lib/statistics.mjs';
import { suite } from '../lib/suite.mjs';

/** @param {{ rounds: number }} options */
export async function growth({ rounds }) {
  const few = await interleave(Math.min(rounds, 3), {
    100: () => suite(['--runs', '100']),
    1000: () => suite(['--runs', '1000']),
  });
  const many = { ...few, 10000: [await suite(['--runs', '10000'])] };
  const rows = Object.entries(many).map(([runs, results]) => ({
    runs: Number(runs),
    rounds: results.length,
    requests: spread(results.map((each) => each.requests)).median,
    seconds: spread(results.map((each) => each.wallMs / 1000)),
    peakMb: spread(results.map((each) => each.peakMb)),
    /** Start-up aside, this stays the same when time grows linearly. */
    microsecondsPerRequest: spread(results.map((each) => (1000 * each.sendingMs) / each.requests)),
  }));
  const [first, , last] = rows;
  return {
    rows,
    memory: last.peakMb.median / first.peakMb.median,
    timePerRequest: last.microsecondsPerRequest.median / first.microsecondsPerRequest.median,
  };
}
