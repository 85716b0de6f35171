/** The same JSON spelled otherwise, and members of which the document says nothing (sections 1 and 4). */
import type { Field } from '../../schemas/index.js';
import { closing, inChunks, inTwo } from '../http/request.js';
import { adding, largeValues } from '../values/malformed.js';
import { resolvePlaceholders, type Surroundings, uniqueNameWith } from '../values/placeholders.js';
import { typesOf } from '../values/shapes.js';
import type { WriteOperation } from '../values/write-operations.js';
import { type Case, type CaseKind, type Declared, plainCase } from './case.js';
import type { FieldSurvey } from './facts.js';

type Spelling = readonly [words: string, spell: (text: string) => string, sent?: Declared];

const escaped = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;
/** The first letter, and one whose number has a hexadecimal digit, with a capital there (RFC 8259, 7). */
const inBothCases = (text: string) =>
  text
    .replace(/[a-z]/, escaped)
    .replace(/[j-oz]/, (letter) => escaped(letter).replace(/.$/, (digit) => digit.toUpperCase()));

export const spaced = [
  'white space in and around the body',
  (text: string) => `\r\n\t ${JSON.stringify(JSON.parse(text), null, 2)} \n`,
] as const satisfies Spelling;

const spellings: readonly Spelling[] = [spaced, ['escaped letters', inBothCases]];

const plainly = (text: string) => text;

/** The same text, declared or sent otherwise. */
export const sentOtherwise = {
  charset: ['a media type with charset', plainly, { contentType: 'application/json; charset=utf-8' }],
  chunked: ['a body in chunks', plainly, { headers: inChunks }],
  pieces: ['a body in two pieces', plainly, { headers: inTwo }],
  closing: ['Connection: close', plainly, { headers: closing }],
  // Names of headers are read in either case (RFC 9110, 5.1).
  capitals: ['a header name in capitals', plainly, { typeName: 'CONTENT-TYPE' }],
} as const satisfies Partial<Record<CaseKind, Spelling>>;

/** The same for text without an accent: names of charsets are read in either case (RFC 9110, 8.3.2). */
const plainOtherwise = {
  ...sentOtherwise,
  charset: ['a charset in capitals', plainly, { contentType: 'application/json; charset=UTF-8' }],
} as const satisfies Partial<Record<CaseKind, Spelling>>;

/** The kinds of these. */
export const otherwiseKinds = [
  'charset',
  'chunked',
  'closing',
  'capitals',
  'pieces',
] as const satisfies CaseKind[];

export const spelledKinds = ['spelling', ...otherwiseKinds] as const satisfies CaseKind[];

const unknown: readonly Spelling[] = [
  ['a field that the document does not name', adding('"conformance_unknown": 1')],
  ['a field without a name', adding('"": 1')],
  ['a field named __proto__', adding('"__proto__": {"conformance": 1}')],
  ['a field named constructor', adding('"constructor": null')],
];

const large = (hazards: boolean) =>
  largeValues(hazards).map(
    ({ words, json }): Spelling => [
      `a field that the document does not name, with ${words}`,
      (text) => adding(`"conformance_unknown": ${json()}`)(text),
    ],
  );

/**
 * The plain bodies in turn behind a plain one, so that one that is disregarded shows.
 * @param takesAccents Whether text that is not ASCII was taken, as it then is however it is sent.
 */
export function spelledCases(written: WriteOperation, takesAccents = false): Case[] {
  const duty = takesAccents ? 'accepted' : 'answered';
  return [
    plainCase(written, 0),
    accented(written, duty, 'charset', 'text with an accent and a media type with charset'),
    ...spelled(written, 'spelling', 'accepted', spellings),
    ...otherwiseKinds.flatMap((kind, turn) =>
      spelled(written, kind, 'accepted', [plainOtherwise[kind]], spellings.length + turn),
    ),
    accented(written, duty, 'chunked', 'text with an accent that a chunk cuts'),
    withOther(written, '\u{1f600}', 'answered', 'spelling', ['a letter written as two escapes', inEscapes]),
    // A name with a slash may lead into another folder.
    ...(written.creates ? spelled(written, 'spelling', 'accepted', [escapedSlashes]) : []),
  ];
}

/** Each unit of UTF-16 by itself, as JSON has it (RFC 8259, 7). */
const inEscapes = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const escapedSlashes: Spelling = ['a slash behind a backslash', (text) => text.replaceAll('/', '\\/')];

/** What may spoil a letter that not all charsets write alike. */
function accented(
  written: WriteOperation,
  duty: Case['duty'],
  kind: 'charset' | 'chunked',
  words: string,
): Case {
  const [, spell, sent] = sentOtherwise[kind];
  return withOther(written, '\u00e9', duty, kind, [words, spell, sent]);
}

/** With a letter that is not ASCII. */
function withOther(
  { creates }: WriteOperation,
  letter: string,
  duty: Case['duty'],
  kind: CaseKind,
  row: Spelling,
): Case {
  const means = creates ? { svg: `<svg><text>${letter}</text></svg>` } : { name: uniqueNameWith(letter) };
  return spelledCase(kind, duty, row, means);
}

/** Whether a target has taken text that is not ASCII where this is sent otherwise. */
export const takesAccents = ({ creates }: WriteOperation, { edges }: Pick<FieldSurvey, 'edges'>): boolean =>
  (edges.get(creates ? 'svg' : 'name') ?? []).some((each) => /[^\0-\x7f]/.test(String(each)));

export function unknownFieldCases(written: WriteOperation, hazards = false): Case[] {
  return spelled(written, 'unknown field', 'answered', [...unknown, ...large(hazards)]);
}

export const capitalName = 'a field whose name is in capitals';

/** Names of members differ by case (RFC 8259, 4): this one means nothing, where it is taken at all. */
export function nameInCapitals(): Case {
  const inCapitals = (text: string) => text.replace('"name"', '"NAME"');
  const named = (surroundings: Surroundings) =>
    inCapitals(JSON.stringify(resolvePlaceholders({ name: uniqueNameWith('c') }, surroundings)));
  return {
    kind: 'unknown field',
    duty: 'answered',
    trials: [{ field: '', class: capitalName, value: undefined }],
    raw: { text: named, means: {} },
  };
}

function spelled(
  { plainBodies }: WriteOperation,
  kind: Case['kind'],
  duty: Case['duty'],
  rows: readonly Spelling[],
  before = 0,
): Case[] {
  return rows.map((row, turn) =>
    spelledCase(kind, duty, row, plainBodies[(before + turn) % 2 === 0 ? 1 : 0]),
  );
}

function spelledCase(
  kind: CaseKind,
  duty: Case['duty'],
  [words, spell, sent]: Spelling,
  means: WriteOperation['plainBodies'][number],
): Case {
  const text = (surroundings: Surroundings) =>
    spell(JSON.stringify(resolvePlaceholders(means, surroundings)));
  return {
    kind,
    duty,
    trials: [{ field: '', class: words, value: undefined }],
    raw: { ...sent, text, means },
  };
}

/** The fields of the client that hold whole numbers. */
export const wholeNumbers = ({ fields, owned }: WriteOperation): readonly Field[] =>
  fields.filter(({ name, schema }) => typesOf(schema).includes('integer') && !owned.has(name));

/** The lists of which the document does not say what is in them. */
export const openLists = ({ fields }: WriteOperation): readonly Field[] =>
  fields.filter(({ schema }) => schema.type === 'array' && !schema.items);

/** No number of a usual type is as large: many parsers read it as infinite, which JSON cannot show. */
const tooLarge = '1e400';

/** The same whole number of all fields of the client in other notations of JSON, and one that is too large to hold. */
export function notationCases(written: WriteOperation): Case[] {
  const all = wholeNumbers(written);
  // What a number is that does not fit is left open: who takes it in one field may refuse it in another.
  const harmless = all.filter(({ schema }) => !schema['x-hazard']).slice(0, 1);
  return [
    ...(all.length > 0 ? ['1.0', '1E0', '10e-1', '-0'] : []).map((digits) => notation(digits, all)),
    ...harmless.map((field) => notation(tooLarge, [field])),
    ...openLists(written).map((field) => notation(tooLarge, [field], `[{"port_number": ${tooLarge}}]`)),
  ];
}

function notation(digits: string, fields: readonly Field[], value = digits): Case {
  const means = Object.fromEntries(fields.map(({ name }) => [name, 1]));
  return {
    kind: 'notation',
    duty: 'answered',
    trials: [{ field: '', class: `a number written as ${digits}`, value: undefined }],
    raw: {
      text: `{${fields.map(({ name }) => `"${name}": ${value}`).join(', ')}}`,
      ...(Number(digits) === 1 && { means }),
    },
  };
}
