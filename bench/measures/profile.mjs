/** Where the processor time of a whole run goes: what a missed target of the overhead is owed to. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../lib/processes.mjs';
import { suite } from '../lib/suite.mjs';

const idle = new Set(['(idle)', '(root)']);

export async function profile({ runs = 1000 }) {
  const folder = temporaryFolder();
  await suite(['--runs', `${runs}`], undefined, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  const microseconds = new Map();
  for (const file of readdirSync(folder))
    for (const [where, time] of selfTimes(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))))
      microseconds.set(where, (microseconds.get(where) ?? 0) + time);
  const all = [...microseconds.values()].reduce((sum, time) => sum + time, 0);
  const shares = [...microseconds]
    .map(([where, time]) => ({ where, percent: (100 * time) / all }))
    .sort((a, b) => b.percent - a.percent)
    .filter(({ percent }) => percent >= 1);
  return { runs, seconds: all / 1e6, shares };
}

/** Time of each sample, in microseconds, by the part of the program that it was taken in. */
function* selfTimes({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!idle.has(frame.functionName)) yield [partOf(frame), timeDeltas[index]];
  }
}

/** A package, a folder of this one, Node's own modules, or what V8 calls the rest. */
function partOf({ url, functionName }) {
  const own = /\/dist\/([^/]+)\//.exec(url.replace(/.*node_modules/, 'node_modules'));
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url) ?? [];
  if (dependency) return dependency;
  if (url.startsWith('node:')) return `Node: ${url.slice('node:'.length).split('/').slice(0, 2).join('/')}`;
  if (own) return `this package: ${own[1]}`;
  return url === '' ? functionName.replace(/[()]/g, '') || 'anonymous' : 'compiled validators';
}
