import { describe, expect, test } from 'vitest';
import { sameMarkup } from '../../../harness/model/same-value.js';

describe('the same markup', () => {
  test.each([
    ['other quotes', `<svg width='1'/>`, '<svg width="1"/>'],
    ['attributes in another order', '<svg a="1" b="2"/>', '<svg b="2" a="1"/>'],
    ['an empty element in two tags', '<svg><g></g></svg>', '<svg><g/></svg>'],
    ['a character by its number', '<svg><text>&#xe9;</text></svg>', '<svg><text>é</text></svg>'],
    ['another normal form', '<svg><text>é</text></svg>', '<svg><text>e\u0301</text></svg>'],
    ['white space around it', '<svg/>', ' <svg/>\n'],
    ['other line breaks', '<svg>a\nb</svg>', '<svg>a\r\nb</svg>'],
    ['another prefix', '<b:svg xmlns:b="u"><b:g/></b:svg>', '<a:svg xmlns:a="u"><a:g/></a:svg>'],
    ['a prefix for none', '<a:svg xmlns:a="u"/>', '<svg xmlns="u"/>'],
    [
      'the namespace of drawings for none',
      '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>',
      '<svg><g/></svg>',
    ],
    ['a declaration in front', '<?xml version="1.0"?><svg/>', '<svg/>'],
  ])('%s', (_words, shown, sent) => expect(sameMarkup(shown, sent)).toBe(true));
});

describe('other markup', () => {
  test.each([
    ['an attribute less', '<svg/>', '<svg width="1"/>'],
    ['another value', '<svg width="2"/>', '<svg width="1"/>'],
    ['another namespace', '<svg xmlns="u"/>', '<svg xmlns="v"/>'],
    ['a namespace for none', '<svg xmlns="u"/>', '<svg/>'],
    ['none for the namespace of drawings', '<svg/>', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an attribute without its namespace', '<svg href="a"/>', '<svg xmlns:x="u" x:href="a"/>'],
    ['another text', '<svg><text>a</text></svg>', '<svg><text>b</text></svg>'],
    ['an element less', '<svg><g/></svg>', '<svg><g/><g/></svg>'],
    ['elements in another order', '<svg><a/><b/></svg>', '<svg><b/><a/></svg>'],
    ['a reference spelled out once too often', '<svg>&amp;lt;</svg>', '<svg>&lt;</svg>'],
    ['an ampersand that begins no reference', '<svg>a & b</svg>', '<svg>a &amp; b</svg>'],
    ['no XML for XML', '<svg>', '<svg/>'],
    ['two texts that are no XML', 'a < b', 'a < b'],
    ['elements in thousands of others', `${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`, '<g/>'],
  ])('%s', (_words, shown, sent) => expect(sameMarkup(shown, sent)).toBe(false));
});
