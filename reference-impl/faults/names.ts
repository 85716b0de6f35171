/** Names that mean something in the language that a server is written in. */
import { type Seeded, seed } from './fault.js';
import { isRecord } from './recipes.js';
import { writings } from './shapes.js';
import { twisted } from './state.js';

const updates = writings.filter(({ id }) => id !== 'drawings.create');
const words = ['null', '__proto__', 'constructor'];

export const crashesOnNames: readonly Seeded[] = updates.flatMap(({ id }) =>
  words.map((word) =>
    seed(id, `crashes-on-the-name-${word}`, `answers 500 to the name "${word}".`, ['answers-edges.name'], {
      act(exchange, next) {
        if (isRecord(exchange.input) && exchange.input.name === word) throw new TypeError(word);
        return next(exchange);
      },
    }),
  ),
);

export const losesNames: readonly Seeded[] = updates.flatMap(({ id }) =>
  words.map((word) =>
    seed(
      id,
      `loses-the-name-${word}`,
      `answers with the name "${word}" and does not store it.`,
      ['stores.name'],
      twisted((all) => {
        if (all.sent.name === word) all.stored = { ...all.stored, name: all.before.name };
      }),
    ),
  ),
);
