import { expect, test } from 'vitest';
import { exhibit, findings, fingerprint } from '../../reporters/findings.js';
import type { Evidence, RequirementRow } from '../../schemas/generated/report.js';
import { sampleReport } from './sample.js';

const seenAs = (
  operation: string,
  input: string,
  outcome: string,
  expected = '400 Bad Request',
): Evidence => ({
  expected,
  seen: outcome,
  symptom: { operation, input, outcome },
  violations: [],
  exchanges: [],
  deciding: 0,
});

const row = (
  id: string,
  kind: string,
  evidence: Evidence[] = [],
  level: RequirementRow['level'] = 'must',
): RequirementRow => ({
  id,
  operation: id.split('.').slice(0, 2).join('.'),
  section: '4.5',
  level,
  kind,
  statement: `${id} is kept.`,
  verdict: evidence.length > 0 ? 'failed' : 'passed',
  durationMs: 1,
  provenBy: [],
  evidence,
});

const refuses = (field: string, ...evidence: Evidence[]) =>
  row(`iou.update.refuses.${field}`, 'refuses', evidence);

const accepted = (field: string, value = 'a string') =>
  seenAs('iou.update', `${field}: ${value}`, 'status 200');

test('the same symptom of two requirements is one finding', () => {
  const found = findings([
    refuses('ram', accepted('ram')),
    row('iou.update.generated.broken', 'generated', [accepted('ram')]),
    refuses('name'),
  ]);
  expect(found).toMatchObject([
    { id: 'F1', level: 'must', requirements: ['iou.update.refuses.ram', 'iou.update.generated.broken'] },
  ]);
  expect(found[0]?.title).toBe('iou.update, ram: a string: expected 400 Bad Request, got status 200.');
});

test('several wrong values of one field are one finding', () => {
  const found = findings([refuses('ram', accepted('ram'), accepted('ram', 'null')), refuses('name')]);
  expect(found).toHaveLength(1);
  expect(found[0]?.symptom.input).toBe('several values of "ram"');
});

test('two fields that fail alone are two findings', () => {
  const passing = ['console', 'nvram', 'path'].map((field) => refuses(field));
  const found = findings([
    refuses('ram', accepted('ram')),
    refuses('name', accepted('name', 'a number')),
    ...passing,
  ]);
  expect(found).toHaveLength(2);
});

test('three fields that fail in the same ways are one finding', () => {
  const passing = Array.from({ length: 20 }, (_, index) => refuses(`other${index}`));
  const found = findings([
    ...['ram', 'nvram', 'console'].map((field) => refuses(field, accepted(field))),
    ...passing,
  ]);
  expect(found).toHaveLength(1);
  expect(found[0]?.symptom.input).toBe('…: a string');
});

test('a wrong success code that most requirements of a kind show is one finding', () => {
  const wrong = (field: string) => seenAs('iou.update', `{"${field}":1}`, 'status 201', '200 OK');
  const found = findings(
    ['a', 'b', 'c', 'd'].map((field) => row(`iou.update.accepts.${field}`, 'accepts', [wrong(field)])),
  );
  expect(found).toHaveLength(1);
});

test('the same code is two findings where it is wrong for good and for bad input', () => {
  const found = findings([
    row('iou.update.accepts.ram', 'accepts', [seenAs('iou.update', '{"ram":1}', 'status 201', '200 OK')]),
    refuses('ram', seenAs('iou.update', 'ram: a string', 'status 201')),
    refuses('name'),
  ]);
  expect(found).toHaveLength(2);
});

test('what the whole operation does wrong takes in the kinds with few requirements', () => {
  const wrong = (input: string) => seenAs('iou.update', input, 'status 201', '200 OK');
  const found = findings([
    row('iou.update.succeeds', 'success', [wrong('a plain request')]),
    ...['a', 'b', 'c'].map((field) =>
      row(`iou.update.accepts.${field}`, 'accepts', [wrong(`{"${field}":1}`)]),
    ),
  ]);
  expect(found).toHaveLength(1);
});

test('one violation in the answers of an operation is one finding, whatever was sent', () => {
  const wrong = (input: string) => seenAs('iou.get', input, 'content-type must be application/json', 'JSON');
  const found = findings([
    row('iou.get.answer.media-type', 'answer', [wrong('a plain request')]),
    row('iou.get.errors.media-type', 'answer', [wrong('an unknown id')]),
    row('iou.get.answer.shape', 'answer'),
  ]);
  expect(found).toHaveLength(1);
});

test('violations that differ in the name of the field only are one finding from three fields on', () => {
  const changed = (field: string, value: unknown) =>
    row(`iou.update.keeps.${field}`, 'state', [
      seenAs(
        'iou.update',
        JSON.stringify({ [field]: value }),
        `changed although refused: ${field}`,
        'as before',
      ),
    ]);
  expect(findings([changed('ram', 1), changed('path', 'x')])).toHaveLength(2);
  expect(findings([changed('ram', 1), changed('path', 'x'), changed('l1_keepalives', true)])).toHaveLength(1);
});

test('a server error is one finding whatever the request was to give', () => {
  const found = findings([
    row('iou.update.accepts.ram', 'accepts', [seenAs('iou.update', '{"ram":1}', 'status 500', '200 OK')]),
    refuses('ram', seenAs('iou.update', 'ram: a string', 'status 500')),
    refuses('name'),
  ]);
  expect(found).toHaveLength(1);
});

test('the same statement broken in most operations is one finding', () => {
  const rows = ['iou.get', 'vmware.get', 'cloud.get'].map((operation) =>
    row(`${operation}.declares-json`, 'answer', [
      seenAs(
        operation,
        `GET ${operation}`,
        'content-type must be application/json',
        'Content-Type: application/json',
      ),
    ]),
  );
  const found = findings([...rows, row('projects.get.declares-json', 'answer')]);
  expect(found).toHaveLength(1);
  expect(found[0]?.title).toContain('In 3 operations (iou.get, vmware.get, cloud.get)');
});

test('a requirement with two causes belongs to two findings, a must before a should', () => {
  const found = findings([
    row('iou.get.state', 'state', [seenAs('iou.get', 'a', 'x')], 'should'),
    refuses('ram', accepted('ram'), seenAs('iou.update', 'ram: an array', 'transport dropped')),
    refuses('name'),
    ...['a', 'b', 'c'].map((name) => refuses(name)),
  ]);
  expect(found.map(({ level }) => level)).toEqual(['must', 'must', 'should']);
  expect(found.slice(0, 2).map(({ requirements }) => requirements)).toEqual([
    ['iou.update.refuses.ram'],
    ['iou.update.refuses.ram'],
  ]);
});

test('every failed requirement belongs to a finding, one without evidence too', () => {
  const found = findings([{ ...refuses('ram'), verdict: 'failed', reason: 'it broke' }]);
  expect(found[0]?.requirements).toEqual(['iou.update.refuses.ram']);
  for (const failures of [3, 100]) {
    const report = sampleReport(failures);
    const failed = report.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    expect(failed).toHaveLength(failures);
    expect(new Set(report.findings.flatMap(({ requirements }) => requirements))).toEqual(new Set(failed));
    const prints = report.findings.map((finding) => finding.fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
  }
});

test('a fingerprint masks ids and long numbers, and nothing else', () => {
  const of = (outcome: string) => fingerprint({ operation: 'iou.get', input: 'GET', outcome });
  expect(of('/0b57c5f1-4b8a-4d2e-9d5e-1c8f1f2d3a01 at 54321')).toBe(
    of('/f3a1c7de-2a52-4d0a-8a4d-7f1f9a4b5c02 at 12345'),
  );
  expect(of('status 500')).not.toBe(of('status 502'));
});

test('the exhibit of a finding shows its outcome', () => {
  const report = sampleReport(100);
  for (const finding of report.findings)
    expect(exhibit(report, finding)?.evidence.symptom.outcome).toBe(finding.symptom.outcome);
});
