import { expect, test } from 'vitest';
import { closing } from '../../../cli/output/closing.js';
import type { Report } from '../../../schemas/generated/report.js';

const command = 'npx netemu-conformance http://server --fixtures f.json';

type Row = Report['requirements'][number];
const rows = (verdict: Row['verdict']) => [{ id: 'a', level: 'must', verdict }];

const ended = (
  report: { verdict: Report['verdict']; requirements: unknown; run?: unknown; embedded?: boolean },
  exit: number,
  reason: string,
  options: Partial<Parameters<typeof closing>[1]> = {},
) => {
  const target = { baseUrl: 'http://server', embedded: report.embedded ?? false };
  return closing(
    { report: { run: {}, target, ...report } as Report, exit, reason },
    { file: 'out/report.html', command, writesReport: true, ...options },
  );
};

test('the last line is the verdict, the exit code and its reason; before it what to open and to type', () => {
  expect(
    ended({ verdict: 'non-conformant', requirements: rows('failed') }, 1, '1 must requirement failed'),
  ).toEqual([
    'report  out/report.html',
    'next    npx netemu-conformance http://server --fixtures f.json --last-failed',
    'non-conformant, exit 1: 1 must requirement failed',
  ]);
});

test('no command needs a report that was not written', () => {
  const failed = { verdict: 'non-conformant', requirements: rows('failed') } as const;
  expect(ended(failed, 1, 'x', { writesReport: false })).toEqual([
    'report  out/report.html',
    'non-conformant, exit 1: x',
  ]);
});

test('no run ends red with the word conformant', () => {
  const stale = 'the baseline lists 2 failures that are gone';
  expect(
    ended({ verdict: 'conformant', requirements: rows('passed') }, 1, stale, {
      file: undefined,
      baseline: 'known.json',
    }),
  ).toEqual([
    'next    npx netemu-conformance http://server --fixtures f.json --baseline known.json --update-baseline',
    `failed, exit 1: ${stale}`,
  ]);
  expect(ended({ verdict: 'conformant', requirements: rows('passed') }, 3, 'x').at(-1)).toBe(
    'incomplete, exit 3: x',
  );
});

test('what could not be exercised leads to the doctor, a spent budget to a whole run', () => {
  const open = { verdict: 'incomplete', requirements: rows('not-exercised') } as const;
  const doctor = 'npx netemu-conformance doctor http://server --fixtures f.json';
  expect(ended(open, 3, 'x', { doctor })[1]).toBe(`next    ${doctor}`);
  const spent = {
    verdict: 'incomplete',
    requirements: rows('inconclusive'),
    run: { stopped: { cause: 'budget' } },
  };
  expect(ended({ ...spent, verdict: 'incomplete' }, 3, 'x')[1]).toBe(
    'next    npx netemu-conformance http://server --fixtures f.json',
  );
});

test('a part that is kept is not called conformant as a whole, and leads to the whole', () => {
  const requirements = [...rows('passed'), { id: 'b', level: 'must', verdict: 'deselected' }];
  const part = { verdict: 'conformant', requirements } as const;
  expect(ended(part, 0, 'x', { narrowed: true }).slice(1)).toEqual([
    'next    npx netemu-conformance http://server --fixtures f.json',
    'conformant in what was selected, exit 0: x',
  ]);
  expect(ended(part, 0, 'x')).toHaveLength(2);
});

test('nothing is to be typed where the server is gone', () => {
  const gone = { verdict: 'non-conformant', requirements: rows('failed') } as const;
  expect(ended({ ...gone, run: { stopped: { cause: 'breaker' } } }, 1, 'x')).toEqual([
    'report  out/report.html',
    'non-conformant, exit 1: x',
  ]);
});

test('the reference implementation is told from a server of the user', () => {
  expect(ended({ verdict: 'conformant', requirements: rows('passed'), embedded: true }, 0, 'x').at(-1)).toBe(
    'conformant, exit 0: x (the built-in reference implementation, not your server)',
  );
});
