/** Deletions that take what they are not about. */
import { describe, expect, test } from 'vitest';
import { Takers, takenBy } from '../../../../harness/explain/gone/takers.js';
import type { Sighting } from '../../../../harness/explain/sighting.js';
import type { Exchange } from '../../../../harness/http/exchange.js';
import { notRemoved } from '../../../../harness/outcome.js';
import { breaking } from '../../../../reference-impl/faults/fault.js';
import { serveReference } from '../../../../reference-impl/index.js';
import { refuse } from '../../../../reference-impl/pipeline/answer.js';
import { drive } from '../../../drive.js';
import { causeOf, failureOf } from '../../by-hand.js';
import { exchange } from './exchange.js';

const id = (digit: number) => `3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e${digit}`;

describe('what a deletion may have taken', () => {
  const cloud = (digit: number) => `/v2/compute/projects/${id(digit)}/cloud/nodes/${id(digit)}`;
  const takersOf = (...all: readonly Exchange[]) => {
    const takers = new Takers();
    for (const each of all) takers.add(each);
    return takers.of(all.at(-1))?.map(({ by }) => by);
  };
  const deletion = (at: number, digit: number) =>
    exchange(at, 204, 'DELETE', `/v2/compute/projects/${id(digit)}`);
  const found = (at: number, digit = 1) => exchange(at, 200, 'GET', cloud(digit));
  const gone = (at: number) => exchange(at, 404, 'GET', cloud(1));

  test('went on since it was last found', () => {
    expect(takersOf(found(0), deletion(10, 2), gone(20))).toEqual(['compute.projects.delete']);
    expect(takersOf(deletion(0, 2), found(10), gone(20))).toEqual([]);
  });

  test('is its own where its project was deleted', () => {
    expect(takersOf(found(0), deletion(10, 1), deletion(12, 2), gone(20))).toBeUndefined();
  });

  test('is its own where it was deleted through another project', () => {
    const astray = exchange(10, 204, 'DELETE', cloud(1).replace(id(1), id(2)));
    expect(takersOf(found(0), astray, gone(20))).toBeUndefined();
  });

  test('went on before it was missed for the first time', () => {
    expect(takersOf(found(0), gone(5), deletion(10, 2), gone(20))).toEqual([]);
  });

  test('is not asked of what is not found by another spelling of its id', () => {
    const escaped = exchange(20, 404, 'GET', cloud(1).replaceAll('-', '%2D'));
    expect(takersOf(found(0), deletion(10, 2), escaped)).toBeUndefined();
  });

  test('is not asked of an operation that finds nothing that is there, whatever it finds besides', () => {
    const made = exchange(0, 200, 'PUT', cloud(1));
    expect(takersOf(made, deletion(10, 2), gone(20))).toBeUndefined();
    const others = [exchange(0, 200, 'PUT', cloud(3)), exchange(2, 204, 'DELETE', cloud(3)), found(4, 3)];
    expect(takersOf(...others, found(5, 4), found(6, 4), made, deletion(10, 2), gone(20))).toBeUndefined();
    expect(takersOf(exchange(0, 200, 'PUT', cloud(3)), found(4, 3), made, deletion(10, 2), gone(20))).toEqual(
      ['compute.projects.delete'],
    );
  });

  test('is not asked of what was never there', () => {
    expect(takersOf(deletion(10, 2), gone(20))).toBeUndefined();
  });
});

test('a deletion is the less likely by chance, the more is found again without one', () => {
  const takers = new Takers();
  const reading = (at: number) => exchange(at, 200, 'GET', `/v2/compute/projects/${id(1)}`);
  const chance = () => takers.chance('compute.projects.delete', reading(0));
  expect(chance()).toBe(1 / 2);
  for (const at of [0, 10, 20]) takers.add(reading(at));
  expect(chance()).toBe(1 / 4);
  takers.add(exchange(30, 204, 'DELETE', `/v2/compute/projects/${id(2)}`));
  takers.add(reading(40));
  expect(chance()).toBe(2 / 5);
});

test('a deletion takes another in the place of what it leaves, however seldom that shows', () => {
  const path = (kind: 'cloud' | 'iou', digit: number) =>
    `/v2/compute/projects/${id(digit)}/${kind}/nodes/${id(digit)}`;
  const gone = exchange(20, 404, 'GET', path('cloud', 1));
  const takers = new Takers();
  const all = [
    exchange(0, 200, 'GET', path('cloud', 1)),
    exchange(5, 204, 'DELETE', path('iou', 3)),
    exchange(10, 204, 'DELETE', path('cloud', 2)),
    gone,
  ];
  for (const each of all) takers.add(each);
  const [lost] = causeOf('cloud.get', { outcome: 'status 404' }, { failure: failureOf([gone]) }).sightings;
  const [left] = causeOf('cloud.delete', {}, { outcome: notRemoved }).sightings;
  const [leftByOther] = causeOf('iou.delete', {}, { outcome: notRemoved }).sightings;
  const takenBeside = (...others: readonly (Sighting | undefined)[]) =>
    takenBy(
      takers,
      [lost, ...others].filter((each) => each !== undefined),
    )?.cause.operations;
  expect(takenBeside(left)).toEqual(['cloud.delete']);
  expect(takenBeside(leftByOther)).toBeUndefined();
  expect(takenBeside()).toBeUndefined();
});

test('a deletion that takes the instances of all projects is one finding, with the deletion in its evidence', async () => {
  const all = breaking('compute.projects.delete', 'succeeds')('unloads-clouds', (each, next) => {
    const answer = next(each);
    for (const { parts } of each.collection.values()) parts.get('cloud')?.clear();
    return answer;
  });
  const server = await serveReference({ faults: [all] });
  const { findings } = await drive(server.url, { only: /^(cloud|compute)\./ });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual(['compute.projects.delete removes another resource']);
  const methods = findings[0]?.evidence.exchanges.map(({ request }) => request.method);
  expect(methods).toContain('DELETE');
});

test('where a reading finds nothing of what there is, no deletion is blamed, nor any update', async () => {
  const blind = breaking('iou.get', 'succeeds')('finds-nothing', () => refuse(404, 'no'));
  const server = await serveReference({ faults: [blind] });
  const { findings } = await drive(server.url, { only: /^(iou|compute)\./ });
  await server.close();
  expect(findings.map(({ title }) => title)).toEqual([
    'iou.get answers 404 Not Found to everything: not implemented?',
  ]);
});
