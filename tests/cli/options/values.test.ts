/** From the text of an option to its value. */
import { describe, expect, test } from 'vitest';
import { boolean, headers, list, shard } from '../../../cli/options/parse.js';
import { didYouMean } from '../../../cli/options/suggestion.js';
import { targetUrl } from '../../../cli/options/target-url.js';
import { quoted } from '../../../cli/replay/replay-command.js';

describe('the base URL', () => {
  test.for([
    ['http://127.0.0.1:3080', 'http://127.0.0.1:3080', undefined],
    ['http://host/', 'http://host', undefined],
    ['https://host:8443/lab/a//', 'https://host:8443/lab/a', undefined],
    ['http://me:p%40ss@host', 'http://host', 'me:p@ss'],
    ['http://[::1]:3080', 'http://[::1]:3080', undefined],
  ] as const)('%s', ([text, baseUrl, user]) => {
    expect(targetUrl(text)).toEqual({ baseUrl, ...(user !== undefined && { user }) });
  });
});

describe('values', () => {
  test('lists, shards, truth and headers', () => {
    expect(list(' a, b,,c ', '--x')).toEqual(['a', 'b', 'c']);
    expect(shard('2/4', '--x')).toBe('2/4');
    expect(['1', 'yes', 'on', 'true', '0', 'off'].map((text) => boolean(text, '--x'))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(headers('A: b\nX-C:  d: e\r\n', '--x')).toEqual(['A: b', 'X-C:  d: e']);
    expect(() => headers('A: b\u0000', '--x')).toThrow(/takes 'Name: value'/);
  });

  test('words for a shell', () => {
    expect(['plain-1.2/3', "it's", '$HOME', ''].map(quoted)).toEqual([
      'plain-1.2/3',
      "'it'\\''s'",
      "'$HOME'",
      "''",
    ]);
  });

  test('what somebody meant', () => {
    expect(didYouMean('serv', ['serve', 'list'])).toBe(' (did you mean serve?)');
    expect(didYouMean('xyz', ['serve', 'list'])).toBe('');
  });
});
