/** What is right a moment later, or never seen again, is one finding. */
import { expect, test } from 'vitest';
import type { Explained } from '../../../harness/explain/cause.js';
import { lateAsOne, oddCrashesAsOne } from '../../../harness/explain/replayed.js';
import type { Failure } from '../../../harness/outcome.js';
import type { OperationId } from '../../../schemas/index.js';
import { answered, failureOf } from '../by-hand.js';

const path =
  '/v2/compute/projects/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5/iou/nodes/3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e6';

const finding = (id: OperationId, failed: number): Explained => ({
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

test('what is only late behind deletions is what was deleted', () => {
  const gone = answered(204, {}, { method: 'DELETE', path });
  const failure = failureOf([gone, answered(200, {}, { method: 'GET', path })]);
  const told = lateAsOne([{ ...iou, failure }], new Map([[failure, { ...failure, passes: 'later' }]]));
  expect(told[0]).toMatchObject({
    title: 'iou.get shows what was deleted, for a moment',
    circumstance: { words: 'right behind a deletion (3 of 4), and no more a second later' },
  });
});

test('findings stay as they are where no reading is late', () => {
  expect(lateAsOne([iou, other], new Map())).toEqual([iou, other]);
  expect(lateAsOne([iou], late(iou)).map(({ title }) => title)).toEqual([
    'iou.get shows late what was written',
  ]);
});

test('crashes that were seen once each and never again are one finding', () => {
  const crash = (id: OperationId): Explained => ({
    ...finding(id, 1),
    title: `${id} crashes`,
    failure: failureOf([answered(500, {}, { method: 'PUT', path })]),
  });
  const [first, second, third] = [crash('iou.update'), crash('cloud.update'), crash('projects.update')];
  const became = (...all: Failure['reproducibility'][]) =>
    new Map(
      [first, second, third].map(({ failure }, index): [Failure, Failure] => {
        const reproducibility = all[index];
        return [failure, { ...failure, ...(reproducibility && { reproducibility }) }];
      }),
    );
  const told = oddCrashesAsOne([first, iou, second, third], became('flaky', 'flaky', 'deterministic'));
  expect(told.map(({ title }) => title)).toEqual([
    'iou.update and cloud.update crash now and then (500 Internal Server Error)',
    iou.title,
    third.title,
  ]);
  expect(told[0]).toMatchObject({
    atoms: ['crashes now and then'],
    circumstance: { words: 'seen 2 times, never again when the same was sent once more' },
    requirements: ['iou.update.stores.name', 'cloud.update.stores.name'],
  });
  const all = [first, second, third];
  expect(oddCrashesAsOne(all, became('flaky', undefined, undefined))).toEqual(all);
  const often = { ...second, circumstance: { ...second.circumstance, failed: 2 } };
  expect(oddCrashesAsOne([first, often], became('flaky', 'flaky'))).toEqual([first, often]);
});
