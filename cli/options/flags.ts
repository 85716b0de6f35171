/** The options of a run as a command takes them. */
import { type Command, Option } from 'commander';
import { type OptionName, rowOf } from './table.js';

/** Headings of the help, each before the option that it begins with. */
export const headings: { readonly [name in OptionName]?: string } = {
  reporter: 'What is written:',
  only: 'What is judged:',
  lastFailed: 'While you write a server:',
  concurrency: 'How fast, and for how long:',
  failOn: 'What counts:',
  header: 'How the server is reached:',
  provision: 'What requests work on:',
  explain: 'Others:',
};

/**
 * Adds options of a run to a command.
 * @param groups Headings of its help, by the option that each begins with.
 */
export function addOptions(
  command: Command,
  names: readonly OptionName[],
  groups: { readonly [name in OptionName]?: string } = {},
): void {
  for (const name of names) {
    const heading = groups[name];
    if (heading !== undefined) command.optionsGroup(heading);
    const { flags, about, fallback, repeatable } = rowOf(name);
    const isPlain = fallback === undefined || typeof fallback === 'boolean' || String(fallback) === '';
    const option = new Option(flags, isPlain ? about : `${about} (default: ${fallback})`);
    if (repeatable)
      option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
    command.addOption(option);
    // Otherwise --no-… that was not given would count as given, and override the environment and the configuration.
    if (option.negate) command.setOptionValue(name, undefined);
  }
}

export const configOption = [
  '--config <file>',
  'configuration (default: netemu-conformance.config.json)',
] as const;
