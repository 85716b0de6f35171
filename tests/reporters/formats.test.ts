/** Each format is read back by a parser of its own, and says the same as report.json. */
import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { VERDICT_WORDS } from '../../report/labels.js';
import { LEVELS, totals, VERDICTS } from '../../report/summary.js';
import { reporters } from '../../reporters/index.js';
import { formats, type ReporterName, reporterNames } from '../../reporters/rendering.js';
import type { Counts, Report } from '../../schemas/generated/report.js';
import { isReport, validator } from '../cli/report-schema.js';
import { hostileReport } from './hostile-report.js';
import { sampleReport } from './sample.js';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const isHar = validator(JSON.parse(read('har.schema.json')), { strict: false });

const textOf = (name: ReporterName, report: Report, file?: string): string => {
  const { files, stdout } = reporters[name](report);
  return (file ? files[file] : Object.values(files)[0]) ?? stdout ?? '';
};

/** The cells of the first table whose rows begin with a level. */
const levelTable = (text: string, cells: (line: string) => string[]): Record<string, string[]> =>
  Object.fromEntries(
    text
      .split('\n')
      .map(cells)
      .filter(([first]) => LEVELS.some((level) => level === first))
      .map(([first = '', ...rest]) => [first, rest]),
  );

const expectedCells = (counts: Counts): string[] => VERDICTS.map((verdict) => String(counts[verdict]));

const reports: [string, () => Report][] = [
  ['0 failures', () => sampleReport(0)],
  ['3 failures', () => sampleReport(3)],
  ['100 failures', () => sampleReport(100)],
  ['hostile answers', hostileReport],
];

describe.each(reports)('with %s', (_, make) => {
  const report = make();
  const failed = report.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);

  test('json is the report, valid against its schema', () => {
    const parsed = JSON.parse(textOf('json', report));
    expect(parsed).toEqual(JSON.parse(JSON.stringify(report)));
    expect(isReport(parsed), JSON.stringify(isReport.errors)).toBe(true);
  });

  test('console ends with the sums and the verdict', () => {
    const text = textOf('console', report);
    expect(text.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${report.verdict}: `));
    expect(text).toContain(` · requirement set ${report.tool.requirementSet} · `);
    const columns = VERDICTS.filter((verdict) => LEVELS.some((level) => report.summary[level][verdict] > 0));
    const table = levelTable(text, (line) => line.trim().split(/\s+/));
    expect(table).toEqual(
      Object.fromEntries(
        LEVELS.map((level) => [
          level,
          columns.map((verdict) => String(report.summary[level][verdict] || '-')),
        ]),
      ),
    );
  });

  test('markdown has the sums, stays small, and shows every finding or how many more', () => {
    const text = textOf('markdown', report);
    const cells = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    expect(levelTable(text, cells)).toEqual(
      Object.fromEntries(LEVELS.map((level) => [level, expectedCells(report.summary[level])])),
    );
    expect(text).toContain(`: ${report.verdict}\n`);
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
    const operations = Object.fromEntries(
      text
        .split('\n')
        .map(cells)
        .map(([id = '', ...rest]) => [id, rest]),
    );
    for (const { id, summary } of report.operations)
      expect(operations[id]).toEqual(expectedCells(totals(summary)));
  });

  test('junit has a case a requirement, and is valid for the usual readers', async () => {
    const xml = textOf('junit', report);
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: xml }],
      schema: [read('junit.xsd')],
    });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
    const parser = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => /^testsuite$|^testcase$/.test(name),
      processEntities: { enabled: true, maxTotalExpansions: 100_000 },
    });
    const suites = parser.parse(xml).testsuites.testsuite as Record<string, unknown>[];
    const cases = suites.flatMap((suite) => suite.testcase as Record<string, unknown>[]);
    const idOf = (one: Record<string, unknown>) => String(one['@_name']).split(': ')[0];
    expect(cases.map(idOf)).toEqual(report.requirements.map(({ id }) => id));
    for (const [index, { statement, level, section }] of report.requirements.entries())
      expect(cases[index]?.['@_name']).toContain(`: ${statement} (${level}, section ${section})`);
    const failures = new Map(cases.map((one) => [idOf(one), one.failure as Record<string, string>]));
    for (const { id, requirements, circumstance } of report.findings)
      for (const each of requirements) {
        expect(failures.get(each)?.['@_message']).toMatch(new RegExp(`^${id}: expected `));
        expect(failures.get(each)?.['#text']).toContain(`when: ${circumstance.words.slice(0, 10)}`);
      }
    for (const { id, evidence = [] } of report.requirements) {
      const [, said = ''] = failures.get(id)?.['@_message']?.match(/^F\d+: (expected .*)/) ?? [];
      const repeated = evidence
        .slice(1)
        .filter(({ expected, seen }) => said === `expected ${expected}, got ${seen}`);
      const lines = failures.get(id)?.['#text']?.split('\n') ?? [];
      expect(lines.filter((line) => line === said && said !== '')).toHaveLength(repeated.length);
    }
    const having = (element: string) => cases.filter((one) => element in one).map(idOf);
    const sums = totals(report.summary);
    expect(having('failure')).toEqual(failed);
    expect(having('error')).toHaveLength(sums.inconclusive + sums['suite-error']);
    expect(having('skipped')).toHaveLength(sums['not-exercised'] + sums.deselected);
    const attribute = (name: string) => suites.reduce((sum, suite) => sum + Number(suite[`@_${name}`]), 0);
    const properties = suites.map(({ properties }) => (properties as { property: unknown[] }).property);
    expect(properties.every((each) => each.length === 4)).toBe(true);
    expect(attribute('tests')).toBe(report.requirements.length);
    expect(attribute('failures')).toBe(sums.failed);
    expect(attribute('errors')).toBe(having('error').length);
    expect(attribute('skipped')).toBe(having('skipped').length);
    // The requests that a case shows, each counted where it is shown.
    const shown = report.requirements.flatMap(({ evidence = [] }) =>
      evidence.flatMap((each) => each.exchanges),
    );
    expect(attribute('time')).toBeCloseTo(shown.reduce((ms, { durationMs }) => ms + durationMs, 0) / 1000, 1);
  });

  test('har is valid and holds every exchange of the evidence', () => {
    const parsed = JSON.parse(textOf('har', report));
    expect(isHar(parsed), JSON.stringify(isHar.errors)).toBe(true);
    const evidence = report.requirements.flatMap((row) => row.evidence ?? []);
    expect(parsed.log.entries).toHaveLength(evidence.flatMap(({ exchanges }) => exchanges).length);
    expect(parsed.log.pages).toHaveLength(evidence.length);
  });

  test('github tells the verdict and each finding up to the limit of the place', () => {
    const { stdout = '', jobSummary } = reporters.github(report);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.every((line) => /^::(error|warning|notice) title=[^:]+::/.test(line))).toBe(true);
    const musts = report.findings.filter(({ level }) => level === 'must').length;
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(Math.min(10, musts));
    expect(lines.at(-1)).toContain(report.verdict);
    expect(jobSummary).toBe(textOf('markdown', report));
  });

  test('the badge says the verdict', () => {
    const badge = JSON.parse(textOf('badge', report, 'badge.json'));
    const { passed, failed: broken } = report.summary.must;
    expect(badge).toMatchObject({ schemaVersion: 1, label: 'netemu conformance' });
    expect(badge.message).toBe(
      report.verdict === 'conformant'
        ? `conformant, ${passed} must`
        : `${broken} of ${passed + broken} must broken`,
    );
    const svg = new XMLParser().parse(textOf('badge', report, 'badge.svg'), true).svg;
    expect(svg.title).toContain(badge.message);
  });
});

test('every verdict has a word in the sample', () => {
  const present = new Set(sampleReport(3).requirements.map(({ verdict }) => verdict));
  expect([...present].sort()).toEqual(Object.keys(VERDICT_WORDS).sort());
});

test.for(reporterNames)('%s writes the files that it is said to write', (name) => {
  const { files } = reporters[name](sampleReport(1));
  expect(Object.entries(files).map(([file, text]) => [file, typeof text])).toEqual(
    formats[name].map((file) => [file, 'string']),
  );
});

test('evidence of many megabytes is cut in every format, and the cut is told', () => {
  const report = sampleReport(150);
  const text = `{"a":"${'\u20ac<&"'.repeat(4000)}"}`;
  const body = { text, bytes: 10_000_000, truncated: true };
  for (const { evidence = [] } of report.requirements)
    for (const one of evidence)
      one.exchanges = Array.from({ length: 10 }, () => {
        const base = one.exchanges[0] as (typeof one.exchanges)[number];
        return {
          ...base,
          request: { ...base.request, body },
          answer: { status: 200, reason: 'OK', headers: [], body },
        };
      });
  for (const name of reporterNames) {
    const { files, stdout = '' } = reporters[name](report);
    for (const content of [...Object.values(files), stdout])
      expect(Buffer.byteLength(content), name).toBeLessThan(20_000_000);
  }
  const parsed = JSON.parse(textOf('json', report)) as Report;
  expect(isReport(parsed)).toBe(true);
  expect(parsed.notices.at(-1)).toContain('The evidence was cut');
  expect(parsed.summary).toEqual(report.summary);
});
