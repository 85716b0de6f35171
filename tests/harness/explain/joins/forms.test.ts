/** What is wrong with the form of answers and errors alike is one mistake. */
import { describe, expect, test } from 'vitest';
import type { Aspect } from '../../../../harness/explain/sighting.js';
import { notJson } from '../../../../harness/http/exchange.js';
import type { OperationId } from '../../../../schemas/index.js';
import { answeredAsText, failureOf } from '../../by-hand.js';
import { causes, code } from '../written.js';

const missing = { in: 'header', pointer: 'content-type', message: 'is missing' } as const;
const form = (aspect: Aspect, seen: string) => (operation: OperationId) =>
  code(operation, [], 'content-type is missing', {
    ...{ aspect, expected: aspect, succeeded: aspect === 'answer' },
    failure: failureOf([], { seen, violations: [missing] }),
  });
const answer = form('answer', 'no Content-Type');
const error = form('error', 'no Content-Type');

describe('a header that answers and errors lack', () => {
  test('is one cause, though some operations have only one of them', () => {
    const answers = (['drawings.list', 'drawings.create', 'iou.get'] as const).map(answer);
    const errors = (['drawings.create', 'iou.get', 'iou.delete'] as const).map(error);
    expect(causes(...answers, ...errors)).toEqual([
      ['drawings.list drawings.create iou.get iou.delete', 'content-type is missing', ''],
    ]);
  });

  test('is two where most operations have it in one of them only', () => {
    const answers = (['iou.get'] as const).map(answer);
    const errors = (['iou.get', 'vmware.get', 'cloud.get'] as const).map(error);
    expect(causes(...answers, ...errors)).toHaveLength(2);
  });

  test('is two where something else is seen', () => {
    expect(causes(answer('iou.get'), form('error', 'Content-Type: text/html')('iou.get'))).toHaveLength(2);
  });
});

test('bodies that are not JSON are one cause, whatever they are', () => {
  const spoiled = (aspect: Aspect, outcome: string, seen: string) => {
    const shown = { in: 'body', pointer: '', message: outcome } as const;
    return code('iou.get', [], outcome, {
      ...{ aspect, expected: aspect, succeeded: aspect === 'answer' },
      failure: failureOf([answeredAsText(200, seen)], { seen, violations: [shown] }),
    });
  };
  const answers = spoiled('answer', notJson, '"a":1}');
  expect(causes(answers, spoiled('error', notJson, '"message":""}'))).toHaveLength(1);
  expect(causes(answers, spoiled('error', 'too short', '"message":""}'))).toHaveLength(2);
});
