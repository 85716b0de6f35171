/** Runs the command line against a server as a user would, and holds what comes out against what is promised. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Report } from '../../schemas/generated/report.js';
import schema from '../../schemas/report.schema.json' with { type: 'json' };

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isReport = ajv.compile<Report>(schema);

const folder = process.env.ROBUSTNESS_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
/** The end of what the command said, where it wrote no report. */
const toldBytes = 1000;
const limits = { seconds: 60, megabytes: 400, reportBytes: 20_000_000 };
/** On a machine that others use as well, everything takes longer. */
const crowd = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

export interface Tried {
  readonly code: number | null;
  readonly report: Report | undefined;
  readonly seconds: number;
  readonly reportBytes: number;
  /** The most resident memory that the process had. */
  readonly megabytes: number;
  /** What is not as promised, in words. */
  readonly breaches: readonly string[];
}

/** @param conforms Whether the server keeps the document in spite of all. */
export async function tryOut(
  url: string,
  conforms: boolean,
  options: readonly string[] = [],
): Promise<Tried> {
  const out = mkdtempSync(join(tmpdir(), 'netemu-conformance-hostile-'));
  try {
    const ran = await run([
      url,
      '--timeout',
      '1000',
      '--runs',
      '10',
      '--seed',
      '1',
      ...options,
      '--out',
      out,
    ]);
    const json = read(join(out, 'report.json'));
    const html = read(join(out, 'report.html'));
    const report = parsed(json);
    const allowed = conforms ? [0] : [1, 3];
    const verdicts = { 0: 'conformant', 1: 'non-conformant', 3: 'incomplete' } as const;
    const breaches = [
      ...(allowed.includes(ran.code ?? -1)
        ? []
        : [`exit code ${ran.code} instead of ${allowed.join(' or ')}: ${firstReason(report)}`]),
      ...(report && verdicts[ran.code as 0 | 1 | 3] !== report.verdict
        ? [`code ${ran.code} for ${report.verdict}`]
        : []),
      ...(ran.seconds > limits.seconds * crowd() ? [`${ran.seconds.toFixed(1)} seconds`] : []),
      ...(ran.megabytes > limits.megabytes ? [`${ran.megabytes.toFixed(0)} MB`] : []),
      ...(json.length > limits.reportBytes ? [`a report of ${json.length} bytes`] : []),
      ...(report === undefined
        ? [`no report: ${ran.output.slice(-toldBytes)}`]
        : isReport(report)
          ? []
          : [`report: ${ajv.errorsText(isReport.errors)}`]),
      ...(report ? suiteErrors(report) : []),
      ...liveOnTerminal(ran.output),
      ...liveInPage(html),
      ...(/\n\s+at .*:\d+:\d+/.test(ran.output) ? ['a stack trace'] : []),
    ];
    return { ...ran, report, reportBytes: json.length, breaches };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

async function run(args: readonly string[]) {
  const started = performance.now();
  const { FORCE_COLOR: _, ...env } = process.env;
  const child = spawn(process.execPath, [join(folder, 'cli/main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, NO_COLOR: '1' },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakOf(child.pid));
  }, 50);
  const lost = setTimeout(() => child.kill('SIGKILL'), 10 * limits.seconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  clearTimeout(lost);
  const seconds = (performance.now() - started) / 1000;
  return { code, seconds, megabytes, output: Buffer.concat(chunks).toString() };
}

/** Peak resident memory of a process in megabytes, as Linux tells it. */
function peakOf(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** Why the first requirement that did not pass did not. */
function firstReason(report: Report | undefined): string {
  const row = report?.requirements.find(
    ({ level, verdict }) => level === 'must' && verdict !== 'passed' && verdict !== 'deselected',
  );
  return row ? `${row.id} ${row.verdict}: ${row.reason}` : 'no reason';
}

function suiteErrors({ requirements }: Report): string[] {
  const wrong = requirements.filter(({ verdict }) => verdict === 'suite-error');
  return wrong.length === 0
    ? []
    : [`${wrong.length} suite errors, first ${wrong[0]?.id}: ${wrong[0]?.reason}`];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
/** Commands to the build server whose log this is, which begin a line. */
const command = /^::|^##vso\[/m;
const markup = /<script>alert|<img src=x/;

const liveOnTerminal = (text: string) => live('on the terminal', text, [unseen, command]);
const liveInPage = (html: string) => live('in the page', html, [unseen, markup]);

function live(where: string, text: string, what: readonly RegExp[]): string[] {
  return what.flatMap((pattern) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${JSON.stringify(found)} live ${where}`];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parsed(json: string): Report | undefined {
  try {
    return JSON.parse(json) as Report;
  } catch {
    return undefined;
  }
}
