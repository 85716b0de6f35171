/** The command line that judges one requirement again: everything that matters, and no secret. */
import { headerPair } from './options/parse.js';
import { flagOf, type OptionName } from './options/table.js';
import type { Plan } from './plan.js';

/** Options that change what is sent or how it is judged. */
const relevant = [
  'runs',
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

/** The part that all requirements of a run share; `--replay ID` is to be added. */
export function replayCommand({ url, options, sources, config, settings }: Plan): string {
  // What the configuration says or a default gives is the same again by itself.
  const told = (name: OptionName) => sources[name] === 'flag' || sources[name] === 'environment';
  const words = ['npx', 'netemu-conformance', ...(url === undefined ? [] : [url])];
  words.push(flagOf('seed'), String(settings.seed));
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
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
