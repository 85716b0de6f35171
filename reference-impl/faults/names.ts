/** Names that mean something in the language that a server is written in. */
import { breaking, type Families } from './fault.js';
import { isRecord } from './recipes.js';
import { writings } from './shapes.js';
import { twisted } from './state.js';

const updates = writings.filter(({ id }) => id !== 'drawings.create');
const words = ['null', '__proto__', 'constructor'];

export const names: Families = {
  'crash on reserved field names': updates.flatMap(({ id }) =>
    words.map((word) =>
      breaking(id, 'answers-edges.name')(
        `crashes-on-the-name-${word}`,
        `answers 500 to the name "${word}".`,
        (exchange, next) => {
          if (isRecord(exchange.input) && exchange.input.name === word) throw new TypeError(word);
          return next(exchange);
        },
      ),
    ),
  ),
  'reserved field names lost': updates.flatMap(({ id }) =>
    words.map((word) =>
      breaking(id, 'stores.name')(
        `loses-the-name-${word}`,
        `answers with the name "${word}" and does not store it.`,
        twisted((all) => {
          if (all.sent.name === word) all.stored = { ...all.stored, name: all.before.name };
        }),
      ),
    ),
  ),
};
