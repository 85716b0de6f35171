/** Bodies that are no JSON object, and are taken for one (section 4). */
import { isUtf8 } from 'node:buffer';
import { refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { before } from './checks.js';
import { breakingEach, type Families, type Row } from './fault.js';
import { isRecord, refusing } from './recipes.js';
import { taking } from './shapes.js';

/** Takes a body that is refused otherwise for what `read` makes of it; undefined refuses it. */
const lenient = (read: (text: string, bytes: Buffer) => unknown, ofAnyBytes = false): Hooks => ({
  decode(exchange, next) {
    const refusal = next(exchange);
    if (!refusal || !exchange.bytes) return refusal;
    const { bytes } = exchange;
    // One leniency at a time: what is no text is not read as one.
    const value = attempt(() => read(isUtf8(bytes) || ofAnyBytes ? bytes.toString() : '', bytes));
    if (value === undefined) return refusal;
    exchange.input = value;
    return undefined;
  },
});

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Reads what the text is mended to. */
const mends = (pattern: string | RegExp, by: string) =>
  lenient((text) => JSON.parse(text.replace(pattern, by)));

const as = (when: (text: string) => boolean) => (text: string) => (when(text) ? {} : undefined);

/** What lenient parsers let pass. */
const parsers: readonly Row[] = [
  ['ignores-body', lenient(() => ({}))],
  [
    'closes-brackets',
    lenient(
      as(
        (text) =>
          /^\{[^}]*$/.test(text) && !/'|: [A-Z]|\n/.test(text) && /^\{"?/.test(text) && !/^\{\w/.test(text),
      ),
    ),
  ],
  ['takes-trailing-commas', mends(/,\s*\}/g, '}')],
  ['takes-single-quotes', mends(/'/g, '"')],
  ['takes-bare-keys', mends(/([{,]\s*)(\w+):/g, '$1"$2":')],
  ['takes-bare-words', lenient(as((text) => /^\w+$/.test(text)))],
  ['takes-nan', lenient(as((text) => text.includes('NaN')))],
  ['takes-line-breaks', mends(/\n/g, '\\n')],
  ['takes-surplus-braces', mends(/\}$/, '')],
  [
    'takes-the-first-of-two',
    lenient((text) =>
      text.length % 2 === 0 && text.slice(0, text.length / 2) === text.slice(text.length / 2)
        ? JSON.parse(text.slice(0, text.length / 2))
        : undefined,
    ),
  ],
  ['takes-comments', mends(/\/\*.*?\*\//g, '')],
  ['takes-bare-points', mends(/(\d)\.(?=[,}])/g, '$1')],
  ['takes-any-space', lenient((text) => (text.startsWith('\u00a0') ? JSON.parse(text.trim()) : undefined))],
  ['takes-leading-zeros', mends(/: 0+([1-9])/g, ': $1')],
  ['takes-plus-signs', mends(': +', ': ')],
  [
    'takes-hexadecimal',
    lenient((text) => JSON.parse(text.replace(/: (0x[0-9a-f]+)/g, (_, digits) => `: ${Number(digits)}`))),
  ],
  ['takes-other-literals', mends(': True', ': true')],
  ['takes-unknown-escapes', mends('\\x', '\\u00')],
  ['takes-short-escapes', mends(/\\u(?=\w\w")/, '\\u00')],
  ['takes-missing-commas', mends(/(\d) "/g, '$1, "')],
  ['takes-words-behind', mends(/ \w+$/, '')],
  ['takes-forms', lenient(as((text) => /^\w+=\w+$/.test(text)))],
  [
    'repairs-invalid-utf8',
    lenient((text, bytes) => (Buffer.from(text).equals(bytes) ? undefined : JSON.parse(text)), true),
  ],
  [
    'takes-overlong-forms',
    lenient((_, bytes) => {
      const mended = Buffer.from(bytes.toString('latin1').replaceAll('\xc0\xaf', '/'), 'latin1');
      return mended.length < bytes.length && isUtf8(mended) ? JSON.parse(mended.toString()) : undefined;
    }, true),
  ],
];

const nonObjects: readonly (readonly [name: string, is: (value: unknown) => boolean])[] = [
  ['array', Array.isArray],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['null', (value) => value === null],
  ['true', (value) => value === true],
];

export const malformed: Families = {
  'malformed JSON accepted': breakingEach(taking, 'refuses.malformed-json', ...parsers),
  'malformed JSON in arrays accepted': breakingEach(['cloud.update'], 'refuses.malformed-json', [
    'takes-nan-in-arrays',
    lenient(as((text) => /\[.*NaN/.test(text))),
  ]),
  'crash on malformed JSON': breakingEach(taking, 'refuses.malformed-json', [
    'crashes-on-malformed',
    { decode: (exchange, next) => next(exchange) && refuse(500, 'unexpected end of input') },
  ]),
  'crash on incomplete escapes': breakingEach(taking, 'refuses.malformed-json', [
    'crashes-on-short-escapes',
    refusing(500, ({ bytes }) => /\\u\w\w"/.test(bytes?.toString() ?? ''), 'decode'),
  ]),
  'bodies that are not objects accepted': breakingEach(
    taking,
    'refuses.non-object',
    ...nonObjects.map(
      ([name, is]): Row => [`takes-${name}-for-body`, before((input) => (is(input) ? {} : input))],
    ),
    ['crashes-on-non-object', refusing(500, ({ input }) => !isRecord(input), 'validate')],
  ),
};
