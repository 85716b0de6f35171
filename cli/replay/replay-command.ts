/** The command that replays a finding or a requirement: all options that matter, without secrets. */
import { shellWord } from '../../report/shell-word.js';
import { headerPair } from '../options/parse.js';
import type { Plan } from '../options/plan.js';
import { flagOf, type OptionName, optionNames, reaching, rowOf } from '../options/table.js';
import { referenceWord } from '../options/target-url.js';
import { isAgain, outOf } from '../output/folder.js';

/** Options that a replay needs, but for secrets: how to reach the target, and where the last report is. */
const relevant = optionNames.filter(
  (name) =>
    ['out', 'rate', 'hazards'].includes(name) ||
    (reaching.includes(name) && !rowOf(name).secret && name !== 'debug'),
);

/**
 * The command without `--replay ID`, the same for all requirements of a run.
 * @param generated The seed, where the generated values must be the same.
 */
export function replayCommand(plan: Plan, generated?: Pick<Plan['settings'], 'seed' | 'runs'>): string {
  if (!generated) return commandOf(plan, [], relevant);
  const words = [flagOf('seed'), String(generated.seed)];
  if (isTold(plan, 'runs') || generated.runs !== plan.options.runs)
    words.push(flagOf('runs'), String(generated.runs));
  return commandOf(plan, [], relevant, words);
}

/** The command that brings the baseline up to date with the same part of the requirements: others would be accepted unseen. */
export const updateCommand = (plan: Plan): string =>
  commandOf(
    plan,
    [],
    [...relevant, 'profile', 'only', 'skip', 'seed', 'runs', 'baseline'],
    ['--update-baseline'],
  );

/** The command that looks at the same target with the doctor. */
export const doctorCommand = (plan: Plan): string =>
  commandOf(
    plan,
    ['doctor'],
    relevant.filter((name) => reaching.includes(name)),
  );

/** Whether an option must be given again: from the configuration or by default it has the same value anyway. */
const isTold = ({ sources }: Plan, name: OptionName) =>
  sources[name] === 'flag' || sources[name] === 'environment';

function commandOf(
  plan: Plan,
  command: readonly string[],
  names: readonly OptionName[],
  more: readonly string[] = [],
): string {
  const { url, options, config } = plan;
  const words = ['npx', 'netemu-conformance', ...command, url ?? referenceWord, ...more];
  for (const name of names) {
    const values: readonly unknown[] = [options[name]].flat();
    for (const value of isTold(plan, name) ? values : [])
      if (value !== false) words.push(flagOf(name), ...(value === true ? [] : [String(value)]));
  }
  if (config.file !== undefined) words.push('--config', config.file);
  if (isTold(plan, 'header'))
    for (const line of options.header) words.push(flagOf('header'), secretHeader(headerPair(line)[0]));
  if (isTold(plan, 'user')) words.push(flagOf('user'), '<user>:<password>');
  return words.map(quoted).join(' ');
}

/** The command without `--replay F3`: it finds the finding in the folder that this run writes to. */
export function findingCommand(plan: Plan): string {
  if (!isAgain(plan)) return replayCommand(plan);
  const { options, sources } = plan;
  return replayCommand({
    ...plan,
    options: { ...options, out: outOf(plan) },
    sources: { ...sources, out: 'flag' },
  });
}

const secretHeader = (name: string) => `${name}: <${name.toLowerCase()}>`;

/** A word for a POSIX shell, quoted if necessary. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellWord(word));
