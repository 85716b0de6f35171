/** Text and numbers at the edges of what JSON and the document allow. */

const long = 'n'.repeat(301);

/** Text that the document allows for any string. */
export const wideText: readonly string[] = [
  '',
  ' ',
  long,
  'n'.repeat(64 * 1024),
  'é',
  'Ωмир中文',
  '😀',
  'e\u0301\u0323',
  '"',
  "'",
  '\\',
  '\t\n',
  '\u0001',
  '\u007f',
  '%',
  '%s%00',
  'a%41',
  '<b>&amp;',
  '<b>&amp;</b>',
  'a/b',
  '../a',
  'null',
  '-1',
  '{0}',
  '\u202eabc',
];

/** Well-formed drawings that are easily cut, escaped once too often, or written in too small an alphabet. */
export const wideSvg: readonly string[] = [
  `<svg><path d="M0 0${' L10 10'.repeat(300)}"/></svg>`,
  `<svg><desc>${long.repeat(233)}</desc></svg>`,
  // Read in pieces, some character lies across two of them: whatever comes before, in one text or the other.
  `<svg><desc>${'\u{1f600}'.repeat(20_000)}</desc></svg>`,
  `<svg><desc>nn${'\u{1f600}'.repeat(20_000)}</desc></svg>`,
  '<svg><text>a &lt; b &amp; c</text></svg>',
  '<svg><text>\u00e9 \u03a9 \u4e2d e\u0301 \u{1f600}</text></svg>',
];

/** Drawings that are no XML: what a string may hold is not said. */
export const brokenSvg: readonly string[] = [
  '<svg><text>a & b</text>',
  '<svg width=1><g></svg',
  `<svg><desc>${long.repeat(3)} & </g>`,
];

/** Legal JSON text that many implementations cannot hold. */
export const oddText: readonly string[] = ['\u0000', 'a\u0000b', '\ud800', '\udc00a', '\ufffe', '\uffff'];

export const wideIntegers: readonly number[] = [
  0,
  1,
  -1,
  2 ** 15,
  -(2 ** 15),
  65536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  -(2 ** 32),
  2 ** 53 - 1,
  -(2 ** 53) + 1,
];

/** For fields that make a server allocate. */
export const smallIntegers: readonly number[] = [0, 1, -1, 2, 3, 7, 8, 15, 16, -16];
