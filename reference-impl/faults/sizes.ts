/** Bodies that are deep or long, and that a server falls over (section 8: limits are not shown). */
import type { Exchange } from '../pipeline/exchange.js';
import { breaking, type Families } from './fault.js';
import { dropping, refusing } from './recipes.js';
import { taking } from './shapes.js';

type Is = (exchange: Exchange) => boolean;

const crashing = (is: Is) => refusing(500, is, 'decode');

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

export const sizes: Families = {
  'crash on deep nesting': taking.flatMap(({ id }) => {
    const seed = breaking(id, unknownFields(id));
    return [
      seed('crashes-on-2000-arrays', crashing(inArrays)),
      seed('crashes-on-2000-objects', crashing(inObjects)),
      seed(
        'drops-2000-levels',
        dropping((exchange) => inArrays(exchange) || inObjects(exchange)),
      ),
    ];
  }),
  'long bodies refused': taking.flatMap(({ id }) => {
    const seed = breaking(id, id === 'nodes.start' ? 'answers-large-fields' : unknownFields(id));
    const [over100, over250, over500] = [isOver(100_000), isOver(250_000), isOver(500_000)];
    return [
      seed('refuses-over-100-kb', refusing(413, over100, 'decode')),
      seed('crashes-over-250-kb', crashing(over250)),
      seed('drops-over-500-kb', dropping(over500)),
    ];
  }),
};
