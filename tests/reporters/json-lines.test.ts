import { expect, test } from 'vitest';
import { jsonLines, lineOf } from '../../reporters/text/json-lines.js';

const lay = (text: string): string | undefined =>
  jsonLines(text)
    ?.map(
      ({ text: line, depth, pointer }) =>
        `${' '.repeat(depth)}${line}${pointer === undefined ? '' : ` ${pointer}`}`,
    )
    .join('\n');

test('each value begins a line that knows its pointer', () => {
  expect(lay('{"a":[1,{"b/c":null}],"d":{},"e":[]}')).toBe(
    [
      '{ ',
      ' "a": [ /a',
      '  1, /a/0',
      '  { /a/1',
      '   "b/c": null /a/1/b~1c',
      '  }',
      ' ],',
      ' "d": {}, /d',
      ' "e": [] /e',
      '}',
    ].join('\n'),
  );
});

test('literals stay as they were sent', () => {
  expect(lay('{"n":12345678901234567890,"n":1e400,"s":"\\u0041,{"}')).toBe(
    ['{ ', ' "n": 12345678901234567890, /n', ' "n": 1e400, /n', ' "s": "\\u0041,{" /s', '}'].join('\n'),
  );
  expect(lay('"x"')).toBe('"x" ');
});

test('what is no JSON, or too deep or too long to be read, is left alone', () => {
  expect(jsonLines('{"a":')).toBeUndefined();
  expect(jsonLines(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeUndefined();
  expect(jsonLines(`[${'1,'.repeat(5000)}1]`)).toBeUndefined();
});

test('a pointer to what is missing finds the value around it', () => {
  const lines = jsonLines('{"a":{"b":1}}') ?? [];
  expect(lineOf(lines, '/a/b')).toBe(2);
  expect(lineOf(lines, '/a/x')).toBe(1);
  expect(lineOf(lines, '/x/y')).toBe(0);
});
