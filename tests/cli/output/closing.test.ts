import { describe, expect, test } from 'vitest';
import { closing } from '../../../cli/output/closing.js';
import type { Report } from '../../../schemas/generated/report.js';

const command = 'npx netemu-conformance http://server --fixtures f.json';
const doctor = 'npx netemu-conformance doctor http://server --fixtures f.json';
const stale = '2 failures of the baseline are gone';
const file = 'report  out/report.html';

type Options = Partial<Parameters<typeof closing>[1]> & {
  readonly cause?: NonNullable<Report['run']['stopped']>['cause'];
  readonly embedded?: boolean;
};

/** The last lines of a run that came to these verdicts, all of them of a `must`. */
function ended(
  verdict: Report['verdict'],
  verdicts: readonly Report['requirements'][number]['verdict'][],
  exit: number,
  reason: string,
  { cause, embedded = false, ...options }: Options = {},
): string[] {
  const requirements = verdicts.map((each, at) => ({ id: `${at}`, level: 'must', verdict: each }));
  const run = cause && { stopped: { cause } };
  const report = {
    verdict,
    requirements,
    findings: [],
    run: run ?? {},
    target: { baseUrl: 'http://server', embedded },
  };
  const how = { file: 'out/report.html', command, writesReport: true, ...options };
  return closing({ report: report as unknown as Report, exit, reason }, how);
}

type Row = readonly [what: string, ended: Parameters<typeof ended>, lines: readonly string[]];

describe('the last line is the verdict, the exit code and its reason; before it what to open and to type', () => {
  test.for<Row>([
    [
      'a failure is judged again',
      ['non-conformant', ['failed'], 1, '1 must requirement failed'],
      [file, `next    ${command} --last-failed`, 'non-conformant, exit 1: 1 must requirement failed'],
    ],
    [
      'scripts are where they were asked for',
      ['non-conformant', ['failed'], 1, 'x', { scripts: 'repro', writesReport: false }],
      [file, 'scripts repro (0 findings)', 'non-conformant, exit 1: x'],
    ],
    [
      'no command needs a report that was not written',
      ['non-conformant', ['failed'], 1, 'x', { writesReport: false }],
      [file, 'non-conformant, exit 1: x'],
    ],
    [
      'no run ends red with the word conformant: a stale baseline',
      ['conformant', ['passed'], 1, stale, { file: undefined, update: `${command} --update-baseline` }],
      [`next    ${command} --update-baseline`, `failed, exit 1: ${stale}`],
    ],
    [
      'no run ends red with the word conformant: an incomplete one',
      ['conformant', ['passed'], 3, 'x'],
      [file, 'incomplete, exit 3: x'],
    ],
    [
      'what could not be exercised leads to the doctor',
      ['incomplete', ['not-exercised'], 3, 'x', { doctor }],
      [file, `next    ${doctor}`, 'incomplete, exit 3: x'],
    ],
    [
      'a spent budget leads to a whole run',
      ['incomplete', ['inconclusive'], 3, 'x', { cause: 'budget' }],
      [file, `next    ${command}`, 'incomplete, exit 3: x'],
    ],
    [
      'a part that is kept is not called conformant as a whole, and leads to the whole',
      ['conformant', ['passed', 'deselected'], 0, 'x', { narrowed: true }],
      [file, `next    ${command}`, 'conformant in what was selected, exit 0: x'],
    ],
    [
      'the same command leads nowhere where it judges no more',
      ['conformant', ['passed', 'deselected'], 0, 'x'],
      [file, 'conformant in what was selected, exit 0: x'],
    ],
    [
      'nothing is to be typed where the server is gone',
      ['non-conformant', ['failed'], 1, 'x', { cause: 'breaker' }],
      [file, 'non-conformant, exit 1: x'],
    ],
    [
      "a run of the built-in server says that it was not the user's own",
      ['conformant', ['passed'], 0, 'x', { embedded: true }],
      [file, 'conformant, exit 0: x (the built-in reference implementation, not your server)'],
    ],
  ])('%s', ([, of, lines]) => {
    expect(ended(...of)).toEqual(lines);
  });
});
