import { describe, expect, test } from 'vitest';
import { sameValue } from '../../../harness/model/same-value.js';

describe('means what was sent', () => {
  test.each([
    ['the value itself', 'name', 'lab', 'lab'],
    ['a number in another notation', 'x', 1, 1.0],
    ['composed text for combining characters', 'name', '\u00e9', 'e\u0301'],
    ['combining characters for composed text', 'name', 'e\u0301', '\u00e9'],
    ['an angle a whole turn on', 'rotation', 370, 10],
    ['a negative angle as a positive one', 'rotation', 270, -90],
    ['no angle for a whole turn', 'rotation', 0, -720],
    ['members of an object in another order', 'label', { a: 1, b: [2] }, { b: [2], a: 1 }],
    ['markup with other quotes', 'svg', "<svg width='1'/>", '<svg width="1"></svg>'],
  ])('%s', (_words, field, shown, sent) => expect(sameValue(field, shown, sent)).toBe(true));
});

describe('means something else', () => {
  test.each([
    ['other text', 'name', 'Lab', 'lab'],
    ['text without an accent', 'name', 'e', '\u00e9'],
    ['a compatible character, which is another one', 'name', 'fi', '\ufb01'],
    ['text cut short', 'name', 'la', 'lab'],
    ['a number as text', 'x', '1', 1],
    ['nothing', 'x', undefined, 1],
    ['null for 0', 'x', null, 0],
    ['an angle that is half a turn on', 'rotation', 190, 10],
    ['a number a turn on that is no angle', 'x', 370, 10],
    ['an item less', 'interfaces', [1], [1, 2]],
    ['items in another order', 'interfaces', [2, 1], [1, 2]],
  ])('%s', (_words, field, shown, sent) => expect(sameValue(field, shown, sent)).toBe(false));
});
