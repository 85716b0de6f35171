/** What a value can be like, whatever its field: `empty`, `beyond 2^31`. */
import { uuid, uuidAndMore, uuidShaped } from '../../../schemas/uuid.js';
import { countsAsFalse } from '../../values/shapes.js';

type Attribute = readonly [words: string, has: (value: unknown) => boolean];

const text = (has: (value: string) => boolean) => (value: unknown) => typeof value === 'string' && has(value);
const number = (has: (value: number) => boolean) => (value: unknown) =>
  typeof value === 'number' && has(value);

/** Of a value that many languages take for false: nothing, 0, or an empty text; in some, an empty list is one too. */
export const countingAsFalse = 'truth:a value that counts as false';
export const emptyOrFalse = 'truth:a value that is empty or counts as false';

/** A server may take a value for none since it counts as false in its language, or all such values but null. */
export function truthOf(value: unknown): string[] {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (isEmpty) return [emptyOrFalse];
  if (!countsAsFalse(value)) return [];
  return [emptyOrFalse, countingAsFalse, ...(value === null ? [] : ['truth:0, false or an empty text'])];
}

/** Of an answer, not of the request. */
export const notAscii = 'answer:not ASCII';

/** Names with a special meaning in JavaScript. */
export const reserved: readonly unknown[] = ['__proto__', 'constructor'];
export const saying = (word: unknown) => `that says ${word}`;

/** Of what has the length and the hyphens of a UUID. */
const noHexadecimal = 'with letters other than a to f';

/** Of what has the letters and the length of one. */
const misplaced = 'with hyphens in other places';

/** How other documents write a UUID. */
const [urn, braces, bare] = ['in the form of a URN', 'in braces', 'without hyphens'] as const;

export const padded = ['with a line break behind it', 'with white space around it'];
/** What makes a word another one to a strict reader only. */
export const ofSpelling = [
  ...['with capitals', 'that is a UUID and more', noHexadecimal, misplaced],
  ...[urn, braces, bare],
  ...padded,
];

/** Properties of valid values that often break servers. */
export const attributes: readonly Attribute[] = [
  ['empty', text((value) => value === '')],
  ['blank', text((value) => value !== '' && value.trim() === '')],
  ['not ASCII', text((value) => /[^\0-\x7f]/.test(value))],
  ['beyond Latin-1', text((value) => /[^\0-\xff]/.test(value))],
  ['beyond the basic plane', text((value) => /[\u{10000}-\u{10ffff}]/u.test(value))],
  ['with combining characters', text((value) => /\p{M}/u.test(value))],
  ['that is a UUID and more', text((value) => uuidAndMore.test(value))],
  [noHexadecimal, text((value) => uuidShaped.test(value) && !uuid.test(value))],
  [misplaced, text((value) => /^[\da-f-]{36}$/.test(value) && !uuidShaped.test(value))],
  [urn, text((value) => value.startsWith('urn:uuid:'))],
  [braces, text((value) => /^\{[\da-f-]{36}\}$/.test(value))],
  [bare, text((value) => /^[\da-f]{32}$/.test(value))],
  // Where only this is taken: to many patterns a text also ends before its last line break.
  ['with a line break behind it', text((value) => /\S\n$/.test(value) && !/^\s/.test(value))],
  ['with control characters', text((value) => /\p{Cc}/u.test(value))],
  ['with a NUL', text((value) => value.includes('\0'))],
  ['with a lone surrogate', text((value) => /\p{Cs}/u.test(value))],
  ['with a noncharacter', text((value) => /[\ufffe\uffff]/.test(value))],
  ['with an apostrophe', text((value) => value.includes("'"))],
  ['with a double quote', text((value) => value.includes('"'))],
  ['with a backslash', text((value) => value.includes('\\'))],
  ['with a slash', text((value) => /^[^<]*\//.test(value))],
  ['with a per cent sign', text((value) => value.includes('%'))],
  ['a lone per cent sign', text((value) => value === '%')],
  ['with an ampersand', text((value) => value.includes('&'))],
  ['with braces', text((value) => /\{\d\}/.test(value))],
  ['with markup', text((value) => value.includes('<'))],
  ['that is no UUID of version 4', text((value) => uuid.test(value) && value[14] !== '4')],
  ['without markup', text((value) => !value.includes('<'))],
  ['with an image', text((value) => /<image\b/.test(value))],
  ['with an image that is no PNG', text((value) => /<image\b[^>]*"data:image\/(?!png)/.test(value))],
  ['with a script', text((value) => /<script\b/.test(value))],
  ['with a document type', text((value) => value.includes('<!DOCTYPE'))],
  ['with a namespace prefix', text((value) => /<\w+:svg\b/.test(value))],
  ['no well-formed XML', text((value) => / & /.test(value) || /<\/svg$/.test(value))],
  ['that says a number', text((value) => /^-?\d+(\.\d+)?(e\d+)?$/i.test(value))],
  ...reserved.map((word): Attribute => [saying(word), (value) => value === word]),
  // The usual limit first.
  ...[64, 32, 50, 100, 128, 255].map(
    (most): Attribute => [`longer than ${most} characters`, text((value) => value.length > most)],
  ),
  ['longer than 500 characters', text((value) => value.length > 500)],
  ['longer than 1,000 characters', text((value) => value.length > 1000)],
  ['longer than 4,000 characters', text((value) => value.length > 4000)],
  ['longer than 60,000 characters', text((value) => value.length > 60_000)],
  ['negative', number((value) => value < 0)],
  ['0', number((value) => value === 0)],
  // Where all that fails is beyond the bound of a type, that is likelier than any other number.
  ['above 2^63', number((value) => value > 2 ** 63)],
  ['beyond 2^15', number((value) => value > 2 ** 15 - 1 || value < -(2 ** 15))],
  ['of 2^15 or more', number((value) => value >= 2 ** 15)],
  ['of 2^31 or more', number((value) => value >= 2 ** 31)],
  ['of 2^32 or more', number((value) => value >= 2 ** 32)],
  ['beyond 2^31', number((value) => value > 2 ** 31 - 1 || value < -(2 ** 31))],
  ['beyond 2^32', number((value) => Math.abs(value) >= 2 ** 32)],
  ['above 2^32', number((value) => value > 2 ** 32)],
  ...[1, 2, 4, 8, 16, 100, 1000, 4096].map(
    (least): Attribute => [`above ${least}`, number((value) => value > least)],
  ),
  ['null', (value) => value === null],
  ['with capitals', text((value) => /\p{Lu}/u.test(value))],
  ['with small letters', text((value) => /\p{Ll}/u.test(value))],
  ['with white space around it', text((value) => value.trim() !== '' && value.trim() !== value)],
  ['with several blanks', text((value) => /\S {2,}\S/.test(value))],
  // The least telling come last.
  ['other than 0', number((value) => value !== 0)],
  ['not null', (value) => typeof value === 'string' || typeof value === 'number'],
];
