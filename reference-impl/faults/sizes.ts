/** Bodies that are deep or long, and that a server falls over (section 8: limits are not shown). */
import { operations } from '../../schemas/index.js';
import { refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { dropping } from './recipes.js';

const taking = operations.filter(({ takesBody }) => takesBody);

type Is = (exchange: Exchange) => boolean;

const crashing = (is: Is): Hooks => ({
  decode(exchange, next) {
    if (is(exchange)) throw new RangeError('Maximum call stack size exceeded');
    return next(exchange);
  },
});

/** Less than the 2,000 that are sent, and more than anything else has. */
const manyLevels = 1500;

/** How deep arrays, or objects, are nested in a JSON text. */
function levels(text: string, opening: string, closing: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (character === opening) deepest = Math.max(deepest, ++depth);
    else if (character === closing) depth--;
  }
  return deepest;
}

const isDeep =
  (opening: string, closing: string): Is =>
  ({ bytes }) =>
    bytes !== undefined &&
    bytes.length > manyLevels &&
    levels(bytes.toString(), opening, closing) > manyLevels;

const inArrays = isDeep('[', ']');
const inObjects = isDeep('{', '}');

const unknownFields = (id: string) => (id === 'nodes.start' ? 'answers-fields' : 'answers-unknown-fields');

const isOver =
  (most: number): Is =>
  ({ bytes }) =>
    (bytes?.length ?? 0) > most;

const kilobyte = 1000;

export const sizes: Families = {
  'crash on deep nesting': taking.flatMap(({ id }) => [
    breaking(id, unknownFields(id))(
      'crashes-on-2000-arrays',
      'answers 500 to 2,000 levels of arrays.',
      crashing(inArrays),
    ),
    breaking(id, unknownFields(id))(
      'crashes-on-2000-objects',
      'answers 500 to 2,000 levels of objects.',
      crashing(inObjects),
    ),
    breaking(id, unknownFields(id))(
      'drops-2000-levels',
      'drops the connection on 2,000 levels of arrays or objects.',
      dropping((exchange) => inArrays(exchange) || inObjects(exchange)),
    ),
  ]),
  'long bodies refused': taking.flatMap(({ id }) => {
    const aims = [unknownFields(id)];
    return [
      breaking(id, ...aims)('refuses-over-100-kb', 'answers 413 to a body of more than 100 KB.', {
        decode: (exchange, next) =>
          isOver(100 * kilobyte)(exchange) ? refuse(413, 'The body is too large') : next(exchange),
      }),
      breaking(id, ...aims)(
        'crashes-over-250-kb',
        'answers 500 to a body of more than 250 KB.',
        crashing(isOver(250 * kilobyte)),
      ),
      breaking(id, ...aims)(
        'drops-over-500-kb',
        'drops the connection on a body of more than 500 KB.',
        dropping(isOver(500 * kilobyte)),
      ),
    ];
  }),
};
