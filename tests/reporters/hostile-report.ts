/** A report of a server that put into its answers whatever might do harm where it is shown. */
import type { Report } from '../../schemas/generated/report.js';
import { operation } from '../../schemas/index.js';
import { sampleReport, settled } from './sample.js';
import { answer, exchange } from './sample-evidence.js';

/** Each would do something in at least one place if it were not made inert. */
export const HOSTILE: Readonly<Record<string, string>> = {
  script: '</script><script>window.pwned = 1</script>',
  image: '<img src=x onerror="window.pwned = 1">',
  style: '</style><style>body { display: none }</style>',
  cdata: ']]><failure message="pwned"/>',
  ansi: '\u001b[2J\u001b]0;pwned\u0007\u001b[31mred',
  c1: '\u009b31m',
  bidi: 'abc\u202egnp.exe\u2066\u2069\u200b',
  control: 'a\u0000b\u0008c\u007fd\rGone\u2028e',
  surrogate: 'lone \ud800 and \udfff',
  noncharacter: '\ufffe\uffff',
  command: 'x ::error::pwned \n::error title=pwned::x\n##[error]pwned\n##vso[task.complete result=Failed]',
  mention: '@everyone #1 owner/repo#2 https://evil.example www.evil.example',
  fence: '```\n~~~\n</details># pwned\n| a | b |',
  shell: `'; touch pwned; echo '$(touch pwned)\`touch pwned\``,
  percent: '%0A%0D::error::pwned',
  proto: '{"__proto__":{"polluted":true}}',
};

/** All of them in one text. */
export const ALL_HOSTILE = Object.values(HOSTILE).join(' ');

const evil = (report: Report): Report['requirements'] =>
  report.requirements.map((row) => {
    if (row.verdict !== 'failed')
      return { ...row, ...(row.reason && { reason: ALL_HOSTILE, remedy: ALL_HOSTILE }) };
    const shown = exchange(operation('iou.update'), ALL_HOSTILE, {
      ...answer(500, ALL_HOSTILE, JSON.stringify({ [ALL_HOSTILE]: ALL_HOSTILE })),
      headers: [['X-Evil', ALL_HOSTILE]],
    });
    const raw = { ...shown, answer: answer(500, ALL_HOSTILE, ALL_HOSTILE), purpose: ALL_HOSTILE };
    const lost = {
      ...exchange(operation('iou.get'), undefined, undefined),
      failure: { kind: 'dropped' as const, message: ALL_HOSTILE },
    };
    return {
      ...row,
      reason: ALL_HOSTILE,
      evidence: [
        {
          expected: '200 OK',
          seen: ALL_HOSTILE,
          symptom: { operation: row.operation, input: ALL_HOSTILE, outcome: ALL_HOSTILE },
          violations: [
            { in: 'body', pointer: `/${ALL_HOSTILE}`, message: ALL_HOSTILE },
            { in: 'header', pointer: 'X-Evil', message: ALL_HOSTILE },
          ],
          exchanges: [raw, lost, shown],
          deciding: 2,
          counterexample: ALL_HOSTILE,
        },
      ],
    };
  });

/** The small sample with hostile text wherever a server or a generator can put it. */
export const hostileReport = (): Report => {
  const sample = sampleReport(3);
  const report = settled({
    ...sample,
    run: { ...sample.run, recording: ALL_HOSTILE },
    target: { ...sample.target, server: ALL_HOSTILE, version: ALL_HOSTILE },
    requirements: evil(sample),
    leftovers: [{ kind: 'project', path: ALL_HOSTILE, reason: ALL_HOSTILE }],
    clientFindings: [
      {
        level: 'must',
        section: '2',
        title: ALL_HOSTILE,
        times: 1,
        first: exchange(operation('iou.update'), ALL_HOSTILE, undefined),
      },
    ],
    notices: [ALL_HOSTILE],
  });
  const right = { method: 'PUT', path: '/v2/projects/{project_id}', body: ALL_HOSTILE, status: 200 };
  const findings = report.findings.map((finding) => ({
    ...finding,
    right,
    evidence: { ...finding.evidence, message: ALL_HOSTILE },
  }));
  return { ...report, findings };
};
