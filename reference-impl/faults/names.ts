/** Names that mean something in the language that a server is written in. */
import { breakingEach, type Families, type Row } from './fault.js';
import { refusing, sent } from './recipes.js';
import { updates } from './shapes.js';
import { twisted } from './state.js';

const words = ['null', '__proto__', 'constructor'];

export const names: Families = {
  'names taken for something else': breakingEach(
    updates,
    'stores.name',
    [
      'stores-the-name-true-as-a-boolean',
      twisted('stored', ({ sent: { name } }) => (name === 'true' ? { name: 'True' } : {})),
    ],
    [
      'stores-dates-otherwise',
      twisted('stored', ({ sent: { name } }) =>
        typeof name === 'string' && /^\d{4}-\d\d-\d\dT/.test(name)
          ? { name: new Date(name).toUTCString() }
          : {},
      ),
    ],
  ),
  'crash on reserved field names': breakingEach(
    updates,
    'answers-edges.name',
    ...words.map(
      (word): Row => [
        `crashes-on-the-name-${word}`,
        refusing(500, (exchange) => sent(exchange).name === word),
      ],
    ),
  ),
  'reserved field names lost': breakingEach(
    updates,
    'stores.name',
    ...words.map(
      (word): Row => [
        `loses-the-name-${word}`,
        twisted('stored', ({ before, sent: { name } }) => (name === word ? { name: before.name } : {})),
      ],
    ),
  ),
};
