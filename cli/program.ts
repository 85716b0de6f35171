/** The command line: commands and options. Each command is loaded when it is called. */
import { Command, CommanderError, Option } from 'commander';
import { asCliError, CliError, exitCodes, formatError } from './cli-error.js';
import type { JudgeFlags } from './commands/judge.js';
import type { RunFlags } from './commands/run.js';
import { type Io, widthOf } from './io.js';
import { addOptions, configOption, headings } from './options/flags.js';
import type { Flags } from './options/resolve.js';
import { type OptionName, optionNames, reaching, rowOf, variableOf } from './options/table.js';
import { referenceWord, targetUrl } from './options/target-url.js';
import { tool } from './package.js';

/** Parses the arguments and runs the command. Resolves with the exit code, or rejects with a {@link CliError}. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exitCodes.conformant;
  const does =
    <A extends unknown[]>(command: (...args: A) => Promise<number>) =>
    async (...args: A) => {
      code = await command(...args);
    };
  const program = root(io);
  addJudge(program, io, does);
  addAnswers(program, io, does);
  addReports(program, io, does);
  // Last: commands take its headings for theirs.
  addRun(program, io, does);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.conformant;
    const [first] = program.args;
    // A mistyped command with a URL is taken for one URL too many.
    if (error.code === 'commander.excessArguments') expectUrl(program, first);
    throw new CliError('arguments', sentence(error.message), { cause: error });
  }
}

/** Prints the error that {@link main} rejects with, and returns its exit code. */
export function failed(error: unknown, argv: readonly string[], { stderr, env }: Io): number {
  const failure = asCliError(error);
  const debug = argv.includes('--debug') || Boolean(env[variableOf('debug')]);
  stderr.write(formatError(failure, debug, widthOf(stderr)));
  return failure.exit;
}

/** @throws CliError for what is neither a URL nor a command, but may be a mistyped one. */
function expectUrl({ commands }: Command, word: string | undefined): void {
  const names = commands.map((command) => command.name());
  if (word !== undefined && word !== referenceWord && !names.includes(word)) targetUrl(word, names);
}

type Does = <A extends unknown[]>(command: (...args: A) => Promise<number>) => (...args: A) => Promise<void>;

const helpOption = ['-h, --help', 'show this help'] as const;

function root(io: Io): Command {
  return new Command(tool.name)
    .description(
      'Judges a server of the Network Emulation Project and Node Service Interface. ' +
        'Without a URL it judges the reference implementation that comes with it.',
    )
    .helpOption(...helpOption)
    .enablePositionalOptions()
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Errors are printed once, by `failed`.
      outputError: () => {},
    })
    .configureHelp({ helpWidth: widthOf(io.stdout) ?? 100 })
    .addHelpText(
      'after',
      `
Most options can also be set by an environment variable (--max-time:
${variableOf('maxTime')}) or in netemu-conformance.config.json (maxTime).

Exit codes: 0 conformant, 1 non-conformant, 2 usage or configuration error,
3 incomplete or unreachable, 4 a bug in the suite, 130 Ctrl-C, 143 SIGTERM.`,
    );
}

function addRun(program: Command, io: Io, does: Does): void {
  program.argument(
    '[url]',
    'base URL of the server, such as http://127.0.0.1:3080, or reference for the built-in implementation',
  );
  addOptions(program, optionNames, headings);
  program
    .option(...configOption)
    .option('--print-config', 'show the effective options and their sources')
    .version(tool.version)
    .helpOption(...helpOption)
    .action(
      does(async (url: string | undefined, flags: RunFlags) => {
        expectUrl(program, url);
        const { run } = await import('./commands/run.js');
        return run(url, flags, io);
      }),
    );
}

/** Options of a run that `judge` takes too. */
const judging: readonly OptionName[] = [
  'reporter',
  'out',
  'only',
  'skip',
  'profile',
  'requirementSet',
  'failOn',
  'baseline',
  'updateBaseline',
  'verbose',
  'debug',
];

function addJudge(program: Command, io: Io, does: Does): void {
  const command = program
    .command('judge <file>')
    .description("judge recorded traffic: a HAR of somebody else's session with a server")
    .option('--base <url>', 'base URL of the server, if the recording has several')
    .option('--complete', 'nothing is missing from the recording, and nobody else wrote to the server');
  addOptions(command, judging);
  command
    .option(...configOption)
    .action(
      does(async (file: string, flags: JudgeFlags) =>
        (await import('./commands/judge.js')).judge(file, flags, io),
      ),
    );
}

const statements = () => import('./commands/statements.js');

function addAnswers(program: Command, io: Io, does: Does): void {
  program
    .command('list')
    .description('list all requirements, or those of some operations')
    .argument('[globs...]', 'requirements or operations, as --only takes them')
    .option('--json', 'as JSON')
    .action(does(async (globs: string[], options) => (await statements()).list(globs, options, io)));
  program
    .command('explain <id>')
    .description('what a requirement says, where, and which faults break it; or all of an operation')
    .action(does(async (id: string) => (await statements()).explain(id, io)));
  const doctor = program
    .command('doctor <url>')
    .description('what can be tested on a server, what is missing, and how to supply it');
  addOptions(doctor, reaching);
  doctor
    .option(...configOption)
    .action(
      does(async (url: string, flags: Flags & { config?: string }) =>
        (await import('./commands/doctor.js')).doctor(url, flags, io),
      ),
    );
  program
    .command('serve')
    .description('start the reference implementation')
    .option('--port <n>', 'port to listen on; 0 takes any that is free (default: 3080)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--fault <names...>', 'defects to switch on')
    .option('--variant <names...>', 'conforming variations')
    .option('--list-faults', 'list the faults and variants')
    .action(does(async (options) => (await import('./commands/serve.js')).serve(options, io)));
}

const reports = () => import('./commands/reports.js');

function addReports(program: Command, io: Io, does: Does): void {
  program
    .command('report <file>')
    .description('convert a report.json to other formats')
    .option('--reporter <names>', 'formats (default: console)')
    .option('--repro <dir>', rowOf('repro').about)
    .option('--out <dir>', 'folder for the files (default: the one of the file)')
    .action(does(async (file: string, options) => (await reports()).report(file, options, io)));
  program
    .command('compare <before> <after>')
    .description('what changed from one report to another')
    .addOption(new Option('--format <name>', 'format').choices(['text', 'markdown', 'json']).default('text'))
    .action(
      does(async (before: string, after: string, options) =>
        (await reports()).compare(before, after, options, io),
      ),
    );
  program
    .command('matrix <files...>')
    .description('many reports on one page')
    .addOption(
      new Option('--format <name>', 'format (default: text on a terminal, else markdown)').choices([
        'text',
        'markdown',
        'html',
      ]),
    )
    .option('--all', 'also show requirements on which the reports do not differ')
    .action(does(async (files: string[], options) => (await reports()).matrix(files, options, io)));
  program
    .command('merge <files...>')
    .description('combine the reports of the shards of one run')
    .option('--reporter <names>', 'formats (default: console,json,html)')
    .option('--out <dir>', 'folder for the files (default: conformance-report)')
    .addOption(new Option('--fail-on <level>').choices(['must', 'should', 'never']).default('must'))
    .option('--baseline <file>', 'file of known failures')
    .action(does(async (files: string[], options) => (await reports()).merge(files, options, io)));
}

const sentence = (message: string) => {
  const text = message.replace(/^error: /, '').replaceAll('\n', ' ');
  return /[.?)]$/.test(text) ? text : `${text}.`;
};
