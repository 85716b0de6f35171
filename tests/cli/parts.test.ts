/** The pure parts of the command line. */
import { describe, expect, test } from 'vitest';
import { exitCode } from '../../cli/exit-code.js';
import { failures } from '../../cli/failure.js';
import { boolean, headers, list, shard } from '../../cli/options/parse.js';
import { reporterNames } from '../../cli/options/table.js';
import { withoutFiles } from '../../cli/output-folder.js';
import { quoted } from '../../cli/replay.js';
import { select } from '../../cli/selection.js';
import { inShard } from '../../cli/shards.js';
import { suggestion } from '../../cli/suggestion.js';
import { targetUrl } from '../../cli/target-url.js';
import { reporters } from '../../reporters/index.js';
import type { Report } from '../../schemas/generated/report.js';
import { requirements } from '../../suites/index.js';

const all = {
  only: [],
  skip: [],
  profile: 'full',
  replay: undefined,
  shard: undefined,
  requirementSet: undefined,
} as const;
const ids = (options: Partial<Parameters<typeof select>[1]>) =>
  select(requirements, { ...all, ...options }).ids;

describe('selection', () => {
  test('everything, unless something is asked for', () => {
    expect(ids({})).toEqual(requirements.map(({ id }) => id));
  });

  test('globs take requirements and operations, and a name takes what is below it', () => {
    const ofIou = requirements.filter(({ id }) => id.startsWith('iou.')).map(({ id }) => id);
    expect(ids({ only: ['iou.*'] })).toEqual(ofIou);
    expect(ids({ only: ['iou'] })).toEqual(ofIou);
    expect(ids({ only: ['iou.{get,update,delete}'] })).toEqual(ofIou);
    expect(ids({ only: ['iou.get.succeeds'] })).toEqual(['iou.get.succeeds']);
    expect(ids({ only: ['projects'] }).some((id) => id.startsWith('compute.'))).toBe(false);
    expect(
      ids({ only: ['iou.*'], skip: ['*.update', '*.delete'] }).every((id) => id.startsWith('iou.get.')),
    ).toBe(true);
  });

  test('the profiles share nothing and leave nothing out', () => {
    const both = [...ids({ profile: 'controller' }), ...ids({ profile: 'compute' })];
    expect(both.sort()).toEqual([...ids({})].sort());
  });

  test.for([2, 3, 5])('%i shards share nothing and leave nothing out', (count) => {
    const parts = Array.from({ length: count }, (_, at) => ids({ shard: `${at + 1}/${count}` }));
    expect(parts.flat().sort()).toEqual([...ids({})].sort());
    expect(parts.every((part) => part.length > 0)).toBe(true);
  });

  test('the shards of a part are parts of that part, and always the same', () => {
    const some = requirements.filter(({ operation }) => operation.startsWith('iou.'));
    const of = () => [1, 2].map((index) => [...inShard(some, { index, count: 2 })]);
    expect(of().flat().length).toBe(some.length);
    expect(of()).toEqual(of());
  });
});

describe('the base URL', () => {
  test.for([
    ['http://127.0.0.1:3080', 'http://127.0.0.1:3080', undefined],
    ['http://host/', 'http://host', undefined],
    ['https://host:8443/lab/a//', 'https://host:8443/lab/a', undefined],
    ['http://me:p%40ss@host', 'http://host', 'me:p@ss'],
    ['http://[::1]:3080', 'http://[::1]:3080', undefined],
  ] as const)('%s', ([text, baseUrl, user]) => {
    expect(targetUrl(text)).toEqual({ baseUrl, ...(user !== undefined && { user }) });
  });
});

describe('values', () => {
  test('lists, shards, truth and headers', () => {
    expect(list(' a, b,,c ', '--x')).toEqual(['a', 'b', 'c']);
    expect(shard('2/4', '--x')).toBe('2/4');
    expect(['1', 'yes', 'on', 'true', '0', 'off'].map((text) => boolean(text, '--x'))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(headers('A: b\nX-C:  d: e\r\n', '--x')).toEqual(['A: b', 'X-C:  d: e']);
    expect(() => headers('A: b\u0000', '--x')).toThrow(/takes 'Name: value'/);
  });

  test('words for a shell', () => {
    expect(['plain-1.2/3', "it's", '$HOME', ''].map(quoted)).toEqual([
      'plain-1.2/3',
      "'it'\\''s'",
      "'$HOME'",
      "''",
    ]);
  });

  test('what somebody meant', () => {
    expect(suggestion('serv', ['serve', 'list'])).toBe('serve');
    expect(suggestion('xyz', ['serve', 'list'])).toBeUndefined();
  });
});

test('what is written out about formats is what they are', () => {
  expect([...reporterNames].sort()).toEqual(Object.keys(reporters).sort());
  for (const name of reporterNames)
    expect(withoutFiles.has(name), name).toBe(reporters[name].files.length === 0);
});

test('each failure has a cause that ends a sentence and a remedy', () => {
  for (const [code, { cause, remedy, exit }] of Object.entries(failures)) {
    expect(remedy, code).toMatch(/./);
    expect(cause, code).toMatch(/[.}]$/);
    expect([2, 4], code).toContain(exit);
  }
});

describe('the exit code', () => {
  type Verdict = Report['requirements'][number]['verdict'];
  const report = (rows: readonly (readonly ['must' | 'should' | 'may', Verdict])[], stopped = false) =>
    ({
      requirements: rows.map(([level, verdict], at) => ({ id: `r${at}`, level, verdict })),
      summary: { must: counts(rows), should: counts([]), may: counts([]) },
      run: stopped ? { stopped: { cause: 'signal', message: '' } } : {},
    }) as unknown as Report;
  const counts = (rows: readonly (readonly [string, Verdict])[]) => ({
    passed: 0,
    failed: 0,
    inconclusive: 0,
    'not-exercised': 0,
    deselected: 0,
    'suite-error': rows.filter(([, verdict]) => verdict === 'suite-error').length,
  });
  test.for([
    [[['must', 'passed']], 'must', 0],
    [
      [
        ['must', 'passed'],
        ['should', 'failed'],
      ],
      'must',
      0,
    ],
    [
      [
        ['must', 'passed'],
        ['should', 'failed'],
      ],
      'should',
      1,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'suite-error'],
      ],
      'must',
      1,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'suite-error'],
      ],
      'never',
      4,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'not-exercised'],
      ],
      'never',
      3,
    ],
    [
      [
        ['must', 'failed'],
        ['must', 'passed'],
      ],
      'never',
      0,
    ],
    [
      [
        ['must', 'passed'],
        ['must', 'inconclusive'],
      ],
      'must',
      3,
    ],
    [
      [
        ['must', 'deselected'],
        ['may', 'passed'],
      ],
      'must',
      3,
    ],
    [
      [
        ['must', 'passed'],
        ['may', 'failed'],
      ],
      'should',
      0,
    ],
  ] as const)('%j, --fail-on %s: %i', ([rows, failOn, code]) => {
    expect(exitCode(report(rows), failOn)).toBe(code);
  });

  test('a run that was stopped is incomplete', () => {
    expect(exitCode(report([['must', 'passed']], true), 'must')).toBe(3);
  });
});
