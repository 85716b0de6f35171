import { expect, test } from 'vitest';
import { console } from '../../reporters/console.js';
import type { Exchange, Finding, Report } from '../../schemas/generated/report.js';
import { sampleReport, settled } from './sample.js';

/** The sample with one finding, of which something is changed. */
const withFinding = (change: (finding: Finding) => Partial<Finding>): Report => {
  const report = sampleReport(1);
  const [first, ...others] = report.findings;
  if (!first) throw new Error('the sample has a finding');
  return { ...report, findings: [{ ...first, ...change(first) }, ...others] };
};

/** The evidence of a finding, with each of its exchanges changed. */
const withExchanges = ({ evidence }: Finding, change: (exchange: Exchange) => Exchange) => ({
  evidence: { ...evidence, exchanges: evidence.exchanges.map(change) },
});

/** A report in which ten requirements lack the same fixture. */
const lacking = (): Report => {
  const report = sampleReport(0);
  const requirements = report.requirements.map((row, at) =>
    at < 10
      ? { ...row, verdict: 'not-exercised' as const, reason: 'There is no image.', remedy: 'name an image' }
      : row,
  );
  return settled({ ...report, requirements });
};

test('what could not be judged is one line a reason, and all of it when asked', () => {
  const report = lacking();
  const ids = report.requirements.slice(0, 10).map(({ id }) => id);
  const short = console(report);
  expect(short).toContain('\n○ 10 not exercised: There is no image. → name an image\n');
  expect(ids.filter((id) => short.includes(`    ${id}\n`))).toEqual([]);
  const whole = console(report, { verbose: true });
  expect(ids.filter((id) => !whole.includes(`    ${id}\n`))).toEqual([]);
});

test('reasons with nothing to do about them are cut after the commonest, and a few requirements are named', () => {
  const report = sampleReport(0);
  const requirements = report.requirements.map((row, at) => ({
    ...row,
    ...(at < 20 && { verdict: 'inconclusive' as const, reason: `Reason ${at < 12 ? 'of many' : at}.` }),
  }));
  const text = console(settled({ ...report, requirements }));
  expect(text).toContain('\n? 12 inconclusive: Reason of many.\n');
  expect(text).toContain(`1 inconclusive (${requirements[12]?.id}): Reason 12.`);
  expect(text).not.toContain('Reason 17.');
  expect(text).toMatch(
    /\n\? \d more could not be judged, for \d other reasons: see report.html, or --verbose\./,
  );
});

test('what could not be removed is counted, and all of it listed when asked', () => {
  const leftovers = Array.from({ length: 9 }, (_, n) => ({
    kind: 'project' as const,
    path: `/v2/projects/${n}`,
    reason: 'no answer',
  }));
  const report = { ...sampleReport(0), leftovers };
  const short = console(report);
  expect(short).toContain('\n9 fixtures could not be removed: see report.html, or --verbose.\n');
  expect(short).not.toContain('/v2/projects/');
  const whole = console(report, { verbose: true });
  expect(leftovers.filter(({ path }) => !whole.includes(`    ${path}\n`))).toEqual([]);
});

test('a target that cannot be reached is its cause, its remedy and the verdict, no table', () => {
  const report = lacking();
  const message = 'The target http://server does not answer: refused. Check the port.';
  const text = console({ ...report, run: { ...report.run, stopped: { cause: 'unreachable', message } } });
  expect(text).toMatch(
    /^The target http:\/\/server does not answer: refused\. Check the port\.\nincomplete: .*\n$/,
  );
});

test('what never ran because the run was stopped is not told as inconclusive', () => {
  const report = sampleReport(0);
  const message = 'The run was stopped by Ctrl-C.';
  const requirements = report.requirements.map((row, at) => {
    if (at >= 4) return row;
    const said =
      at === 0
        ? { reason: 'The server refused the control request too.' }
        : { reason: message, notRun: true as const };
    return { ...row, level: 'must' as const, verdict: 'inconclusive' as const, ...said };
  });
  const stopped = { cause: 'signal', message } as const;
  const text = console({ ...settled({ ...report, requirements }), run: { ...report.run, stopped } });
  expect(text).toContain('\n· 3 not run: The run was stopped by Ctrl-C.\n');
  expect(text).toMatch(/\n\? 1 inconclusive \(.+\): The server refused/);
  expect(text).not.toMatch(/^ {2}operation /m);
  expect(text).toMatch(/\n {2}level +passed .* not run\n {2}must +\d+ +1 .* 3\n/);
});

test('the last requests before a server went away are shown in its finding only', () => {
  const report = sampleReport(1);
  const message = 'the target refuses connections; the last requests before: PUT /x';
  const requirements = report.requirements.map((row) =>
    row.verdict === 'passed'
      ? { ...row, verdict: 'inconclusive' as const, reason: message, notRun: true as const }
      : row,
  );
  const run = { ...report.run, stopped: { cause: 'breaker', message } } as const;
  const gone = { ...settled({ ...report, requirements }), run };
  expect(console(gone)).toContain(' not run: the target refuses connections; the last');
  const { findings } = withFinding((finding) => withExchanges(finding, ({ answer: _, ...rest }) => rest));
  expect(console({ ...gone, findings })).toMatch(/ not run: the server went away\n/);
});

test('a finding that was told in full before is one line', () => {
  const report = sampleReport(1);
  const full = console(report);
  const short = console(report, { told: new Set(report.findings.map(({ fingerprint }) => fingerprint)) });
  expect(full).toContain('    expected  ');
  expect(short).not.toContain('    expected  ');
  expect(short).toContain(`✗ F1 ${report.findings[0]?.level}  `);
});

test('who knows the exit code says the last lines', () => {
  const text = console(sampleReport(0), { closing: ['next    do this', 'conformant, exit 0: 7 kept'] });
  expect(text).toMatch(/\nnext {4}do this\nconformant, exit 0: 7 kept\n$/);
});

test('no report says that every must is kept where none was selected', () => {
  const report = sampleReport(0);
  const requirements = report.requirements.map((row) =>
    row.level === 'must' ? { ...row, verdict: 'deselected' as const, reason: 'not in --only' } : row,
  );
  expect(console(settled({ ...report, requirements }))).toMatch(/\nconformant: No must was selected\.\n$/);
});

test('a long body that was sent goes on in the next line, since what matters may be at its end', () => {
  const text = `{"svg":"${'x'.repeat(200)}","drawing_id":"nonsense"}`;
  const body = { text, bytes: text.length, truncated: false };
  const report = withFinding((finding) =>
    withExchanges(finding, (each) => ({ ...each, request: { ...each.request, body } })),
  );
  expect(console(report)).toMatch(/│ x*","drawing_id":"nonsense"\}\n/);
});

test.each([
  [1, 'deterministic', 'seen once; the same when it was sent again'],
  [1, 'flaky', 'seen once'],
  [2, 'deterministic', 'seen twice'],
] as const)('a finding that was seen %i time(s) and is %s reads: %s', (failed, reproducibility, told) => {
  const words = failed === 1 ? 'seen once' : 'seen twice';
  const report = withFinding(({ circumstance, evidence }) => ({
    circumstance: { ...circumstance, failed, words },
    evidence: { ...evidence, reproducibility },
  }));
  expect(console(report)).toMatch(new RegExp(`^ +when +${told}$`, 'm'));
});
