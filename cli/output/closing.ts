/** The last lines of a run: the file to open, the command to type next, and the verdict. */
import { count, isAboutTarget } from '../../report/labels.js';
import type { Report } from '../../schemas/generated/report.js';
import { exitCodes } from '../cli-error.js';
import { quoted } from '../replay/replay-command.js';
import { isPart } from '../run/exit-code.js';
import type { Gate } from '../run/gate.js';

interface Surroundings {
  readonly file: string | undefined;
  /** The folder of `--repro`, with one script a finding. */
  readonly scripts?: string | undefined;
  /** The command of this run, from which the next one is made; without it, none is shown. */
  readonly command?: string | undefined;
  /** The command that brings the baseline up to date, where there is one. */
  readonly update?: string | undefined;
  /** The command that says what is missing. */
  readonly doctor?: string | undefined;
  /** Whether the next command finds a report to start from. */
  readonly writesReport?: boolean;
  /** Whether the same command without `--only`, `--last-failed` and `--replay` judges more. */
  readonly narrowed?: boolean;
}

/** The last lines of a run. The very last one is the verdict, with the exit code and its reason. */
export function closing(
  { report, exit, reason }: Gate,
  { file, scripts, command, ...more }: Surroundings,
): string[] {
  const next = command === undefined ? undefined : nextCommand(command, report, exit, more);
  return [
    ...(file === undefined ? [] : [`report  ${file}`]),
    ...(scripts === undefined ? [] : [`scripts ${scripts} (${count(report.findings.length, 'finding')})`]),
    ...(next === undefined ? [] : [`next    ${next}`]),
    `${headline(report, exit)}, exit ${exit}: ${reason}${report.target.embedded ? ' (the built-in reference implementation, not your server)' : ''}`,
  ];
}

/** The verdict. A run that exits with an error never says `conformant`, one of a part says so. */
function headline(report: Report, exit: number): string {
  const { verdict } = report;
  if (verdict !== 'conformant') return verdict;
  if (exit === exitCodes.conformant) return isPart(report) ? 'conformant in what was selected' : verdict;
  return exit === exitCodes.incomplete ? 'incomplete' : 'failed';
}

function nextCommand(
  command: string,
  report: Report,
  exit: number,
  {
    update,
    doctor,
    narrowed = false,
    writesReport = false,
  }: Omit<Surroundings, 'file' | 'scripts' | 'command'>,
): string | undefined {
  const { target, run, requirements } = report;
  const line = (...words: string[]) => [command, ...words.map(quoted)].join(' ');
  // The server comes first: nothing that is typed helps.
  if (isAboutTarget(run.stopped?.cause)) return undefined;
  if (requirements.some(({ verdict }) => verdict === 'failed'))
    return writesReport ? line('--last-failed') : undefined;
  if (exit === exitCodes.nonConformant && update !== undefined) return update;
  if (run.stopped?.cause === 'budget' || run.stopped?.cause === 'signal') return command;
  const isMissing = requirements.some(({ verdict }) => verdict === 'not-exercised');
  if (!target.embedded && exit !== exitCodes.conformant && isMissing) return doctor;
  // What is mended in one place may have broken another.
  return exit === exitCodes.conformant && narrowed ? command : undefined;
}
