/** Names that mean something in the language that a server is written in. */
import { breakingEach, type Families, type Row } from './fault.js';
import { refusing, sent } from './recipes.js';
import { updates } from './shapes.js';
import { twisted } from './state.js';

const words = ['null', '__proto__', 'constructor'];

/** Words that YAML and the like have for booleans. */
const booleans: Readonly<Record<string, unknown>> = { no: false, true: true };

export const names: Families = {
  'names taken for something else': breakingEach(
    updates,
    'stores.name',
    ...Object.entries(booleans).map(
      ([word, value]): Row => [
        `stores-the-name-${word}-as-text-of-a-boolean`,
        `stores the name "${word}" as it writes a boolean, with a capital.`,
        twisted('stored', ({ sent: { name } }) => (name === word ? { name: value ? 'True' : 'False' } : {})),
      ],
    ),
    [
      'stores-dates-otherwise',
      'stores a name that is a date in another form of it.',
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
        `answers 500 to the name "${word}".`,
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
        `answers with the name "${word}" and does not store it.`,
        twisted('stored', ({ before, sent: { name } }) => (name === word ? { name: before.name } : {})),
      ],
    ),
  ),
};
