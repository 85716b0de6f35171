/** Hostile answers are inert wherever they are told. */
import { describe, expect, test } from 'vitest';
import { compare } from '../../report/compare.js';
import { matrix } from '../../report/matrix.js';
import { shellWord } from '../../report/shell-word.js';
import { shorten } from '../../report/shorten.js';
import { compareMarkdown, compareText } from '../../reporters/comparison/compare.js';
import { matrixHtml } from '../../reporters/comparison/matrix-html.js';
import { matrixMarkdown, matrixText } from '../../reporters/comparison/matrix-text.js';
import { reporters } from '../../reporters/index.js';
import {
  commandData,
  commandProperty,
  inertJson,
  markdownBlock,
  markdownCode,
  markdownText,
  oneLine,
  terminal,
  visible,
} from '../../reporters/text/escape.js';
import { ALL_HOSTILE, HOSTILE, hostileReport } from './hostile-report.js';
import { sampleReport } from './sample.js';

const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/;

const report = hostileReport();

const texts: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(reporters).flatMap(([name, render]) => {
      const { files, stdout } = render(report, { color: false });
      return [...Object.entries(files), ...(stdout ? [[`${name} on stdout`, stdout]] : [])];
    }),
  ),
  'compare text': compareText(compare(sampleReport(0), report)),
  'compare markdown': compareMarkdown(compare(sampleReport(0), report)),
  'matrix html': matrixHtml(matrix([report, sampleReport(0)], [ALL_HOSTILE])),
  'matrix text': matrixText(matrix([report, sampleReport(0)], [ALL_HOSTILE])),
  'matrix markdown': matrixMarkdown(matrix([report, sampleReport(0)], [ALL_HOSTILE])),
};

describe.each(Object.entries(texts))('%s', (name, text) => {
  test('shows no control character, escape sequence or bidirectional override', () => {
    expect(UNSEEN.exec(text)?.index).toBeUndefined();
    expect(/\p{Cs}/u.test(text)).toBe(false);
  });

  test('holds no line that a build server takes for a command of ours', () => {
    const commands = text.split('\n').filter((line) => /^\s*::/.test(line));
    if (name === 'github on stdout') expect(commands.every((line) => /^::\w+ title=/.test(line))).toBe(true);
    else if (name.includes('stdout') || name.includes('text')) {
      expect(commands).toEqual([]);
      expect(text).not.toMatch(/##(\[|vso\[)/);
    }
  });

  test('holds no live markup', () => {
    if (name.endsWith('html')) {
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toMatch(/<img|<\/style><style/);
    }
    if (name.endsWith('json') || name.endsWith('har')) expect(text).not.toContain('</script');
  });
});

/** Markdown without what stands in code blocks and code spans. */
const outsideOfCode = (markdown: string): string => {
  let fence = '';
  const lines = markdown.split('\n').filter((line) => {
    const ticks = /^`{3,}/.exec(line)?.[0] ?? '';
    const isEdge = fence ? ticks.length >= fence.length && line === ticks : ticks !== '';
    const wasInside = fence !== '';
    if (isEdge) fence = fence ? '' : ticks;
    return !isEdge && !wasInside;
  });
  return lines.map((line) => line.replace(/(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)/g, '')).join('\n');
};

test('markdown keeps hostile words in code', () => {
  const outside = outsideOfCode(texts['summary.md'] ?? '');
  expect(outside).not.toMatch(/(?<!\\)<(script|img|style)/);
  expect(outside).not.toMatch(/@everyone|https?:\/\/|www\.evil|```/);
  const live = (tag: string) => outside.split('\n').filter((line) => line.startsWith(tag)).length;
  expect(live('<details>')).toBe(report.findings.length);
  expect(live('</details>')).toBe(report.findings.length);
});

describe('text for a place', () => {
  test.each(Object.entries(HOSTILE))('%s keeps its meaning in JSON', (_, text) => {
    const json = inertJson({ text });
    expect(UNSEEN.test(json)).toBe(false);
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ text })));
  });

  test('what is not seen is written out, and the rest stays', () => {
    expect(visible('a\u202eb\tc\nd')).toBe('a\\u202eb\tc\nd');
    expect(oneLine('a\r\nb\u{e0041}')).toBe('a\\nb\\udb40\\udc41');
    expect(visible('R\u00e9seau \u{1f600} \u6771\u4eac')).toBe('R\u00e9seau \u{1f600} \u6771\u4eac');
  });

  test('a text is cut between code points', () => {
    expect(shorten('\u{1f600}'.repeat(5), 3)).toBe('\u{1f600}\u{1f600}…');
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('x'.repeat(10_000_000), 10)).toHaveLength(10);
  });

  test('terminal lines hold no command of a build server', () => {
    expect(terminal('##[error]x ##vso[y]')).toBe('\\u0023#[error]x \\u0023#vso[y]');
    expect(terminal('::error::x ::debug::y http://[::1]/a::b')).toBe(
      '\\u003a:error::x \\u003a:debug::y http://[::1]/a::b',
    );
  });

  test('Markdown is plain', () => {
    expect(markdownText('*a* <b> [c](d) | `e`')).toBe('\\*a\\* \\<b\\> \\[c\\]\\(d\\) \\| \\`e\\`');
    expect(markdownCode('a ``b`` c')).toBe('```a ``b`` c```');
    expect(markdownCode('`')).toBe('`` ` ``');
    expect(markdownBlock('```\nx', 'http')).toBe('````http\n```\nx\n````');
  });

  test('GitHub commands are encoded', () => {
    expect(commandData('50%\nx\r')).toBe('50%25%0Ax\\u000d');
    expect(commandProperty('a:b,c')).toBe('a%3Ab%2Cc');
  });

  test('a shell word is one word', () => {
    expect(shellWord(`it's`)).toBe(`'it'\\''s'`);
  });
});
