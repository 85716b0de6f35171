/** JSON that is refused for how it is spelled, and members that nobody has thought of (sections 1 and 4). */
import type { OperationId } from '../../schemas/index.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { isRecord } from './recipes.js';
import { fieldsOf, type Writing, writings } from './shapes.js';

const badRequest = () => refuse(400, 'Bad request');
const crash = (): never => {
  throw new TypeError('not expected');
};

type Row = readonly [name: string, summary: string, is: RegExp];

const spellings: readonly Row[] = [
  ['refuses-white-space', 'refuses white space around the body', /^\s|\s$/],
  ['refuses-many-lines', 'refuses a body over several lines', /^\{\n/],
  ['refuses-escapes', 'refuses escaped letters', /\\u00[67]/],
];

const members: readonly Row[] = [
  ['crashes-on-nameless-fields', 'answers 500 to a field without a name', /"":/],
  ['crashes-on-proto', 'answers 500 to a field named __proto__', /"__proto__"/],
  ['crashes-on-constructor', 'answers 500 to a field named constructor', /"constructor"/],
  ['crashes-on-many-levels', 'answers 500 to many levels of arrays', /\[{60}/],
];

const notations: readonly Row[] = [
  ['crashes-on-fractions-of-nought', 'answers 500 to a whole number like 1.0', /: \d+\.0\}/],
  ['crashes-on-exponents', 'answers 500 to a whole number with an exponent', /: \d+e[-+]?\d+\}/i],
  ['crashes-on-minus-nought', 'answers 500 to -0', /: -0\}/],
];

const crashesOnUnknown = ({ body }: Writing): Hooks => {
  const known = new Set(fieldsOf(body).map(({ name }) => name));
  return {
    validate(exchange, next) {
      const { input } = exchange;
      return isRecord(input) && Object.keys(input).some((name) => !known.has(name))
        ? crash()
        : next(exchange);
    },
  };
};

type Kind = (exchange: Exchange) => boolean;

const textIs =
  (is: RegExp): Kind =>
  ({ bytes }) =>
    is.test(bytes?.toString() ?? '');
const hasCharset: Kind = ({ incoming }) => String(incoming.headers['content-type']).includes('charset');

/** Does something else with bodies of a kind. */
const decoding = (is: Kind, otherwise: (exchange: Exchange) => Answer | undefined): Hooks => ({
  decode: (exchange, next) => (is(exchange) ? otherwise(exchange) : next(exchange)),
});

const onText = (id: OperationId, rows: readonly Row[], aim: string, otherwise: () => Answer) =>
  rows.map(([name, summary, is]) => breaking(id, aim)(name, `${summary}.`, decoding(textIs(is), otherwise)));

type Disregarded = readonly [name: string, what: string, is: Kind];

const disregarded: readonly Disregarded[] = [
  ['disregards-white-space', 'a body with white space around it', textIs(/^\s|\s$/)],
  ['disregards-escapes', 'a body with escaped letters', textIs(/\\u00[67]/)],
  ['disregards-charset', 'a body that is declared with a charset', hasCharset],
];

export const spelling: Families = {
  'unusual JSON formatting refused': writings.flatMap(({ id }) =>
    onText(id, spellings, 'accepts.any-spelling', badRequest),
  ),
  /** A media type with a parameter is taken for another one. */
  'media type parameter refused': writings.map(({ id }) =>
    breaking(id, 'accepts.charset')(
      'refuses-charset',
      'answers 415 to a media type with a charset.',
      decoding(hasCharset, () => refuse(415, 'Unsupported media type')),
    ),
  ),
  /** The body is taken, and nothing of it. */
  'bodies ignored for unusual formatting': writings.flatMap(({ id }) =>
    disregarded.map(([name, what, is]) =>
      breaking(id, 'accepts.same-meaning')(
        name,
        `takes no notice of ${what}.`,
        decoding(is, (exchange) => {
          exchange.input = {};
          return undefined;
        }),
      ),
    ),
  ),
  'crash on unknown fields': writings.flatMap((writing) => [
    breaking(writing.id, 'answers-unknown-fields')(
      'crashes-on-unknown-fields',
      'answers 500 to a field that the document does not name.',
      crashesOnUnknown(writing),
    ),
    ...onText(writing.id, members, 'answers-unknown-fields', crash),
  ]),
  'crash on unusual number notations': writings
    .filter(({ id }) => id !== 'cloud.update')
    .flatMap(({ id }) => onText(id, notations, 'answers-notations', crash)),
};
