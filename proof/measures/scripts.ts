/** Whether the script of each finding is red on its fault, and green on a conforming server. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Requirement } from '../../harness/requirement.js';
import type { Judged } from '../../harness/settings.js';
import { serveReference } from '../../reference-impl/index.js';
import { numbered } from '../../report/findings.js';
import { repro } from '../../reporters/repro.js';
import { type JudgeOptions, judge, type Outcome } from '../judge.js';

/** Exit codes of a script. */
const [shows, showsNot] = [0, 1];

/** A verdict for each finding, by its title. */
export async function verdictsOfScripts(
  fault: string,
  requirements: readonly Requirement[],
  options: JudgeOptions,
): Promise<Outcome> {
  const [faulty, conforming] = [await serveReference({ faults: [fault] }), await serveReference()];
  try {
    const { findings: found, requests } = await judge(faulty.url, requirements, {
      ...options,
      confirms: true,
    });
    const findings = numbered(found);
    const scripts = repro({ target: { baseUrl: faulty.url }, run: options, findings });
    const verdicts = new Map<string, Judged>();
    for (const { id, title } of findings) {
      const script = scripts[`${id}.sh`] ?? 'exit 2';
      const onFault = await play(script, faulty.url);
      const onConforming = await play(script, conforming.url);
      const reasons = [
        ...(onFault.code === shows ? [] : [`ends with ${onFault.code} on its fault: ${onFault.text}`]),
        ...(onConforming.code === showsNot
          ? []
          : [`ends with ${onConforming.code} on a conforming server: ${onConforming.text}`]),
      ];
      verdicts.set(`${id} ${title}`, {
        verdict: reasons.length > 0 ? 'failed' : 'passed',
        reason: reasons.join('; '),
        durationMs: 0,
      });
    }
    return { verdicts, findings: found, requests };
  } finally {
    await faulty.close();
    await conforming.close();
  }
}

/** Its own input is not read on: a script closes it. */
async function play(script: string, url: string): Promise<{ readonly code: number; readonly text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'script-'));
  const file = join(folder, 'script.sh');
  await writeFile(file, script);
  const env = { PATH: process.env.PATH, BASE_URL: url };
  const played = new Promise<{ code: number; text: string }>((resolve) => {
    execFile('sh', [file], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${stdout}${stderr}` }),
    );
  });
  return played.finally(() => rm(folder, { recursive: true }));
}
