/** The command line that judges one requirement again: everything that matters, and no secret. */
import { shellWord } from '../../report/shell-word.js';
import { headerPair } from '../options/parse.js';
import type { Plan } from '../options/plan.js';
import { flagOf, type OptionName } from '../options/table.js';
import { referenceWord } from '../options/target-url.js';

/** Options that change how the target is reached, and where the last report is. */
const relevant = [
  'out',
  'concurrency',
  'rate',
  'timeout',
  'hazards',
  'provision',
  'fixtures',
  'headerFile',
  'userFile',
  'ca',
  'cert',
  'key',
  'insecure',
] as const satisfies readonly OptionName[];

/**
 * The part that all replays of a run share; `--replay ID` is to be added.
 * @param generated What the generated values depend on, where they are to be the same.
 */
export function replayCommand(
  { url, options, sources, config }: Plan,
  generated?: Pick<Plan['settings'], 'seed'>,
): string {
  // What the configuration says or a default gives is the same again by itself.
  const told = (name: OptionName) => sources[name] === 'flag' || sources[name] === 'environment';
  const words = ['npx', 'netemu-conformance', url ?? referenceWord];
  if (generated) words.push(flagOf('seed'), String(generated.seed));
  if (generated && told('runs')) words.push(flagOf('runs'), String(options.runs));
  for (const name of relevant) {
    const value: unknown = options[name];
    if (told(name) && value !== false) words.push(flagOf(name), ...(value === true ? [] : [String(value)]));
  }
  if (config.file !== undefined) words.push('--config', config.file);
  if (told('header'))
    for (const line of options.header) words.push(flagOf('header'), secretHeader(headerPair(line)[0]));
  if (told('user')) words.push(flagOf('user'), '<user>:<password>');
  return words.map(quoted).join(' ');
}

const secretHeader = (name: string) => `${name}: <${name.toLowerCase()}>`;

/** A word as a POSIX shell takes it. */
export const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : shellWord(word));
