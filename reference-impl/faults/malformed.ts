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
const parsers: readonly (readonly [name: string, summary: string, hooks: Hooks])[] = [
  ['ignores-body', 'takes a body that is not valid JSON for {}', lenient(() => ({}))],
  [
    'closes-brackets',
    'completes JSON that is cut off',
    lenient(
      as(
        (text) =>
          /^\{[^}]*$/.test(text) && !/'|: [A-Z]|\n/.test(text) && /^\{"?/.test(text) && !/^\{\w/.test(text),
      ),
    ),
  ],
  ['takes-trailing-commas', 'takes a trailing comma', mends(/,\s*\}/g, '}')],
  ['takes-single-quotes', 'takes single quotes', mends(/'/g, '"')],
  ['takes-bare-keys', 'takes keys without quotes', mends(/([{,]\s*)(\w+):/g, '$1"$2":')],
  ['takes-bare-words', 'takes a bare word for {}', lenient(as((text) => /^\w+$/.test(text)))],
  ['takes-nan', 'takes NaN', lenient(as((text) => text.includes('NaN')))],
  ['takes-line-breaks', 'takes a line break inside text', mends(/\n/g, '\\n')],
  ['takes-surplus-braces', 'takes a closing brace too many', mends(/\}$/, '')],
  [
    'takes-the-first-of-two',
    'takes the first of two JSON values',
    lenient((text) =>
      text.length % 2 === 0 && text.slice(0, text.length / 2) === text.slice(text.length / 2)
        ? JSON.parse(text.slice(0, text.length / 2))
        : undefined,
    ),
  ],
  ['takes-comments', 'takes a comment', mends(/\/\*.*?\*\//g, '')],
  ['takes-bare-points', 'takes a number that ends with its point', mends(/(\d)\.(?=[,}])/g, '$1')],
  [
    'takes-any-space',
    'takes a no-break space for white space',
    lenient((text) => (text.startsWith('\u00a0') ? JSON.parse(text.trim()) : undefined)),
  ],
  ['takes-leading-zeros', 'takes a number with leading zeros', mends(/: 0+([1-9])/g, ': $1')],
  ['takes-plus-signs', 'takes a number with a plus sign', mends(': +', ': ')],
  [
    'takes-hexadecimal',
    'takes a hexadecimal number',
    lenient((text) => JSON.parse(text.replace(/: (0x[0-9a-f]+)/g, (_, digits) => `: ${Number(digits)}`))),
  ],
  ['takes-other-literals', 'takes True for true', mends(': True', ': true')],
  ['takes-unknown-escapes', 'takes an escape that JSON does not have', mends('\\x', '\\u00')],
  ['takes-short-escapes', 'takes an escape of two digits', mends(/\\u(?=\w\w")/, '\\u00')],
  ['takes-missing-commas', 'takes members without a comma between them', mends(/(\d) "/g, '$1, "')],
  ['takes-words-behind', 'takes a word behind the JSON', mends(/ \w+$/, '')],
  ['takes-forms', 'takes a form', lenient(as((text) => /^\w+=\w+$/.test(text)))],
  [
    'repairs-invalid-utf8',
    'replaces bytes that are not UTF-8',
    lenient((text, bytes) => (Buffer.from(text).equals(bytes) ? undefined : JSON.parse(text)), true),
  ],
  [
    'takes-overlong-forms',
    'reads a slash that is written in two bytes, which is not UTF-8',
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
  'malformed JSON accepted': breakingEach(
    taking,
    'refuses.malformed-json',
    ...parsers.map(([name, summary, hooks]): Row => [name, `${summary}.`, hooks]),
  ),
  'malformed JSON in arrays accepted': breakingEach(['cloud.update'], 'refuses.malformed-json', [
    'takes-nan-in-arrays',
    'takes NaN for an item of an array.',
    lenient(as((text) => /\[.*NaN/.test(text))),
  ]),
  'crash on malformed JSON': breakingEach(taking, 'refuses.malformed-json', [
    'crashes-on-malformed',
    'answers 500 to a body that is not valid JSON.',
    { decode: (exchange, next) => next(exchange) && refuse(500, 'unexpected end of input') },
  ]),
  'crash on incomplete escapes': breakingEach(taking, 'refuses.malformed-json', [
    'crashes-on-short-escapes',
    'answers 500 to an escape of two digits.',
    refusing(500, ({ bytes }) => /\\u\w\w"/.test(bytes?.toString() ?? ''), 'decode'),
  ]),
  'bodies that are not objects accepted': breakingEach(
    taking,
    'refuses.non-object',
    ...nonObjects.map(
      ([name, is]): Row => [
        `takes-${name}-for-body`,
        `takes a body of the kind "${name}" for {}.`,
        before((input) => (is(input) ? {} : input)),
      ],
    ),
    [
      'crashes-on-non-object',
      'answers 500 to a body that is no object.',
      refusing(500, ({ input }) => !isRecord(input), 'validate'),
    ],
  ),
};
