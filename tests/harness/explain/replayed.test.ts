/** What is right a moment later is one finding. */
import { expect, test } from 'vitest';
import type { Explained } from '../../../harness/explain/cause.js';
import { lateAsOne } from '../../../harness/explain/late.js';
import type { Failure } from '../../../harness/outcome.js';
import type { OperationId } from '../../../schemas/index.js';
import { answered, failureOf } from '../by-hand.js';

const path =
  '/v2/compute/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5/iou/nodes/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6';

const finding = (id: OperationId, failed: number): Explained & { readonly fingerprint: string } => ({
  title: `${id} does not store what it is sent`,
  operations: [id],
  level: 'should',
  atoms: [id],
  circumstance: { words: 'sometimes', features: [], fields: [], failed, otherwise: 1 },
  isFirst: false,
  requirements: [`${id}.stores.name`],
  consequences: [],
  failure: failureOf([answered(200, {}, { method: 'GET', path })], {
    violations: [{ in: 'state', pointer: '/name', message: 'expected "new", got "old"' }],
  }),
  fingerprint: id,
});

const [iou, cloud, other] = [
  finding('iou.update', 3),
  finding('cloud.update', 4),
  finding('projects.update', 5),
];
const late = (...some: readonly Explained[]) =>
  new Map(some.map(({ failure }): [Failure, Failure] => [failure, { ...failure, passes: 'later' }]));

test('findings about late readings become one, which names the readings', () => {
  const told = lateAsOne([iou, other, cloud], late(iou, cloud));
  expect(told.map(({ title }) => title)).toEqual([
    'iou.get and cloud.get show late what was written',
    other.title,
  ]);
  expect(told[0]).toMatchObject({
    operations: ['iou.get', 'cloud.get'],
    atoms: ['iou.get | late', 'cloud.get | late'],
    circumstance: { words: 'right behind a write (7 of 9), and no more a second later' },
    requirements: ['iou.update.stores.name', 'cloud.update.stores.name'],
  });
  expect(told[0]?.fingerprint).not.toBe(iou.fingerprint);
});

test('what was not seen again in a reading goes with them', () => {
  const passing = (of: typeof iou): [Failure, Failure] => [
    of.failure,
    { ...of.failure, reproducibility: 'flaky' },
  ];
  const told = lateAsOne([iou, other, cloud], new Map([...late(iou), passing(cloud)]));
  expect(told.map(({ title }) => title)).toEqual([
    'iou.get and cloud.get show late what was written',
    other.title,
  ]);
  expect(lateAsOne([iou, cloud], new Map([passing(cloud)]))).toEqual([iou, cloud]);
});

test('a reading that is right the second time has a title of its own', () => {
  const told = lateAsOne([iou], new Map([[iou.failure, { ...iou.failure, passes: 'again' }]]));
  expect(told[0]).toMatchObject({
    title: 'iou.get shows only when read again what was written',
    circumstance: { words: 'a first reading behind a write (3 of 4), and no more the next time' },
  });
});

test('findings stay as they are where no reading is late', () => {
  expect(lateAsOne([iou, other], new Map())).toEqual([iou, other]);
  expect(lateAsOne([iou], late(iou)).map(({ title }) => title)).toEqual([
    'iou.get shows late what was written',
  ]);
});
