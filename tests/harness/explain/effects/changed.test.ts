/** What follows from an update that writes to others what it is sent. */
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../../harness/explain/cause.js';
import { isEffect, isSourceOf } from '../../../../harness/explain/effects/index.js';
import { harms, notRemoved, readOtherwise } from '../../../../harness/outcome.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answered, causeOf, failureOf } from '../../by-hand.js';
import { state } from './cause.js';

const changed = (operation: OperationId, outcome: string, ...fields: string[]): Cause => {
  const violations = fields.map((field) => ({ in: 'state' as const, pointer: `/${field}`, message: '' }));
  return causeOf(
    operation,
    { ...state, failed: 30, outcome },
    { failure: failureOf([answered(200)], { violations }) },
  );
};

describe('an update that writes several fields to others', () => {
  const spread = changed('projects.update', harms.written, 'name', 'scene_height');
  const reading = changed('projects.get', readOtherwise, 'name', 'path');

  test('is why any field changes, and why two readings differ', () => {
    expect(isEffect(changed('projects.update', 'not stored', 'path'), spread)).toBe(true);
    expect(isEffect(reading, spread)).toBe(true);
    expect(isEffect(changed('iou.update', 'not stored', 'name'), spread)).toBe(false);
  });

  test('is not brought about by readings that differ; one that only changes others may be', () => {
    expect(isEffect(spread, reading)).toBe(false);
    expect(isSourceOf(reading, spread)).toBe(false);
    const changing = changed('projects.update', harms.changed, 'name', 'path');
    expect(isEffect(changing, reading)).toBe(true);
    expect(isEffect(reading, changing)).toBe(false);
  });
});

test('where one field is written to others, only what is seen of that field follows', () => {
  const shared = changed('cloud.update', harms.written, 'interfaces');
  const others = (field: string) => changed('cloud.update', harms.changed, field);
  const remade = (field: string) => changed('cloud.delete', notRemoved, field);
  for (const of of [others, remade]) {
    expect(isEffect(of('interfaces'), shared)).toBe(true);
    expect(isEffect(of('name'), shared)).toBe(false);
  }
});
