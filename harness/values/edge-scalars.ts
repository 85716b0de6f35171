/** Text and numbers at the edges of what JSON and the document allow, each with the class that it stands for. */

/** A value with what is special about it, in words that complete "name is …". */
export interface Classed {
  readonly class: string;
  readonly value: unknown;
}

const classed = (rows: readonly (readonly [words: string, value: unknown])[]): readonly Classed[] =>
  rows.map(([words, value]) => ({ class: words, value }));

const long = 'n'.repeat(301);

/** Text that the document allows for any string. */
export const edgeText = classed([
  ['empty', ''],
  ['a blank', ' '],
  ['text of 301 characters', long],
  ['text of 64 KiB', 'n'.repeat(64 * 1024)],
  ['text with an accent', 'é'],
  ['text in other scripts', 'Ωмир中文שלוםسلامßİı€'],
  ['an emoji', '😀'],
  // Wherever its bytes are cut, at an even place, a character is.
  ['many emoji', `n${'😀'.repeat(64)}`],
  ['text with combining characters', 'e\u0301\u0323'],
  ['a double quote', '"'],
  ['an apostrophe', "'"],
  ['a backslash', '\\'],
  ['a tab and a line break', '\t\n'],
  ['a control character', '\u0001'],
  ['a delete character', '\u007f'],
  ['a per cent sign', '%'],
  ['dollar signs', 'a$$b$&c$1'],
  ['a format string', '%s%00'],
  ['a percent-encoded letter', 'a%41'],
  ['markup with an open tag', '<b>&amp;'],
  ['markup', '<b>&amp;</b>'],
  ['a path upwards', '../a'],
  ['the text null', 'null'],
  ['a number in text', '0'],
  ['a format placeholder', 'port {0}'],
]);

/** Names that mean something in a language that a server is written in or stores them in, and some that may be tidied up. */
export const edgeNames = classed([
  ['the name __proto__', '__proto__'],
  ['the name constructor', 'constructor'],
  ['a name with blanks inside', 'Conf  a'],
  ['the name true', 'true'],
  ['a date as name', '2024-05-06T07:08:09Z'],
  ['a number with a 0 before it', '007'],
  ['a name with signs', 'a+b, c=d; (e) [f] #g @h !i ~j ^k |l *m ?n.'],
]);

/** A picture of one pixel, whole and cut off. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const cutOffJpeg = '/9j/';

/** A drawing with a picture in it beside a text, as drawing programs write it; long enough to be taken apart. */
const withImage = (href: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60"><image xlink:href="${href}" width="9" height="9"/><text>conformance</text><desc>${long}</desc></svg>`;

const emojiDrawing = (before: number, after: number) =>
  `<svg><desc>${'\u{1f600}'.repeat(before)}nn${'\u{1f600}'.repeat(after)}</desc></svg>`;

/** Well-formed drawings that are easily cut, escaped once too often, or written in too small an alphabet. */
export const edgeSvg = classed([
  ['a drawing of 2 KB', `<svg><path d="M0 0${' L10 10'.repeat(300)}"/></svg>`],
  ['a drawing of 70 KB', `<svg><desc>${long.repeat(233)}</desc></svg>`],
  // Read in pieces, some character lies across two of them: whatever comes before, in one text or the other. They
  // have the same length and the same beginning, as if one were the other.
  ['a drawing of 80 KB of emoji', emojiDrawing(20_000, 0)],
  ['a drawing of 80 KB of emoji', emojiDrawing(3000, 17_000)],
  ['a drawing with entities', '<svg><text>a &lt; b &amp; c</text></svg>'],
  // Two make one, and one before a digit a piece of what is replaced, where a text is put into another by a pattern.
  ['a drawing with backslashes', '<svg><text>\\\\ \\0 \\1</text></svg>'],
  ['a drawing with white space around it', ' <svg><text>\r\n a\tb </text></svg>\n'],
  ['a drawing with signs', '<svg><text>a+b %20 #c ;d =e @f ~g ?h *i [j] (k) ^l |m !n</text></svg>'],
  ['a drawing with an accent', '<svg><text>\u00e9</text></svg>'],
  ['a drawing in other scripts', '<svg><text>\u03a9 \u4e2d \u00df \u0130 \u20ac</text></svg>'],
  ['a drawing with a document type', '<!DOCTYPE svg><svg><text>conformance</text></svg>'],
  ['a drawing with a script', '<svg><script>0</script><text>conformance</text></svg>'],
  ['a drawing with an image', withImage(`data:image/png;base64,${png}`)],
  ['a drawing with a drawing as image', withImage('data:image/svg+xml,%3Csvg%3E%3C/svg%3E')],
  [
    'a drawing with a namespace prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:circle r="5"/><s:desc>${long.repeat(2)}</s:desc></s:svg>`,
  ],
  ['a drawing with non-ASCII text', '<svg><text>\u00e9 \u03a9 \u4e2d e\u0301 \u{1f600}</text></svg>'],
]);

/** Drawings that are no XML, or hold what is none: what a string may hold is not said. */
export const brokenSvg = classed([
  ['no well-formed XML', '<svg><text>a & b</text>'],
  ['no well-formed XML', '<svg width=1><g></svg'],
  ['no well-formed XML', `<svg><desc>${long.repeat(3)} & </g>`],
  ['a drawing with an image that is cut off', withImage(`data:image/jpeg;base64,${cutOffJpeg}`)],
]);

/** Legal JSON text that many implementations cannot hold. */
export const unusualText = classed([
  ['a NUL character', '\u0000'],
  ['text with a NUL character', 'a\u0000b'],
  ['a lone surrogate', '\ud800'],
  ['text with a lone surrogate', '\udc00a'],
  ['the noncharacter U+FFFE', '\ufffe'],
  ['the noncharacter U+FFFF', '\uffff'],
]);

/** The same inside a drawing. */
export const unusualSvg = classed([
  ['a drawing with a NUL character', '<svg><text>a\u0000b</text></svg>'],
  ['a drawing with a lone surrogate', '<svg><text>\udc00a</text></svg>'],
]);

const number = (value: number): Classed => ({ class: String(value), value });

export const edgeIntegers: readonly Classed[] = [
  ...[0, 1, -1].map(number),
  { class: '2^15', value: 2 ** 15 },
  { class: '-2^15', value: -(2 ** 15) },
  { class: '2^16', value: 65536 },
  { class: '2^31 - 1', value: 2 ** 31 - 1 },
  { class: '2^31', value: 2 ** 31 },
  { class: '-2^31 - 1', value: -(2 ** 31) - 1 },
  { class: '2^32', value: 2 ** 32 },
  { class: '-2^32', value: -(2 ** 32) },
  { class: '2^53 - 1', value: 2 ** 53 - 1 },
  { class: '-2^53 + 1', value: -(2 ** 53) + 1 },
  { class: '2^64', value: 2 ** 64 },
];

/** For fields that make a server allocate. */
export const smallIntegers: readonly Classed[] = [0, 1, -1, 2, 3, 7, 8, 15, 16, -16].map(number);

/** For amounts of memory: nothing that an ordinary machine does not have, and what a count of bytes has no room for. */
export const memorySizes: readonly Classed[] = [0, 1, -1, 2, 2048, 1024, 128, 256, 16, -16].map(number);
