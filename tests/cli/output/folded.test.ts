import { expect, test } from 'vitest';
import { folded } from '../../../cli/output/folded.js';

test('long lines go on below their last cell, and only on a terminal', () => {
  const lines = [
    'yes  iou.get     200 OK',
    ' no  iou.update  POST answered 404 Not Found',
    'a sentence of words',
  ];
  expect(folded(lines, 34)).toEqual([
    'yes  iou.get     200 OK',
    ' no  iou.update  POST answered 404',
    '                 Not Found',
    'a sentence of words',
  ]);
  expect(folded(lines, undefined)).toEqual(lines);
  expect(folded(['a sentence of words'], 10)).toEqual(['a sentence', 'of words']);
});

test('commands stay whole, and what a server sends is inert', () => {
  const command = '  npx netemu-conformance http://server --skip iou.get';
  expect(folded([command], 20)).toEqual([command]);
  expect(folded(['version \u001b[31m1\n2'], undefined)).toEqual(['version \\u001b[31m1\\n2']);
});
