/** `--replay F3`: sends the recorded requests of a finding again. */
import path from 'node:path';
import { type PlayedAgain, playAgain } from '../../harness/evidence/replay.js';
import { count, STOP_WORDS } from '../../report/labels.js';
import type { Finding, Report } from '../../schemas/generated/report.js';
import { CliError, exitCodes } from '../cli-error.js';
import { preflight } from '../doctor/preflight.js';
import { type Io, widthOf } from '../io.js';
import type { Plan } from '../options/plan.js';
import { isFindingId } from '../options/suggestion.js';
import { folded } from '../output/folded.js';
import { lastJudged } from '../output/written-files.js';
import { withReference } from '../run/reference.js';

const fingerprint = /^[0-9a-f]{16}$/;

export const namesFinding = ({ options: { replay } }: Plan): boolean =>
  replay !== undefined && (isFindingId(replay) || fingerprint.test(replay));

/**
 * Replays the finding that `--replay` names and prints whether it still shows.
 * @returns The exit code; or, when the recorded requests cannot tell, the plan to judge its requirements.
 * @throws CliError when the last report does not have the finding.
 */
export async function replayFinding(plan: Plan, folder: string, io: Io): Promise<number | Plan> {
  const { stdout, cwd } = io;
  const where = path.relative(cwd, folder);
  const report = lastJudged(folder, plan, io);
  if (!report) throw new CliError('no-finding', `in ${where}: no report.json there has judged anything`);
  const finding = findingIn(report, plan.options.replay ?? '', where);
  const { url, settings } = plan;
  const tell = (lines: readonly string[]) => stdout.write(`${folded(lines, widthOf(stdout)).join('\n')}\n`);
  const { known, played } = await withReference(url, async (baseUrl) => {
    const reached = { ...settings, baseUrl };
    const known = await preflight(reached);
    if (!known.ok) return { known };
    return { known, played: await playAgain(finding.evidence, report.target.baseUrl, reached) };
  });
  if (!known.ok) {
    tell([known.stop, `incomplete, exit ${exitCodes.incomplete}: ${STOP_WORDS[known.cause]}`]);
    return exitCodes.incomplete;
  }
  tell(linesOf(finding, played));
  return played?.shows === undefined ? judgingOf(plan, report, finding) : saidOf(finding, played).exit;
}

function findingIn({ findings }: Report, name: string, where: string): Finding {
  const found = findings.find(({ id, fingerprint }) => id === name || fingerprint === name);
  if (found) return found;
  const known = findings.map(({ id }) => id).join(', ') || 'none';
  throw new CliError('no-finding', `${name} in the last report in ${where}, which has ${known}`);
}

/** What a replay says of a finding that shows, or does not. */
function saidOf({ evidence }: Finding, { shows, seen }: PlayedAgain) {
  const { expected, seen: seenBefore, reproducibility } = evidence;
  if (shows)
    return {
      what: `expected ${expected}, got ${seenBefore}`,
      last: 'still shows',
      exit: exitCodes.nonConformant,
    };
  // A replay without what did not show again in its own run says nothing.
  if (reproducibility === 'flaky')
    return {
      what: `got ${seen}, as when the run repeated it`,
      last: 'cannot be told by its requests: run the whole again',
      exit: exitCodes.incomplete,
    };
  return { what: `got ${seen}`, last: 'does not show any more', exit: exitCodes.conformant };
}

function linesOf(finding: Finding, played: PlayedAgain | undefined): string[] {
  const { id, level, title } = finding;
  const head = `${id} ${level}  ${title}`;
  if (played?.shows === undefined) {
    const why = played
      ? played.seen
      : 'its requests were not recorded whole, or use what somebody else has made';
    return [head, `  cannot be told by its requests alone (${why}): judging its requirements`];
  }
  const { what, last, exit } = saidOf(finding, played);
  const left = played.leftovers.map(({ path: at, reason }) => `  could not be removed: ${at} (${reason})`);
  return [
    head,
    `  ${what}, after ${count(played.requests, 'request')}`,
    ...left,
    `${last}, exit ${exit}: ${id}`,
  ];
}

/** The plan to judge only the requirements of a finding, with the same generated values. It writes no new report. */
function judgingOf(plan: Plan, { run }: Report, { requirements }: Finding): Plan {
  return {
    ...plan,
    options: { ...plan.options, replay: undefined, reporter: ['console'] },
    settings: { ...plan.settings, seed: plan.options.seed ?? run.seed, runs: run.runs },
    again: { ids: new Set(requirements), alone: true },
  };
}
