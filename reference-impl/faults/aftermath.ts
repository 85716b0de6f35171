/** What a write leaves behind besides what it says: refused ones too (design: aftermath). */
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { another, isRecord, memory } from './recipes.js';
import { readingOf, writings } from './shapes.js';
import { first, initial } from './state.js';

const updates = writings.filter(({ id }) => id !== 'drawings.create');

export const aftermath: Families = {
  /** What a refused write leaves behind. */
  'refused writes applied in part': [
    ...updates.map((writing) =>
      breaking(writing.id, 'aftermath.unchanged')(
        'applies-refused-in-part',
        'stores the fields that are well before it refuses the others.',
        {
          validate(exchange, next) {
            const refusal = next(exchange);
            if (!refusal || !isRecord(exchange.input)) return refusal;
            const name = first(writing);
            const other = another(exchange.entry.record[name], (text) => `${text}-`);
            exchange.entry.record = { ...exchange.entry.record, [name]: other };
            return refusal;
          },
        },
      ),
    ),
    ...writings.map(({ id }) =>
      breaking(id, 'aftermath.unchanged')(
        'applies-malformed',
        'changes something when the body is not valid JSON.',
        {
          decode(exchange, next) {
            const refusal = next(exchange);
            if (!refusal) return undefined;
            const { entry, collection } = exchange;
            if (entry) entry.record = { ...entry.record, name: 'spoiled' };
            else {
              const drawing_id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
              collection.add(drawing_id, { ...initial, drawing_id, project_id: exchange.projectId });
            }
            return refusal;
          },
        },
      ),
    ),
    breaking('drawings.create', 'aftermath.unchanged')(
      'creates-what-it-refuses',
      'refuses a drawing and creates it without the wrong field.',
      {
        validate(exchange, next) {
          const refusal = next(exchange);
          if (!refusal || !isRecord(exchange.input)) return refusal;
          exchange.input = {};
          exchange.route.act(exchange);
          return refusal;
        },
      },
    ),
  ],
  /** Spoils the resource for good when a write meets a condition. */
  'resources damaged by a write': writings.flatMap(({ id }) => {
    const read = readingOf(id);
    const marks = memory(() => new WeakSet<object>());
    const holder = (exchange: Exchange) => exchange.entry ?? exchange.collection;
    const mark = (exchange: Exchange) => marks(exchange.store).add(holder(exchange));
    const isMarked = (exchange: Exchange) => marks(exchange.store).has(holder(exchange));
    const afterRefusal: Hooks = {
      validate(exchange, next) {
        const refusal = next(exchange);
        if (refusal) mark(exchange);
        return refusal;
      },
    };
    const afterBlank: Hooks = {
      act(exchange, next) {
        if (
          exchange.route.id === id &&
          isRecord(exchange.input) &&
          Object.values(exchange.input).includes('%')
        )
          mark(exchange);
        return next(exchange);
      },
    };
    const breaks = (hooks: Hooks, broken: string): Hooks => ({
      ...hooks,
      locate(exchange, next) {
        const refusal = next(exchange);
        if (!refusal && exchange.route.id === broken && isMarked(exchange)) throw new Error('spoiled');
        return refusal;
      },
    });
    return [
      breaking([id, read], 'aftermath.readable')(
        'refusal-spoils-reading',
        `after a refusal, ${read} answers 500.`,
        breaks(afterRefusal, read),
      ),
      breaking(id, 'aftermath.writable')(
        'refusal-spoils-writing',
        'after a refusal, answers 500 to all that follows.',
        breaks(afterRefusal, id),
      ),
      breaking([id, read], 'aftermath.readable')(
        'percent-spoils-reading',
        `after a lone percent sign was taken, ${read} answers 500.`,
        breaks(afterBlank, read),
      ),
      breaking(id, 'aftermath.writable')(
        'percent-spoils-writing',
        'after a lone percent sign was taken, answers 500 to all that follows.',
        breaks(afterBlank, id),
      ),
    ];
  }),
};
