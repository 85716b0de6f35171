/** Time and memory as the number of generated cases grows. */
import { interleave, spread } from '../lib/statistics.mjs';
import { suite } from '../lib/suite.mjs';

export async function growth({ rounds }) {
  const run = (runs) => suite(['--runs', `${runs}`], undefined, ['--trace-gc']);
  const few = await interleave(Math.min(rounds, 3), { 100: () => run(100), 1000: () => run(1000) });
  const many = { ...few, 10000: [await run(10000)] };
  const rows = Object.entries(many).map(([runs, results]) => ({
    runs: Number(runs),
    rounds: results.length,
    requests: spread(results.map((each) => each.requests)).median,
    seconds: spread(results.map((each) => each.wallMs / 1000)),
    peakMb: spread(results.map((each) => each.peakMb)),
    liveMb: spread(results.map(({ stdout }) => mostLive(stdout))),
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

/** The most that any full collection of a heap has left, in MB. Garbage that V8 lets lie has no part in it. */
function mostLive(trace) {
  const left = [...trace.matchAll(/Mark-Compact.*? -> ([\d.]+) \(/g)].map(([, megabytes]) =>
    Number(megabytes),
  );
  return Math.max(...left);
}
