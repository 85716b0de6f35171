/**
 * `npm run prove`: every check has been seen to fail. Compares with what is committed.
 *   --update      writes reference-impl/faults/proven.json and docs/proof.md
 *   --only REGEX  faults and variants whose name or family matches; nothing is compared or written
 *   --variants    conforming variants only; nothing is compared or written
 *   --seeds       defects that need generated input, with ten seeds each
 *   --degenerates servers that know nothing of the interface only; nothing is written
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faults, variants } from '../../reference-impl/index.js';
import { beyondDegenerates, reasonFor } from './accidents.js';
import { falseAlarms, faultProblems, foundBySeeds, kills, neverFailing } from './findings.js';
import { type Job, type Result, those } from './jobs.js';
import { page } from './page.js';
import { degenerateJobs, faultJobs, judgedOnes, seedJobs, variantJobs } from './plan.js';
import { carryOutAll } from './pool.js';

const provenFile = 'reference-impl/faults/proven.json';
const pageFile = 'docs/proof.md';
/** Of ten seeds. */
const enoughSeeds = 9;

const { values } = parseArgs({
  options: {
    update: { type: 'boolean' },
    only: { type: 'string' },
    seeds: { type: 'boolean' },
    variants: { type: 'boolean' },
    degenerates: { type: 'boolean' },
  },
});
const started = performance.now();
const problems: string[] = [];
const carryOut = (jobs: readonly Job[]) =>
  carryOutAll(jobs, (done) => {
    if (done % 100 === 0 || done === jobs.length)
      process.stderr.write(`${done} of ${jobs.length}, ${seconds()} s\n`);
  });
const seconds = () => Math.round((performance.now() - started) / 1000);

if (values.seeds) await proveSeeds();
else if (values.variants) await proveVariants();
else if (values.degenerates) judgeDegenerates(await carryOut(degenerateJobs()));
else await proveAll(new RegExp(values.only ?? ''), values.only === undefined);

for (const problem of problems) console.log(problem);
console.log(`${problems.length === 0 ? 'proven' : `${problems.length} problems`}, ${seconds()} s`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function proveAll(only: RegExp, whole: boolean): Promise<void> {
  // What takes longest comes first, so that nobody waits for it alone at the end.
  const jobs = [...variantJobs(only), ...(whole ? degenerateJobs() : []), ...faultJobs(only)];
  const results = await carryOut(jobs);
  const of = (kind: string) => results.filter(({ job }) => job.kind.startsWith(kind));
  const found = kills(faults, of('fault'));
  // What is about to be written is not compared with what was there.
  const declared = values.update
    ? faults.map((each) => ({ ...each, breaks: killedBy(of('fault'), each.name) }))
    : faults;
  for (const { fault, problem } of faultProblems(declared, of('fault'))) problems.push(`${fault} ${problem}`);
  tellFalseAlarms(of('variant'));
  if (!whole) return;
  for (const { id } of judgedOnes) if (!found[id]) problems.push(`${id} is killed by no fault`);
  judgeDegenerates(of('degenerate'));
  const text = page({
    faults,
    variants,
    requirements: judgedOnes,
    kills: found,
    faultResults: of('fault'),
    variantResults: of('variant'),
    degenerateResults: of('degenerate'),
  });
  compare(provenFile, jsonOf(found));
  compare(pageFile, text);
}

function killedBy(results: readonly Result[], fault: string): string[] {
  return results.filter(({ job }) => job.name === fault).flatMap((result) => those('failed', result));
}

function judgeDegenerates(results: readonly Result[]): void {
  const musts = judgedOnes.filter(({ level }) => level === 'must').map(({ id }) => id);
  for (const id of neverFailing(musts, results))
    if (!beyondDegenerates.some(({ requirement }) => requirement.test(id)))
      problems.push(`${id} passes on a degenerate server and fails on none`);
  for (const result of results)
    for (const id of those('passed', result))
      if (!reasonFor(result.job.name, id))
        problems.push(`${id} passes on ${result.job.kind} ${result.job.name} by accident`);
}

async function proveVariants(): Promise<void> {
  tellFalseAlarms(await carryOut(variantJobs(/./)));
}

function tellFalseAlarms(results: readonly Result[]): void {
  for (const { variant, requirement, reason } of falseAlarms(variants, results))
    problems.push(`variant ${variant} loses ${requirement} (${reason})`);
}

async function proveSeeds(): Promise<void> {
  for (const [fault, { found, tried }] of foundBySeeds(await carryOut(seedJobs()))) {
    console.log(`${fault}: found with ${found} of ${tried} seeds`);
    if (found < enoughSeeds) problems.push(`${fault} is found with ${found} of ${tried} seeds only`);
  }
}

function compare(file: string, text: string): void {
  if (values.update) writeFileSync(file, text);
  else if (read(file) !== text) problems.push(`${file} is out of date: npm run prove -- --update`);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** As the formatter would have it: an array on one line where it fits. */
function jsonOf(found: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(found).map(([id, names]) => {
    const flat = `  "${id}": [${names.map((name) => `"${name}"`).join(', ')}]`;
    return flat.length < 110
      ? flat
      : `  "${id}": [\n${names.map((name) => `    "${name}"`).join(',\n')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
