/** JSON that is refused for how it is spelled, and members that nobody has thought of (sections 1 and 4). */
import { type Field, fieldsOf } from '../../schemas/index.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families, type Row } from './fault.js';
import { disregarding, isRecord, refusing, rereading, sent } from './recipes.js';
import { isChunked } from './requests.js';
import { taking, updates, writings } from './shapes.js';

type Text = readonly [name: string, summary: string, is: RegExp];

const spellings: readonly Text[] = [
  ['refuses-white-space', 'refuses white space around the body', /^\s|\s$/],
  ['refuses-many-lines', 'refuses a body over several lines', /^\s*\{\n/],
  ['refuses-escapes', 'refuses escaped letters', /\\u00[67]/],
  ['refuses-capital-digits', 'refuses an escape with a digit in capitals', /\\u00[67][A-F]/],
];

const members: readonly Text[] = [
  ['crashes-on-nameless-fields', 'answers 500 to a field without a name', /"":/],
  ['crashes-on-proto', 'answers 500 to a field named __proto__', /"__proto__"/],
  ['crashes-on-constructor', 'answers 500 to a field named constructor', /"constructor"/],
  ['crashes-on-many-levels', 'answers 500 to many levels of arrays', /\[{60}/],
];

const notations: readonly Text[] = [
  ['crashes-on-fractions-of-nought', 'answers 500 to a whole number like 1.0', /: \d+\.0\}/],
  ['crashes-on-exponents', 'answers 500 to a whole number with an exponent', /: \d+e[-+]?\d+\}/i],
  ['crashes-on-minus-nought', 'answers 500 to -0', /: -0\}/],
];

/** Two escapes for one letter (RFC 8259, 7). */
const pair = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/i;

const cuttingOff = (exponent: RegExp) =>
  rereading(({ bytes }) => {
    const text = bytes?.toString() ?? '';
    return exponent.test(text) ? Buffer.from(text.replace(exponent, '$1')) : bytes;
  });

type Kind = (exchange: Exchange) => boolean;

const textIs =
  (is: RegExp): Kind =>
  ({ bytes }) =>
    is.test(bytes?.toString() ?? '');

const declares =
  (words: string): Kind =>
  ({ incoming }) =>
    String(incoming.headers['content-type']).includes(words);

export const hasCharset = declares('charset');

const isDeclaredInCapitals: Kind = ({ incoming }) => incoming.rawHeaders.includes('CONTENT-TYPE');

const unchecked = (is: Kind): Hooks => ({
  validate: (exchange, next) => (isRecord(exchange.input) && is(exchange) ? undefined : next(exchange)),
});

const onText = (status: number, rows: readonly Text[]) =>
  rows.map(([name, summary, is]): Row => [name, `${summary}.`, refusing(status, textIs(is), 'decode')]);

const hasOthersThan = (fields: readonly Field[]) => (exchange: Exchange) =>
  Object.keys(sent(exchange)).some((sentOne) => !fields.some(({ name }) => name === sentOne));

const disregarded: readonly (readonly [name: string, what: string, is: Kind])[] = [
  ['disregards-white-space', 'a body with white space around it', textIs(/^\s|\s$/)],
  ['disregards-escapes', 'a body with escaped letters', textIs(/\\u00[67]/)],
  ['disregards-charset', 'a body that is declared with a charset', hasCharset],
  ['disregards-capitals', 'a body that is declared by CONTENT-TYPE in capitals', isDeclaredInCapitals],
];

/** A cloud instance has no number that the client sets. */
const withNumbers = writings.filter(({ id }) => id !== 'cloud.update');

export const spelling: Families = {
  'unusual JSON formatting refused': [
    ...breakingEach(writings, 'accepts.any-spelling', ...onText(400, spellings)),
    breaking('nodes.start', 'accepts.any-spelling')(
      'takes-only-two-braces',
      'answers 400 to an empty object with white space around it.',
      refusing(400, textIs(/^\s+\{\}|\{\}\s+$/), 'decode'),
    ),
  ],
  /** A media type with a parameter is taken for another one. */
  'media type parameter refused': breakingEach(taking, 'accepts.charset', [
    'refuses-charset',
    'answers 415 to a media type with a charset.',
    refusing(415, hasCharset, 'decode'),
  ]),
  'charset in capitals refused': breakingEach(writings, 'accepts.charset', [
    'refuses-charset-in-capitals',
    'answers 400 to a media type with charset=UTF-8.',
    refusing(400, declares('charset=UTF-8'), 'decode'),
  ]),
  'names of headers read as they are written': breakingEach(taking, 'accepts.capitals', [
    'looks-for-small-letters',
    'answers 415 where the name of Content-Type is written in capitals.',
    refusing(415, isDeclaredInCapitals, 'decode'),
  ]),
  /** The body is taken, and nothing of it. */
  'bodies ignored for unusual formatting': breakingEach(
    writings,
    'accepts.same-meaning',
    ...disregarded.map(([name, what, is]): Row => [name, `takes no notice of ${what}.`, disregarding(is)]),
  ),
  'bodies in another encoding': breakingEach(writings, 'accepts.same-meaning', [
    'reads-charset-as-latin-1',
    'reads a body that is declared with a charset as Latin-1.',
    rereading((exchange) => {
      const { bytes } = exchange;
      return hasCharset(exchange) ? Buffer.from(bytes?.toString('latin1') ?? '') : bytes;
    }),
  ]),
  'numbers cut off where their exponent begins': [
    ...breakingEach(withNumbers, 'accepts.same-meaning', [
      'cuts-off-exponents',
      'reads 10 where 10e-1 is written.',
      cuttingOff(/(?<=: )(\d+)e-?\d+(?=\})/i),
    ]),
    ...breakingEach(['drawings.create'], 'accepts.same-meaning', [
      'cuts-off-exponents-of-x',
      'reads 10 where 10e-1 is written for x.',
      cuttingOff(/(?<="x": )(\d+)e-?\d+/i),
    ]),
  ],
  'letters in two escapes': breakingEach(writings, 'accepts.same-meaning', [
    'spoils-pairs-of-escapes',
    'reads two replacement characters for a letter that is written as two escapes.',
    rereading(({ bytes }) => {
      const text = bytes?.toString() ?? '';
      return pair.test(text) ? Buffer.from(text.replace(pair, '\\ufffd\\ufffd')) : bytes;
    }),
  ]),
  'escaped slashes': [
    ...breakingEach(['drawings.create'], 'accepts.any-spelling', [
      'refuses-escaped-slashes',
      'answers 400 to an escaped slash.',
      refusing(400, textIs(/\\\//), 'decode'),
    ]),
    ...breakingEach(['drawings.create'], 'accepts.same-meaning', [
      'keeps-backslashes-before-slashes',
      'keeps the backslash that a slash in JSON may have before it.',
      rereading(({ bytes }) => Buffer.from((bytes?.toString() ?? '').replaceAll('\\/', '\\\\/'))),
    ]),
  ],
  /** Some frameworks have another way of reading such bodies, which the checks are not part of. */
  'invalid values accepted from other readers of bodies': breakingEach(
    writings,
    'generated.broken',
    ['checks-no-charset', 'checks nothing that is declared with a charset.', unchecked(hasCharset)],
    ['checks-no-chunks', 'checks nothing that comes in chunks.', unchecked(isChunked)],
  ),
  'crash on unknown fields': writings.flatMap((writing) =>
    breakingEach(
      [writing],
      'answers-unknown-fields',
      [
        'crashes-on-unknown-fields',
        'answers 500 to a field that the document does not name.',
        refusing(500, hasOthersThan(fieldsOf(writing.body)), 'validate'),
      ],
      ...onText(500, members),
    ),
  ),
  'names of fields read in any letter case': breakingEach(updates, 'keeps-others', [
    'disregards-the-case-of-names',
    'takes the names of fields in capitals as well.',
    rereading(({ bytes }) =>
      Buffer.from(
        (bytes?.toString('latin1') ?? '').replace(/"[A-Z_]+"(?=:)/g, (name) => name.toLowerCase()),
        'latin1',
      ),
    ),
  ]),
  'crash on unusual number notations': breakingEach(
    withNumbers,
    'answers-notations',
    ...onText(500, notations),
  ),
};
