/** JSON that is refused for how it is spelled, and members that nobody has thought of (sections 1 and 4). */
import { type Field, fieldsOf } from '../../schemas/index.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families, type Row } from './fault.js';
import { disregarding, isRecord, refusing, rereading, sent } from './recipes.js';
import { isChunked } from './requests.js';
import { taking, updates, writings } from './shapes.js';

type Text = readonly [name: string, is: RegExp];

const spellings: readonly Text[] = [
  ['refuses-white-space', /^\s|\s$/],
  ['refuses-many-lines', /^\s*\{\n/],
  ['refuses-escapes', /\\u00[67]/],
  ['refuses-capital-digits', /\\u00[67][A-F]/],
];

const members: readonly Text[] = [
  ['crashes-on-nameless-fields', /"":/],
  ['crashes-on-proto', /"__proto__"/],
  ['crashes-on-constructor', /"constructor"/],
  ['crashes-on-many-levels', /\[{60}/],
];

const notations: readonly Text[] = [
  ['crashes-on-fractions-of-nought', /: \d+\.0\}/],
  ['crashes-on-exponents', /: \d+e[-+]?\d+\}/i],
  ['crashes-on-minus-nought', /: -0\}/],
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
  rows.map(([name, is]): Row => [name, refusing(status, textIs(is), 'decode')]);

const hasOthersThan = (fields: readonly Field[]) => (exchange: Exchange) =>
  Object.keys(sent(exchange)).some((sentOne) => !fields.some(({ name }) => name === sentOne));

const disregarded: readonly (readonly [name: string, is: Kind])[] = [
  ['disregards-white-space', textIs(/^\s|\s$/)],
  ['disregards-escapes', textIs(/\\u00[67]/)],
  ['disregards-charset', hasCharset],
  ['disregards-capitals', isDeclaredInCapitals],
];

/** A cloud instance has no number that the client sets. */
const withNumbers = writings.filter(({ id }) => id !== 'cloud.update');

export const spelling: Families = {
  'unusual JSON formatting refused': [
    ...breakingEach(writings, 'accepts.any-spelling', ...onText(400, spellings)),
    breaking('nodes.start', 'accepts.any-spelling')(
      'takes-only-two-braces',
      refusing(400, textIs(/^\s+\{\}|\{\}\s+$/), 'decode'),
    ),
  ],
  /** A media type with a parameter is taken for another one. */
  'media type parameter refused': breakingEach(taking, 'accepts.charset', [
    'refuses-charset',
    refusing(415, hasCharset, 'decode'),
  ]),
  'charset in capitals refused': breakingEach(writings, 'accepts.charset', [
    'refuses-charset-in-capitals',
    refusing(400, declares('charset=UTF-8'), 'decode'),
  ]),
  'names of headers read as they are written': breakingEach(taking, 'accepts.capitals', [
    'looks-for-small-letters',
    refusing(415, isDeclaredInCapitals, 'decode'),
  ]),
  /** The body is taken, and nothing of it. */
  'bodies ignored for unusual formatting': breakingEach(
    writings,
    'accepts.same-meaning',
    ...disregarded.map(([name, is]): Row => [name, disregarding(is)]),
  ),
  'bodies in another encoding': breakingEach(writings, 'accepts.same-meaning', [
    'reads-charset-as-latin-1',
    rereading((exchange) => {
      const { bytes } = exchange;
      return hasCharset(exchange) ? Buffer.from(bytes?.toString('latin1') ?? '') : bytes;
    }),
  ]),
  'numbers cut off where their exponent begins': [
    ...breakingEach(withNumbers, 'accepts.same-meaning', [
      'cuts-off-exponents',
      cuttingOff(/(?<=: )(\d+)e-?\d+(?=\})/i),
    ]),
    ...breakingEach(['drawings.create'], 'accepts.same-meaning', [
      'cuts-off-exponents-of-x',
      cuttingOff(/(?<="x": )(\d+)e-?\d+/i),
    ]),
  ],
  'letters in two escapes': breakingEach(writings, 'accepts.same-meaning', [
    'spoils-pairs-of-escapes',
    rereading(({ bytes }) => {
      const text = bytes?.toString() ?? '';
      return pair.test(text) ? Buffer.from(text.replace(pair, '\\ufffd\\ufffd')) : bytes;
    }),
  ]),
  'escaped slashes': [
    ...breakingEach(['drawings.create'], 'accepts.any-spelling', [
      'refuses-escaped-slashes',
      refusing(400, textIs(/\\\//), 'decode'),
    ]),
    ...breakingEach(['drawings.create'], 'accepts.same-meaning', [
      'keeps-backslashes-before-slashes',
      rereading(({ bytes }) => Buffer.from((bytes?.toString() ?? '').replaceAll('\\/', '\\\\/'))),
    ]),
  ],
  /** Some frameworks have another way of reading such bodies, which the checks are not part of. */
  'invalid values accepted from other readers of bodies': breakingEach(
    writings,
    'generated.broken',
    ['checks-no-charset', unchecked(hasCharset)],
    ['checks-no-chunks', unchecked(isChunked)],
  ),
  'crash on unknown fields': writings.flatMap((writing) =>
    breakingEach(
      [writing],
      'answers-unknown-fields',
      ['crashes-on-unknown-fields', refusing(500, hasOthersThan(fieldsOf(writing.body)), 'validate')],
      ...onText(500, members),
    ),
  ),
  'names of fields read in any letter case': breakingEach(updates, 'keeps-others', [
    'disregards-the-case-of-names',
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
