import { describe, expect, test } from 'vitest';
import { faults, provenBy, routes, variants } from '../../reference-impl/index.js';
import { requirements } from '../../suites/index.js';

const known = new Map(requirements.map((each) => [each.id, each]));
const routeIds = new Set(routes.map(({ id }) => id));

describe('the catalogue of faults', () => {
  test('names each fault once, fit for a command line', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(faults.map(({ name }) => name).filter((name) => !/^[a-z][\w.-]+$/.test(name))).toEqual([]);
  });

  test('changes operations that exist, and none that is not named', () => {
    expect(faults.filter(({ operations }) => operations.length === 0)).toEqual([]);
    expect(faults.flatMap(({ operations }) => operations).filter((id) => !routeIds.has(id))).toEqual([]);
  });

  test('aims at musts and shoulds that exist, each fault at one at least', () => {
    expect(faults.filter(({ aims }) => aims.length === 0)).toEqual([]);
    const aimed = new Set(faults.flatMap(({ aims }) => aims));
    expect([...aimed].filter((id) => (known.get(id)?.level ?? 'may') === 'may')).toEqual([]);
  });
});

describe('what was proven', () => {
  const judgedOnes = requirements.filter(({ level }) => level !== 'may');

  test('every must and should was seen to fail', () => {
    expect(judgedOnes.filter(({ id }) => provenBy(id).length === 0)).toEqual([]);
  });

  test('each fault broke what it was made to break, and nothing that is only told', () => {
    expect(faults.filter(({ aims, breaks }) => aims.some((id) => !breaks.includes(id)))).toEqual([]);
    const judgedIds = new Set(judgedOnes.map(({ id }) => id));
    expect(faults.flatMap(({ breaks }) => breaks).filter((id) => !judgedIds.has(id))).toEqual([]);
  });
});

describe('the catalogue of variants', () => {
  test('gives up only what is a should', () => {
    const given = variants.flatMap(({ givesUp = [] }) => givesUp);
    expect(given.filter((id) => known.get(id)?.level !== 'should')).toEqual([]);
  });
});
