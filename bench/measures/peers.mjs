/** What a user would pick instead, on the same faulty servers: faults found, false alarms, requests, seconds. */
import { compiled, run, target } from '../lib/processes.mjs';
import { spread } from '../lib/statistics.mjs';
import { suite } from '../lib/suite.mjs';
import { description } from '../peers/description.mjs';
import { dredd } from '../peers/dredd.mjs';
import { fixtureIds, makeFixtures } from '../peers/fixtures.mjs';
import { install } from '../peers/install.mjs';
import { portman } from '../peers/portman.mjs';
import { specmatic } from '../peers/specmatic.mjs';

/** What `--budget` is tried with: as many requests as the peers send, and a few times that. */
const budgets = [40, 300, 1200];

/** Has no divisor in common with the size of a sample that is not a multiple of it. */
const stride = 17;

/** @param {{ faults?: number, minutes?: number }} options `minutes` for each peer. */
export async function peers({ faults: count = 40, minutes = 12 }) {
  const faults = await sample(count);
  const rows = [await row('netemu-conformance', 'default options', ownTest([]), faults, minutes)];
  for (const budget of budgets) {
    const args = ['--budget', `${budget}`];
    const name = `netemu-conformance ${args.join(' ')}`;
    rows.push(await row(name, 'the most telling requests only', ownTest(args), faults, minutes));
  }
  for (const peer of [dredd, portman, specmatic]) {
    const test = await prepared(peer);
    if ('missing' in test) rows.push({ name: peer.name, how: peer.how, missing: test.missing });
    else rows.push(await row(peer.name, peer.how, test.run, faults, minutes));
  }
  return { faults, minutes, rows };
}

/** Faults of as many families as possible, in an order of which any beginning is a spread: time may run out. */
async function sample(count) {
  const { faults } = await compiled('reference-impl/index.js');
  const families = new Map();
  for (const { family, name } of faults) families.set(family, [...(families.get(family) ?? []), name]);
  const all = [...families.values()];
  const chosen = Array.from({ length: count }, (_, index) => {
    const names = all[Math.floor((index * all.length) / count) % all.length];
    return names[Math.floor(names.length / 2)];
  });
  return chosen.map((_, index) => chosen[(index * stride) % count]);
}

function ownTest(args) {
  return async (faults) => {
    const { report, wallMs, requests } = await suite(args, { faults });
    const counts = ({ level, verdict }) => verdict === 'failed' && level !== 'may';
    const failed = report.requirements.filter(counts).map(({ id }) => id);
    const tests = report.requirements.filter(({ verdict }) => verdict === 'passed').length + failed.length;
    return { failed, tests, requests, seconds: wallMs / 1000 };
  };
}

async function prepared({ name, packages, needs, prepare }) {
  if (needs) {
    const found = await run(needs.command, needs.args).catch(() => undefined);
    if (found?.code !== 0) return { missing: `needs ${needs.command}, which is not installed` };
  }
  const installed = await install(packages);
  if ('missing' in installed) return installed;
  const ids = await fixtureIds();
  try {
    const test = await prepare(installed.folder, (url) => description(url, ids));
    return {
      run: async (faults) => {
        const server = await target({ faults });
        const made = await makeFixtures(server.url).catch(() => undefined);
        const started = performance.now();
        const { failed, tests } = await test(server.url);
        const seconds = (performance.now() - started) / 1000;
        const { requests } = await server.end();
        return { failed, tests, seconds, requests: requests - (made ?? 0) };
      },
    };
  } catch (error) {
    return { missing: `${name} could not be set up: ${error.message.split('\n')[0]}` };
  }
}

/** Runs a test on the conforming server twice, so that what varies by itself is not taken for a fault; then on each fault. */
async function row(name, how, test, faults, minutes) {
  const until = performance.now() + minutes * 60_000;
  const conforming = [await test([]), await test([])];
  const usual = new Set(conforming.flatMap(({ failed }) => failed.map(withoutValues)));
  const steady = new Set(conforming.map(({ failed }) => withoutOrder(failed))).size === 1;
  const results = [];
  for (const fault of faults) {
    if (performance.now() > until) break;
    const ran = await test([fault]);
    const different = steady
      ? withoutOrder(ran.failed) !== withoutOrder(conforming[0].failed)
      : ran.failed.some((each) => !usual.has(withoutValues(each)));
    results.push({ fault, found: different, ...ran });
  }
  const all = [...conforming, ...results];
  const requests = all.reduce((sum, each) => sum + each.requests, 0);
  const seconds = all.reduce((sum, each) => sum + each.seconds, 0);
  return {
    name,
    how,
    tried: results.length,
    found: results.filter(({ found }) => found).length,
    missed: results.filter(({ found }) => !found).map(({ fault }) => fault),
    falseAlarms: conforming[0].failed.length,
    tests: conforming[0].tests,
    requests: spread(all.map((each) => each.requests)).median,
    seconds: spread(all.map((each) => each.seconds)),
    millisecondsPerRequest: (1000 * seconds) / requests,
  };
}

/** Names of generated tests hold generated values. */
const withoutValues = (name) => name.replace(/(&quot;|").*?\1/g, '*').replace(/\d+/g, '0');
const withoutOrder = (failed) => failed.map(withoutValues).sort().join('\n');
