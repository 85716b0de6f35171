/** `serve`: starts the reference implementation, with faults if wanted. */
import { faults, type Modification, serveReference, variants } from '../../reference-impl/index.js';
import { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { integer } from '../options/parse.js';
import { didYouMean } from '../options/suggestion.js';

export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly fault?: readonly string[];
  readonly variant?: readonly string[];
  readonly listFaults?: true;
}

const defaultPort = 3080;

/** Serves until a signal comes. */
export async function serve(flags: ServeFlags, io: Io): Promise<number> {
  if (flags.listFaults) {
    const told = variants.map(({ name, summary }) => `  ${name}\n      ${summary}\n`).join('');
    io.stdout.write(`Faults\n${names(faults)}\nVariants, which conform\n${told}`);
    return 0;
  }
  const port = flags.port === undefined ? defaultPort : integer(0, 65_535)(flags.port, '--port');
  const options = {
    port,
    ...(flags.host !== undefined && { host: flags.host }),
    faults: named(faults, flags.fault, 'fault'),
    variants: named(variants, flags.variant, 'variant'),
  };
  const server = await serveReference(options).catch((error: Error) => {
    throw new CliError('cannot-listen', error.message, { cause: error });
  });
  io.stdout.write(`The reference implementation listens on ${server.url}\n`);
  await new Promise((resolve) => io.onSignal(resolve));
  await server.close();
  return 0;
}

function named(catalogue: readonly Modification[], wanted: readonly string[] = [], noun: string): string[] {
  const known = catalogue.map(({ name }) => name);
  return wanted
    .flatMap((word) => word.split(','))
    .map((word) => {
      if (known.includes(word)) return word;
      throw new CliError('unknown-fault', `There is no ${noun} ${word}${didYouMean(word, known)}`);
    });
}

const names = (catalogue: readonly Modification[]) => catalogue.map(({ name }) => `  ${name}\n`).join('');
