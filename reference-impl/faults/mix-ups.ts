/** Drawings that get values of others, or are listed with them (section 4.1). */
import { json } from '../pipeline/answer.js';
import { type Seeded, seed } from './fault.js';
import { isRecord } from './recipes.js';

export const mixesUp: readonly Seeded[] = [
  seed(
    'drawings.create',
    'remembers-its-defaults',
    'gives a drawing what the last one was sent with, where it is sent nothing.',
    ['own-defaults'],
    {
      act(exchange, next) {
        const { input, collection } = exchange;
        const answer = next(exchange);
        const [last, entry] = [...collection.values()].slice(-2);
        if (!last || !entry || !isRecord(input)) return answer;
        const { drawing_id, project_id } = entry.record;
        entry.record = { ...last.record, ...input, drawing_id, project_id };
        return json(201, entry.record);
      },
    },
  ),
  seed(
    'drawings.list',
    'goes-by-the-start-of-the-id',
    'shows the drawings of every project whose id has the same first eight characters.',
    ['drawings.create:spares-project-of-body'],
    {
      act({ store, projectId = '' }) {
        const alike = [...(store.collection('projects', undefined) ?? [])].filter(
          ([id]) => id.slice(0, 8) === projectId.slice(0, 8),
        );
        const drawings = alike.flatMap(([, { parts }]) => [...(parts.get('drawings')?.values() ?? [])]);
        return json(
          200,
          drawings.map(({ record }) => record),
        );
      },
    },
  ),
];
