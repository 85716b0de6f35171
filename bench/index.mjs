/** `npm run bench [-- MEASURE…]`: measures, keeps the results and writes them as a page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { basis } from '../dist/cli/basis.js';
import { curve } from './curve.mjs';
import { removeTemporaryFolders, root } from './lib/processes.mjs';
import { growth } from './measures/growth.mjs';
import { judging } from './measures/judging.mjs';
import { latency } from './measures/latency.mjs';
import { overhead } from './measures/overhead.mjs';
import { peers } from './measures/peers.mjs';
import { profile } from './measures/profile.mjs';
import { reference } from './measures/reference.mjs';
import { start } from './measures/start.mjs';
import { watch } from './measures/watch.mjs';
import { page, picture } from './page.mjs';

const measures = { overhead, profile, start, watch, latency, growth, judging, reference, peers };
const resultsFile = path.join(root, 'bench/results.json');
const pageFile = path.join(root, 'docs/performance.md');

const number = (name, fallback) => Number(process.env[name] ?? fallback);
const options = {
  rounds: number('BENCH_ROUNDS', 5),
  faults: number('BENCH_FAULTS', 40),
  minutes: number('BENCH_PEER_MINUTES', 12),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(measures, name));
if (unknown !== undefined) {
  console.error(`There is no measure ${unknown}. There are: ${Object.keys(measures).join(', ')}.`);
  process.exit(2);
}

try {
  for (const name of wanted.length > 0 ? wanted : Object.keys(measures)) {
    console.error(`Measuring ${name}`);
    const load = loadavg()[0];
    const started = performance.now();
    const measured = await measures[name](options);
    const took = Math.round((performance.now() - started) / 1000);
    const results = known();
    results[name] = {
      basis,
      measuredOn: new Date().toISOString().slice(0, 10),
      took,
      machine: machine(),
      load,
      ...measured,
    };
    // After each measure: they take half an hour together.
    writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
    writeFileSync(pageFile, page(results));
    if (name === 'peers') {
      const rows = results.peers.rows.filter(({ missing }) => !missing);
      writeFileSync(path.join(path.dirname(pageFile), picture), curve(rows));
    }
  }
} finally {
  removeTemporaryFolders();
}

/** What was measured before. A file that cannot be read ends the command, rather than being overwritten. */
function known() {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};
}

function machine() {
  const cores = cpus().length;
  return `${cores} ${cores === 1 ? 'core' : 'cores'}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
}
