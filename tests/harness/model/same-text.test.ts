/** In which form a text at the edge may be shown, and what is another text. */
import { describe, expect, test } from 'vitest';
import { sameValue } from '../../../harness/model/same-value.js';

const long = 'n'.repeat(2000);

describe('a form of the text', () => {
  test.each([
    ['nothing for nothing', '', ''],
    ['nothing at all for a blank', ' ', ''],
    ['no value for a blank', ' ', null],
    ['without blanks at the ends', ' lab ', 'lab'],
    ['blanks for a tab and a line break', '\t\n', ' \n'],
    ['without a control character', 'a\u0001b', 'ab'],
    ['with another character in place of it', 'a\u0001b', 'a?b'],
    ['cut at a NUL', 'a\u0000b', 'a'],
    ['a slash for a backslash', '\\', '/'],
    ['cut, when it is long', long, long.slice(0, 255)],
  ])('%s', (_words, sent, shown) => expect(sameValue('name', shown, sent)).toBe(true));
});

describe('another text', () => {
  test.each([
    ['for nothing', '', 'lab'],
    ['for a blank', ' ', 'lab'],
    ['for a control character', '\u0001', 'lab'],
    ['for a NUL', 'a\u0000b', 'CORRUPT'],
    ['for a direction mark', '\u202eabc', 'CORRUPT'],
    ['for a long one', long, 'lab'],
    ['without blanks within', 'a b', 'ab'],
    ['cut, though it is short', 'laboratory', 'lab'],
    ['nothing for something', 'lab', null],
    ['nothing for a NUL within', 'a\u0000b', ''],
  ])('%s', (_words, sent, shown) => expect(sameValue('name', shown, sent)).toBe(false));
});
