import { expect, test } from 'vitest';
import { live } from '../../../cli/output/live.js';
import { Pace } from '../../../cli/run/pace.js';
import { statements } from '../../../cli/statements.js';
import type { Judged } from '../../../harness/settings.js';

const failed = (seen: string): Judged => ({
  verdict: 'failed',
  reason: `expected 200 OK, got ${seen}`,
  durationMs: 1,
  evidence: [
    {
      expected: '200 OK',
      seen,
      symptom: { operation: 'iou.get', input: '', outcome: seen },
      violations: [],
      exchanges: [],
      deciding: 0,
    },
  ],
});
const passed: Judged = { verdict: 'passed', durationMs: 1 };

/** What is printed while verdicts come, five milliseconds a request after the first `stalledMs`. */
function said(
  verdicts: readonly (readonly [string, Judged, number?])[],
  {
    requests = 10,
    advise = true,
    failedBefore = undefined as ReadonlySet<string> | undefined,
    restarts = false,
    stalledMs = 0,
    maxTime = 600,
  } = {},
): string[] {
  const lines: string[] = [];
  let now = 0;
  const pace = new Pace(() => now);
  const told = live((line) => lines.push(line), {
    ...{ requests, pace, advise, maxTime, restarts, width: 80 },
    ...(failedBefore && { failedBefore }),
  });
  for (const [id, judged, sent = 0] of verdicts) {
    now = 15 * sent + (sent > 1 ? stalledMs : 0);
    pace.note(sent);
    told.onJudged(id, judged);
  }
  told.end();
  return lines;
}

test('a failure is told once for all that look the same on one operation', () => {
  expect(
    said([
      ['iou.get.succeeds', failed('500')],
      ['iou.get.answer.body', failed('500')],
      ['iou.get.answer.media-type', failed('text/html')],
      ['cloud.get.succeeds', failed('500')],
      ['cloud.get.answer.body', passed],
    ]),
  ).toEqual([
    '✗ must   iou.get.succeeds: got 500, expected 200 OK',
    '✗ must   iou.get.answer.media-type: got text/html, expected 200 OK',
    '✗ must   cloud.get.succeeds: got 500, expected 200 OK',
  ]);
});

test('what a server sends is neither obeyed nor longer than the line', () => {
  const [line, reason = ''] = said([['iou.get.succeeds', failed(`\u001b[31m${'x'.repeat(500)}`)]]);
  expect(line).toBe('✗ must   iou.get.succeeds:');
  expect(reason).not.toContain('\u001b');
  expect([...reason]).toHaveLength(80);
});

test('after a run before, what is fixed, still so or new is told', () => {
  const failedBefore = new Set(['iou.get.succeeds', 'cloud.get.succeeds']);
  expect(
    said(
      [
        ['iou.get.succeeds', passed],
        ['cloud.get.succeeds', failed('500')],
        ['vmware.get.succeeds', failed('500')],
        ['projects.get.succeeds', passed],
      ],
      { failedBefore },
    ),
  ).toEqual([
    'fixed ✓ must   iou.get.succeeds: passes now',
    'still ✗ must   cloud.get.succeeds: got 500, expected 200 OK',
    'new   ✗ must   vmware.get.succeeds: got 500, expected 200 OK',
  ]);
});

test('of many fixed requirements a few are printed and the rest are counted', () => {
  const ids = statements.map(({ id }) => id).slice(0, 7);
  const lines = said(
    ids.map((id) => [id, passed] as const),
    { failedBefore: new Set(ids) },
  );
  expect(lines).toHaveLength(6);
  expect(lines.slice(0, 5).every((line) => /^fixed ✓ /.test(line))).toBe(true);
  expect(lines.at(-1)).toBe('fixed and 2 more');
});

test('a request without an answer prints no line while the server may be restarting', () => {
  const lost = failed('no answer');
  const [evidence] = lost.evidence ?? [];
  const exchanges = [{ purpose: '' }] as unknown as NonNullable<typeof evidence>['exchanges'];
  const judged = { ...lost, evidence: evidence && [{ ...evidence, exchanges }] } as Judged;
  expect(said([['iou.get.succeeds', judged]], { restarts: true })).toEqual([]);
  expect(said([['iou.get.succeeds', judged]])).toHaveLength(1);
});

const pace = 'About 5,700 requests, 1 min 26 s at this pace';
const advised = [`${pace}; --budget 600 takes 9.0 s and`, 'finds less'];
const short = 'About 1,900 requests, 28.5 s at this pace';

test.for<[what: string, options: Parameters<typeof said>[1], lines: readonly string[]]>([
  ['a long run says what it will cost when its target is known', { requests: 5700 }, advised],
  ['a run with a budget is not advised to have one', { requests: 5700, advise: false }, [pace]],
  ['nor is a run that is done in a minute', { requests: 1900 }, [short]],
  ['a short run says nothing', { requests: 500 }, []],
  [
    'a run that takes longer than it may says so early',
    { requests: 1900, maxTime: 20 },
    [
      short,
      'That is more than --max-time 20. While that is so, each property gets one',
      'generated case; the least telling requirements may not be judged.',
    ],
  ],
  ['requests that met a time-out at first do not count', { requests: 5700, stalledMs: 10_000 }, advised],
])('%s', ([, options, lines]) => {
  const verdicts = [1, 9, 101, 301, 401].map((sent) => ['iou.get.succeeds', passed, sent] as const);
  expect(said(verdicts, options)).toEqual(lines);
});
