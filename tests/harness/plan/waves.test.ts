/** The waves of an operation deal what is asked for, from what was seen before, and nothing else. */
import { describe, expect, test } from 'vitest';
import { bodyOf, type Case, type CaseKind, type Unit } from '../../../harness/plan/case.js';
import {
  edgeCases,
  generated,
  generatedWave,
  otherIds,
  plainWave,
  refusalWave,
  taking,
  type Wanted,
  withNeeded,
} from '../../../harness/plan/waves.js';
import { inputLocations } from '../../../harness/values/invalid.js';
import { writeOperations } from '../../../harness/values/write-operations.js';
import { factsOf, operations, resourceOf } from '../by-hand.js';

const everything: Wanted = () => true;
const nothing: Wanted = () => false;
const only =
  (...wanted: readonly (readonly [kind: CaseKind, name?: string])[]): Wanted =>
  (kind, name) =>
    wanted.some(
      (each) => each[0] === kind && (name === undefined || each[1] === undefined || each[1] === name),
    );
const casesOf = (units: readonly Unit[]): Case[] => units.flatMap(({ cases }) => cases);
const kindsOf = (units: readonly Unit[]) => new Set(casesOf(units).map(({ kind }) => kind));
const generation = { runs: 20, hazards: false, seedOf: (...names: readonly string[]) => names.join().length };

describe.each(operations)('waves of $id', (written) => {
  const facts = factsOf(written);
  const resource = resourceOf(written);
  const waves = (wanted: Wanted) => [
    plainWave(written, wanted, resource),
    taking(written, edgeCases(written, wanted, facts, false)),
    refusalWave(written, wanted, { edges: new Map() }),
    generatedWave(written, generated(written, wanted, facts, generation)),
  ];

  test('deal nothing when nothing is asked for', () => {
    expect(waves(nothing).flat()).toEqual([]);
  });

  test('deal every field and every place when everything is', () => {
    const [plain = [], edges = [], refusals = []] = waves(everything);
    const fields = new Set(written.fields.map(({ name }) => name));
    expect(new Set(casesOf(plain).flatMap(({ trials }) => trials.map(({ field }) => field)))).toEqual(fields);
    for (const { trials } of casesOf(edges)) expect(trials.length).toBeGreaterThan(0);
    const places = new Set(casesOf(refusals).flatMap(({ trials }) => trials.map(({ location }) => location)));
    expect(inputLocations(written).filter(({ name }) => !places.has(name))).toEqual([]);
  });

  test('deal one kind when one kind is asked for', () => {
    const kinds = new Set(waves(everything).flatMap((units) => [...kindsOf(units)]));
    expect(kinds.size).toBeGreaterThan(14);
    for (const kind of kinds) {
      const dealt = new Set(waves(only([kind])).flatMap((units) => [...kindsOf(units)]));
      // Another spelling stands beside a plain body, and beside the spelling by its charset.
      const spelled = ['control', 'spelling', 'charset', 'chunked', 'pieces', 'closing', 'capitals'];
      if (spelled.includes(kind)) expect(spelled).toEqual(expect.arrayContaining([...dealt]));
      else expect([...dealt]).toEqual([kind]);
    }
  });

  test('deal one field when one field is asked for', () => {
    const [{ name } = { name: '' }] = written.fields;
    const cases = casesOf(waves(only(['plain', name], ['edge', name])).flat());
    expect(cases.length).toBeGreaterThan(0);
    expect(new Set(cases.flatMap(({ trials }) => trials.map(({ field }) => field)))).toEqual(new Set([name]));
  });

  test('refused bodies never share a unit with others', () => {
    for (const { cases } of waves(everything).flat())
      expect(new Set(cases.map(({ duty }) => duty === 'refused')).size).toBe(1);
  });

  test('an update that may be taken is read before the next one', () => {
    if (written.creates) return;
    const [plain = [], edges = []] = waves(everything);
    for (const { cases } of [...plain, ...edges]) expect(cases).toHaveLength(1);
  });
});

describe('what is built on facts', () => {
  const written = writeOperations['iou.update'];
  const facts = factsOf(written);

  test('a field of which no plain value was taken has each edge value alone', () => {
    const pool = new Map([...facts.pool].filter(([name]) => name !== 'name'));
    const cases = casesOf(taking(written, edgeCases(written, everything, { ...facts, pool }, false)));
    const own = cases.filter(({ trials }) => trials.some(({ field }) => field === 'name'));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ trials }) => trials.length > 1)).toEqual([]);
  });

  test('fields of the server never share a body with those of the client', () => {
    for (const { trials } of casesOf(taking(written, edgeCases(written, everything, facts, false))))
      expect(new Set(trials.map(({ field }) => written.owned.has(field))).size).toBe(1);
  });

  test('a value that the target does not show is not sent; null instead, where nothing else is known', () => {
    const cases = casesOf(
      plainWave(written, only(['plain', 'md5sum']), { ...resourceOf(written), resource: {} }),
    );
    expect(cases.length).toBeGreaterThan(0);
    const project = writeOperations['projects.update'];
    const path = plainWave(project, only(['plain', 'path']), { ...resourceOf(project), resource: {} });
    expect(casesOf(path).map(bodyOf)).toEqual([{ path: null }]);
  });

  test('combinations are of values that were taken', () => {
    const pool = new Map([
      ['name', ['R1']],
      ['ram', [16]],
    ]);
    const properties = generated(written, only(['combination']), { ...facts, pool }, generation);
    const [property] = properties;
    expect(property?.cases.map(bodyOf)).toEqual(
      expect.arrayContaining([{ name: 'R1', ram: 16 }, { name: 'R1' }, { ram: 16 }]),
    );
    expect(property?.residual).toBeLessThanOrEqual(1);
  });
});

test('what a target wants in every body is put beside values, and nothing else is changed', () => {
  const iou = writeOperations['iou.update'];
  const units = plainWave(iou, everything, resourceOf(iou));
  expect(withNeeded(iou, undefined, units)).toEqual(units);
  const [own] = iou.plainBodies;
  for (const [index, each] of casesOf(withNeeded(iou, 'name', units)).entries()) {
    const before = casesOf(units)[index] as Case;
    const isSame = before.trials.length === 0 || Object.hasOwn(bodyOf(before), 'name');
    expect(bodyOf(each)).toEqual(isSame ? bodyOf(before) : { ...own, ...bodyOf(before) });
  }
});

test('an id that nothing has is sent in each field of an id', () => {
  const cases = casesOf(otherIds(writeOperations['cloud.update'], new Set(['node_id', 'name'])));
  expect(cases.map(({ kind, trials }) => [kind, trials[0]?.field])).toEqual([['plain', 'node_id']]);
  expect(otherIds(writeOperations['cloud.update'], new Set())).toEqual([]);
});
