import { describe, expect, test } from 'vitest';
import { inShard, select } from '../../../cli/run/selection.js';
import { requirements } from '../../../suites/index.js';

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
