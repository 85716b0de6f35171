/** What an expectation says of an answer that misses it. */
import { expect, test } from 'vitest';
import { isJson, shaped } from '../../harness/expect.js';
import { answered } from './by-hand.js';

const iou = { name: 'R1' };

test.each([
  [{ ...iou, console: null }, 'console to be an integer', 'null'],
  [{ ...iou, status: 'on' }, 'status to be one of "started", "stopped", "suspended"', '"on"'],
  [{ ...iou, console_type: 'vnc' }, 'console_type to be "telnet"', '"vnc"'],
  [{ ...iou, node_id: 'x'.repeat(99) }, 'node_id to be a UUID', `"${'x'.repeat(60)}…"`],
  [{ ...iou, nvram: [1], ram: {} }, 'nvram to be an integer', 'an array (and 1 more)'],
  ['R1', 'an iou-instance object', '"R1"'],
])('%j is told by the first thing that is wrong', (body, expected, seen) => {
  expect(shaped('iou-instance')(answered(200, body))).toMatchObject({ expected, seen });
});

test('items of a list are told by their place', () => {
  const list = [{}, { x: 1.5 }];
  const of = (field: string) => shaped('drawing-answer', { list: true, field })(answered(200, list));
  expect(of('x')).toMatchObject({ expected: '[0].x to be present', seen: 'no [0].x (and 1 more)' });
});

test('a body that is no JSON is told by what it is', () => {
  const body = Buffer.from([0x22, 0xff, 0x22]);
  const { answer, ...rest } = answered(200, '');
  const spoiled = { ...rest, ...(answer && { answer: { ...answer, body } }) };
  expect(isJson(spoiled)).toMatchObject({ expected: 'a JSON body', seen: 'a body that is not valid UTF-8' });
});
