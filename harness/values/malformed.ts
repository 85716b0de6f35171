/** The text of an object with one more member, valid or not. */
export const adding = (member: string) => (text: string) =>
  text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`;

/** Names that the text may use: documented ones, or who refuses unknown fields would refuse it for them. */
export interface Names {
  readonly text: string;
  readonly number: string;
  readonly boolean: string;
}

/** For a body of which the document shows no field. */
const anyNames: Names = { text: 'name', number: 'conformance', boolean: 'conformance' };

type Spoil = (text: string, cut: number, names?: Names) => string | Buffer;

/** With a member about a number, which is no JSON. */
const withNumber =
  (value: string): Spoil =>
  (text, _cut, { number } = anyNames) =>
    adding(`"${number}": ${value}`)(text);

/** With bytes in a text. */
const withBytes =
  (...bytes: readonly number[]): Spoil =>
  (_text, _cut, { text } = anyNames) =>
    Buffer.concat([Buffer.from(`{"${text}": "a`), Buffer.from(bytes), Buffer.from('"}')]);

/** How such bytes are called. */
export const notUtf8 = 'bytes that are not UTF-8';

/** Ways to spoil the text of a JSON object, by name; `cut` picks a place. */
export const malformed: Readonly<Record<string, Spoil>> = {
  truncated: (text, cut) => text.slice(0, 1 + (cut % (text.length - 1))),
  'a trailing comma': (text, _cut, { number } = anyNames) =>
    `${text.slice(0, -1)}${text === '{}' ? `"${number}":1` : ''},}`,
  'single quotes': (_text, _cut, names = anyNames) => `{'${names.text}': 'conformance'}`,
  'an unquoted key': (_text, _cut, names = anyNames) => `{${names.text}: "conformance"}`,
  'a bare word': () => 'conformance',
  NaN: (_text, _cut, { number } = anyNames) => `{"${number}": NaN}`,
  'two values': (text) => `${text}${text}`,
  'a closing brace too many': (text) => `${text}}`,
  'an unescaped line break': (_text, _cut, names = anyNames) => `{"${names.text}": "a\nb"}`,
  'a comment': (text) => `{/* conformance */${text.slice(1)}`,
  'a leading zero': withNumber('007'),
  'a point without digits': withNumber('7.'),
  'a no-break space before it': (text) => `\u00a0${text}`,
  'a plus sign': withNumber('+7'),
  'a hexadecimal number': withNumber('0x7'),
  'a literal of another language': (text, _cut, { boolean } = anyNames) => adding(`"${boolean}": True`)(text),
  'an unknown escape': (text, _cut, names = anyNames) => adding(`"${names.text}": "\\x41"`)(text),
  'an incomplete escape': (text, _cut, names = anyNames) => adding(`"${names.text}": "\\u41"`)(text),
  'a missing comma': (text, _cut, names = anyNames) =>
    adding(`"${names.number}": 7 "${names.text}": "conformance"`)(text),
  'a word behind it': (text) => `${text} conformance`,
  'a form': (_text, _cut, names = anyNames) => `${names.text}=conformance`,
  [notUtf8]: withBytes(0xc3, 0x28, 0xff),
  // A slash in two bytes instead of one.
  [`overlong ${notUtf8}`]: withBytes(0xc0, 0xaf),
};

/** Those that begin as one JSON value and go on. */
export const behindIt: readonly string[] = ['two values', 'a closing brace too many', 'a word behind it'];

/** JSON values that are no object. */
export const nonObjects: readonly (readonly [label: string, text: string])[] = [
  ['an array', '[]'],
  ['an array of an object', '[{}]'],
  ['a string', '"conformance"'],
  ['a number', '7'],
  ['null', 'null'],
  ['true', 'true'],
];

interface Large {
  readonly words: string;
  readonly json: () => string;
}

const deep = (levels: number): Large[] => [
  { words: `${levels} levels of arrays`, json: () => '['.repeat(levels) + ']'.repeat(levels) },
  { words: `${levels} levels of objects`, json: () => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}` },
];

const long = (kilobytes: number): Large => ({
  words: `a text of ${kilobytes} KB`,
  json: () => `"${'n'.repeat(kilobytes * 1000)}"`,
});

/** Sizes just above common limits of 100, 256 and 512 KB. Many servers refuse a megabyte, and may. */
const usual = [...deep(2000), ...[120, 300, 900].map(long)];

/** @param hazards Whether what may end a server is among them. */
export const largeValues = (hazards: boolean): readonly Large[] =>
  hazards ? [...usual, ...deep(100_000)] : usual;
