/** The text of an object with one more member, valid or not. */
export const adding = (member: string) => (text: string) =>
  text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`;

/** Ways to spoil the text of a JSON object, by name; `cut` picks a place. */
export const malformed: Readonly<Record<string, (text: string, cut: number) => string | Buffer>> = {
  truncated: (text, cut) => text.slice(0, 1 + (cut % (text.length - 1))),
  'a trailing comma': (text) => `${text.slice(0, -1)}${text === '{}' ? '"a":1' : ''},}`,
  'single quotes': () => "{'name': 'conformance'}",
  'an unquoted key': () => '{name: "conformance"}',
  'a bare word': () => 'conformance',
  NaN: () => '{"name": NaN}',
  'two values': (text) => `${text}${text}`,
  'a closing brace too many': (text) => `${text}}`,
  'an unescaped line break': () => '{"name": "a\nb"}',
  'a comment': (text) => `{/* conformance */${text.slice(1)}`,
  'a leading zero': adding('"conformance": 007'),
  'a point without digits': adding('"conformance": 7.'),
  'a no-break space before it': (text) => `\u00a0${text}`,
  'a plus sign': adding('"conformance": +7'),
  'a hexadecimal number': adding('"conformance": 0x7'),
  'a literal of another language': adding('"conformance": None'),
  'an unknown escape': adding('"conformance": "\\x41"'),
  'a missing comma': adding('"conformance": 7 "again": 7'),
  'a word behind it': (text) => `${text} conformance`,
  'a form': () => 'name=conformance',
  'bytes that are not UTF-8': () =>
    Buffer.concat([Buffer.from('{"name": "a'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]),
};

/** JSON values that are no object. */
export const nonObjects: readonly (readonly [label: string, text: string])[] = [
  ['an array', '[]'],
  ['an array of an object', '[{}]'],
  ['a string', '"conformance"'],
  ['a number', '7'],
  ['null', 'null'],
  ['true', 'true'],
];
