/** `--replay F3`: sends the recorded requests of a finding again. */
import path from 'node:path';
import { type PlayedAgain, playAgain } from '../../harness/evidence/replay.js';
import { count, STOP_WORDS } from '../../report/labels.js';
import type { Finding, Report } from '../../schemas/generated/report.js';
import { CliError, exitCodes } from '../cli-error.js';
import { preflight } from '../doctor/preflight.js';
import { type Io, widthOf } from '../io.js';
import type { Plan } from '../options/plan.js';
import { folded } from '../output/folded.js';
import { lastJudged } from '../output/written-files.js';
import { withReference } from '../run/reference.js';

/** A finding's id in a report, or its fingerprint. */
const findingName = /^(?:F\d+|[0-9a-f]{16})$/;

export const namesFinding = ({ options: { replay } }: Plan): boolean =>
  replay !== undefined && findingName.test(replay);

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
  if (played?.shows === true) return exitCodes.nonConformant;
  if (played?.shows === false) return isFlaky(finding) ? exitCodes.incomplete : exitCodes.conformant;
  return judgingOf(plan, report, finding);
}

function findingIn({ findings }: Report, name: string, where: string): Finding {
  const found = findings.find(({ id, fingerprint }) => id === name || fingerprint === name);
  if (found) return found;
  const known = findings.map(({ id }) => id).join(', ') || 'none';
  throw new CliError('no-finding', `${name} in the last report in ${where}, which has ${known}`);
}

/** Whether it did not show again when its run repeated it: then a replay without it says nothing. */
const isFlaky = ({ evidence }: Finding) => evidence.reproducibility === 'flaky';

function linesOf(finding: Finding, played: PlayedAgain | undefined): string[] {
  const { id, level, title, evidence } = finding;
  const head = `${id} ${level}  ${title}`;
  if (played?.shows === undefined) {
    const why = played
      ? played.seen
      : 'its requests were not recorded whole, or use what somebody else has made';
    return [head, `  cannot be told by its requests alone (${why}): judging its requirements`];
  }
  const [what, last] = played.shows
    ? [`expected ${evidence.expected}, got ${evidence.seen}`, `still shows, exit ${exitCodes.nonConformant}`]
    : isFlaky(finding)
      ? [
          `got ${played.seen}, as when the run repeated it`,
          `cannot be told by its requests: run the whole again, exit ${exitCodes.incomplete}`,
        ]
      : [`got ${played.seen}`, `does not show any more, exit ${exitCodes.conformant}`];
  const left = played.leftovers.map(({ path: at, reason }) => `  could not be removed: ${at} (${reason})`);
  return [head, `  ${what}, after ${count(played.requests, 'request')}`, ...left, `${last}: ${id}`];
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
