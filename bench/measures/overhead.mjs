/** Wall time of a whole run over that of a bare client that sends exactly the same requests. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { node, target, temporaryFolder } from '../lib/processes.mjs';
import { interleave, ratios, spread } from '../lib/statistics.mjs';
import { suite } from '../lib/suite.mjs';

const replayScript = fileURLToPath(new URL('../lib/replay.mjs', import.meta.url));
const concurrency = 8;

export async function overhead({ rounds, runs = 1000 }) {
  const record = path.join(temporaryFolder(), 'requests.ndjson');
  const args = ['--runs', `${runs}`, '--concurrency', `${concurrency}`];
  await suite(args, { record });
  const { suite: suites, replay: replays } = await interleave(rounds, {
    suite: () => suite(args),
    replay: () => replay(record),
  });
  const of = (results, key) => results.map((each) => each[key]);
  return {
    runs,
    rounds,
    requests: spread(of(suites, 'requests')).median,
    replayed: spread(of(replays, 'requests')).median,
    sameStatus: spread(replays.map((each) => each.sameStatus / each.requests)).median,
    seconds: spread(of(suites, 'wallMs').map((ms) => ms / 1000)),
    replaySeconds: spread(of(replays, 'wallMs').map((ms) => ms / 1000)),
    /** From the start of the process to its end, over the same of the bare client. */
    whole: ratios(of(suites, 'wallMs'), of(replays, 'wallMs')),
    /** The same over the time that the bare client spends on sending alone. */
    overSending: ratios(of(suites, 'wallMs'), of(replays, 'sendingMs')),
    /** From the first request to the last answer, as the server sees it. */
    requestsOnly: ratios(of(suites, 'sendingMs'), of(replays, 'sendingMs')),
    /** Processor time of the client's process: is not disturbed by what else runs on the machine. */
    cpu: ratios(of(suites, 'cpuMs'), of(replays, 'cpuMs')),
  };
}

async function replay(record) {
  const server = await target();
  const used = await node([replayScript, server.url, record, `${concurrency}`]);
  await server.end();
  return { ...used, ...JSON.parse(used.stdout) };
}
