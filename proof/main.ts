/**
 * `npm run prove`: every check has been seen to fail. Compares with what is committed.
 *   --update      writes reference-impl/faults/proven/ and docs/proof.md
 *   --only REGEX  faults and variants whose name or family matches; with --update, what they break is recorded
 *   --aims        most faults by what they aim at only, and variants in company; nothing is written
 *   --variants    conforming variants only; nothing is compared or written
 *   --seeds       defects that need generated input, with ten seeds each
 *   --whole [N]  findings of N faults alone, N / 2 pairs and N / 5 groups of six, under the whole suite; 200 unless told;
 *                with --only, of each of those alone
 *   --predict [N] the circumstances of N faults say what fails in a run with another seed; 100 unless told
 *   --scripts   the script of each finding is red on its fault and green on a conforming server
 *   --traffic recordings of runs, judged by themselves; nothing is written
 *   --trivial servers that know nothing of the interface only; nothing is written
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faults, variants } from '../reference-impl/index.js';
import { count } from '../report/labels.js';
import { groupBy } from '../schemas/group-by.js';
import { beyondTrivialServers, reasonFor } from './expected-passes.js';
import { idsWithVerdict, type Job, type Result } from './jobs.js';
import { staleFiles, withResults, writeMatrix } from './kill-matrix.js';
import { enough, groupJobs, pairJobs, singleJobs, wholeResult } from './measures/whole.js';
import { page } from './page.js';
import {
  aimJobs,
  companyJobs,
  faultJobs,
  judgedOnes,
  matching,
  recordingJobs,
  scriptJobs,
  seedJob,
  seedJobs,
  trivialJobs,
  variantJobs,
} from './plan.js';
import { carryOutAll } from './pool.js';
import { falseAlarms, faultProblems, neverFailing, triesIn, unshown } from './problems.js';

const pageFile = 'docs/proof.md';
/** Of ten seeds. */
const enoughSeeds = 9;
/** Part of the faults that show in a recording of a run. */
const enoughRecorded = 0.9;

const flag = { type: 'boolean' } as const;
const parts = { aims: flag, variants: flag, traffic: flag, trivial: flag, scripts: flag };
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, update: flag, seeds: flag, whole: flag, predict: flag, ...parts },
  allowPositionals: true,
});
const started = performance.now();
const problems: string[] = [];
/** What differs from what is committed, and does not count against the proof. */
const notes: string[] = [];
const carryOut = (jobs: readonly Job[]) =>
  carryOutAll(jobs, (done) => {
    if (done % 100 === 0 || done === jobs.length)
      process.stderr.write(`${done} of ${jobs.length}, ${seconds()} s\n`);
  });
/** For measures that carry out faults under the whole suite. */
const setting = { requirements: judgedOnes.map(({ id }) => id), seed: 1 };
/** All faults and variants unless told. */
const only = new RegExp(values.only ?? '');
const isAll = values.only === undefined;
const outOfDate = (file: string) => `${file} is out of date: npm run prove -- --update`;
const seconds = () => Math.round((performance.now() - started) / 1000);

if (values.seeds) await proveSeeds();
else if (values.whole) await proveWhole(Number(positionals[0] ?? 200));
else if (values.predict) await provePredictions(Number(positionals[0] ?? 100));
else if (values.variants) problems.push(...falseAlarms(variants, await carryOut(variantJobs(/./))));
else if (values.traffic) await proveTraffic();
else if (values.trivial) judgeTrivialServers(await carryOut(trivialJobs()));
else if (values.scripts) await proveScripts();
else if (values.aims && values.update)
  problems.push('--update records all that a fault breaks: leave out --aims');
else await proveAll();

for (const note of notes) console.log(`note: ${note}`);
for (const problem of problems) console.log(problem);
console.log(`${problems.length === 0 ? 'proven' : count(problems.length, 'problem')}, ${seconds()} s`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function proveAll(): Promise<void> {
  const chosen = matching(only);
  const odd = isAll && values.aims ? companyJobs() : variantJobs(only);
  const ofFaults = (values.aims ? aimJobs : faultJobs)(chosen);
  if (odd.length + ofFaults.length === 0) {
    const names = 'the names of faults and variants are in npx netemu-conformance serve --list-faults';
    problems.push(`--only ${only.source} matches no fault and no variant: ${names}`);
    return;
  }
  // What takes longest comes first, so that nobody waits for it alone at the end.
  const first = await carryOut([...odd, ...(isAll || values.update ? trivialJobs() : []), ...ofFaults]);
  // Some requirements look at what all others have sent, and show nothing by themselves.
  const again = await carryOut(values.aims ? faultJobs(unshown(chosen, first)) : []);
  const isAgain = new Set(again.map(({ job }) => job.name));
  const results = [...again, ...first.filter(({ job }) => !isAgain.has(job.name))];
  const of = (kind: string) => results.filter(({ job }) => job.kind.startsWith(kind));
  const seen = values.aims ? faults : withResults(faults, of('fault'));
  // What is about to be written is not compared with what was there.
  const declared = values.update ? seen : faults;
  // Which of the sound worlds a script is lent depends on timing, and so does what a fault breaks besides its aims.
  for (const problem of faultProblems(declared, of('fault')))
    (/ breaks (more|less) than declared:/.test(problem) ? notes : problems).push(problem);
  problems.push(...falseAlarms(variants, of('variant')));
  if (values.update) writeMatrix(seen);
  else if (isAll) for (const file of staleFiles(faults)) notes.push(outOfDate(file));
  if (isAll) {
    const broken = new Set(of('fault').flatMap((result) => idsWithVerdict('failed', result)));
    for (const { id } of judgedOnes) if (!broken.has(id)) problems.push(`${id} fails on no fault`);
  } else if (!values.update) return;
  judgeTrivialServers(of('trivial'));
  const text = page({ faults: seen, variants, requirements: judgedOnes, trivialResults: of('trivial') });
  if (values.update) writeFileSync(pageFile, text);
  else if (!existsSync(pageFile) || readFileSync(pageFile, 'utf8') !== text) notes.push(outOfDate(pageFile));
}

function judgeTrivialServers(results: readonly Result[]): void {
  const musts = judgedOnes.filter(({ level }) => level === 'must').map(({ id }) => id);
  for (const id of neverFailing(musts, results))
    if (!beyondTrivialServers.some(({ requirement }) => requirement.test(id)))
      problems.push(`${id} passes on a trivial server and fails on none`);
  for (const result of results)
    for (const id of idsWithVerdict('passed', result))
      if (!reasonFor(result.job.name, id))
        problems.push(`${id} passes on ${result.job.kind} ${result.job.name} by accident`);
}

async function proveWhole(drawn: number): Promise<void> {
  const jobs = isAll
    ? [
        ...singleJobs(faults, drawn, setting),
        ...pairJobs(faults, drawn / 2, setting),
        ...groupJobs(faults, drawn / 5, setting),
      ]
    : singleJobs(matching(only), faults.length, setting);
  const { rest, hidden, ...shares } = wholeResult(faults, await carryOut(jobs));
  for (const each of rest) console.log(each);
  for (const each of hidden)
    console.log(`${each}: the one hides what the other aims at, so that nothing is judged`);
  for (const [name, { good, tried }] of Object.entries(shares)) {
    if (tried === 0) continue;
    const least = enough[name as keyof typeof enough];
    console.log(`${name}: ${good} of ${tried}`);
    if (100 * good < least * tried) problems.push(`${name}: ${good} of ${tried} is below ${least} %`);
  }
}

/** Findings that did not stand up to a measure, a line each. */
function failuresIn(results: readonly Result[]): string[] {
  return results.flatMap(({ job, verdicts }) =>
    Object.entries(verdicts)
      .filter(([, [verdict]]) => verdict === 'failed')
      .map(([finding, [, reason]]) => `${job.name}: ${finding}: ${reason}`),
  );
}

async function provePredictions(count: number): Promise<void> {
  const jobs = singleJobs(faults, count, setting).map((job): Job => ({ ...job, kind: 'prediction' }));
  const results = await carryOut(jobs);
  const tried = results.filter(({ verdicts }) => Object.keys(verdicts).length > 0);
  const wrong = tried.filter((result) => idsWithVerdict('failed', result).length > 0);
  for (const line of failuresIn(wrong)) console.log(line);
  const good = tried.length - wrong.length;
  console.log(
    `predicted: ${good} of ${tried.length}; ${results.length - tried.length} have too little to predict`,
  );
  if (100 * good < enough.predicted * tried.length)
    problems.push(`predicted: ${good} of ${tried.length} is below ${enough.predicted} %`);
}

async function proveScripts(): Promise<void> {
  const results = await carryOut(scriptJobs(only));
  problems.push(...failuresIn(results));
  const tried = results.flatMap(({ verdicts }) => Object.keys(verdicts)).length;
  console.log(`${tried} scripts of ${results.length} faults`);
}

async function proveTraffic(): Promise<void> {
  const results = await carryOut(recordingJobs(only));
  const of = (kind: Job['kind']) => results.filter(({ job }) => job.kind === kind);
  const kinds = ['recording of a fault', 'complete recording of a fault'] as const;
  const others = results.filter(({ job }) => !kinds.some((kind) => kind === job.kind));
  problems.push(...falseAlarms(variants, others));
  for (const kind of kinds) {
    const missed = of(kind).filter((result) => idsWithVerdict('failed', result).length === 0);
    const [tried, found] = [of(kind).length, of(kind).length - missed.length];
    console.log(`${kind}: ${found} of ${tried} show`);
    for (const { job } of missed) notes.push(`${job.name} does not show in a ${kind}`);
    if (found < enoughRecorded * tried) problems.push(`${kind}: too few show`);
  }
}

async function proveSeeds(): Promise<void> {
  const first = triesIn(faults, await carryOut(seedJobs()));
  const missed = first.filter(({ isFound }) => !isFound);
  // The others in its server may have hidden it.
  const alone = await carryOut(missed.map(({ fault, seed }) => seedJob([fault], seed)));
  const tries = [...first.filter(({ isFound }) => isFound), ...triesIn(faults, alone)];
  for (const [name, all] of groupBy(tries, ({ fault }) => fault.name)) {
    const found = all.filter(({ isFound }) => isFound).length;
    console.log(`${name}: found with ${found} of ${all.length} seeds`);
    if (found < enoughSeeds) problems.push(`${name} is found with ${found} of ${all.length} seeds only`);
  }
  console.log(`${missed.length} of ${first.length} were tried alone`);
}
