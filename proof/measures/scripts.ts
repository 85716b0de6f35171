/** Whether the script of each finding is red on its fault, and green on a conforming server. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
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
      const onFault = await play(script, { BASE_URL: faulty.url }, folder);
      const onConforming = await play(script, { BASE_URL: conforming.url }, folder);
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
    rmSync(folder, { recursive: true });
  }
}

/** Plays a script in a folder. Its own input is not read on: a script closes it. */
export function play(
  script: string,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<{ readonly code: number; readonly text: string }> {
  const file = join(folder, `${randomUUID()}.sh`);
  writeFileSync(file, script);
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) => {
    execFile('sh', [file], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });
}
