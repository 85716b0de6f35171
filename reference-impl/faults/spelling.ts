/** JSON that is refused for how it is spelled, and members that nobody has thought of (sections 1 and 4). */
import type { OperationId } from '../../schemas/index.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { type Seeded, seed } from './fault.js';
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
  rows.map(([name, summary, is]) => seed(id, name, `${summary}.`, [aim], decoding(textIs(is), otherwise)));

export const refusesSpelling: readonly Seeded[] = writings.flatMap(({ id }) =>
  onText(id, spellings, 'accepts.any-spelling', badRequest),
);

export const crashesOnMembers: readonly Seeded[] = writings.flatMap((writing) => [
  seed(
    writing.id,
    'crashes-on-unknown-fields',
    'answers 500 to a field that the document does not name.',
    ['answers-unknown-fields'],
    crashesOnUnknown(writing),
  ),
  ...onText(writing.id, members, 'answers-unknown-fields', crash),
]);

export const crashesOnNotations: readonly Seeded[] = writings
  .filter(({ id }) => id !== 'cloud.update')
  .flatMap(({ id }) => onText(id, notations, 'answers-notations', crash));

/** A media type with a parameter is taken for another one. */
export const refusesCharset: readonly Seeded[] = writings.map(({ id }) =>
  seed(
    id,
    'refuses-charset',
    'answers 415 to a media type with a charset.',
    ['accepts.charset'],
    decoding(hasCharset, () => refuse(415, 'Unsupported media type')),
  ),
);

type Disregarded = readonly [name: string, what: string, is: Kind];

const disregarded: readonly Disregarded[] = [
  ['disregards-white-space', 'a body with white space around it', textIs(/^\s|\s$/)],
  ['disregards-escapes', 'a body with escaped letters', textIs(/\\u00[67]/)],
  ['disregards-charset', 'a body that is declared with a charset', hasCharset],
];

/** The body is taken, and nothing of it. */
export const disregardsSpelling: readonly Seeded[] = writings.flatMap(({ id }) =>
  disregarded.map(([name, what, is]) =>
    seed(
      id,
      name,
      `takes no notice of ${what}.`,
      ['accepts.same-meaning'],
      decoding(is, (exchange) => {
        exchange.input = {};
        return undefined;
      }),
    ),
  ),
);
