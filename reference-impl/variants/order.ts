/** Which of several right answers is given, and what the server decides by itself (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { operations } from '../../schemas/index.js';
import { uuid } from '../../schemas/uuid.js';
import { json, refuse } from '../pipeline/answer.js';
import { decode, validate } from '../pipeline/steps.js';
import type { Variant } from './variant.js';

const bodies = operations.filter(({ takesBody }) => takesBody).map(({ id }) => id);

export const order: readonly Variant[] = [
  {
    name: 'body-before-address',
    summary: 'An invalid body is answered with 400 also where the address leads nowhere.',
    operations: bodies,
    hooks: {
      locate: (exchange, next) => decode(exchange) ?? validate(exchange) ?? next(exchange),
    },
  },
  {
    name: 'odd-ids-400',
    summary: 'Ids that are no UUID are answered with 400 where the operation lists it.',
    operations: operations.filter(({ listed }) => listed.includes(400)).map(({ id }) => id),
    hooks: {
      locate: (exchange, next) =>
        [exchange.projectId, exchange.nodeId].some((id) => id !== undefined && !uuid.test(id))
          ? refuse(400, 'An id in the path is no UUID')
          : next(exchange),
    },
  },
  {
    name: 'no-project-no-drawings',
    summary: 'The drawings of a project that does not exist are an empty list.',
    operations: ['drawings.list'],
    hooks: { locate: (exchange, next) => (next(exchange) ? json(200, []) : undefined) },
  },
  {
    name: 'drawings-anywhere',
    summary: 'A drawing for a project that does not exist is answered as created.',
    operations: ['drawings.create'],
    hooks: {
      locate: (exchange, next) =>
        next(exchange) &&
        json(201, {
          drawing_id: randomUUID(),
          project_id: uuid.test(exchange.projectId ?? '') ? exchange.projectId : randomUUID(),
          rotation: 0,
          svg: '',
          x: 0,
          y: 0,
          z: 0,
        }),
    },
  },
  {
    name: 'client-drawing-ids',
    summary: 'A drawing gets the id that the client chose.',
    operations: ['drawings.create'],
    hooks: {
      act(exchange, next) {
        const wanted = (exchange.input as { drawing_id?: string }).drawing_id;
        const answer = next(exchange);
        if (wanted === undefined) return answer;
        const { collection } = exchange;
        const made = String((answer.body as { drawing_id: string }).drawing_id);
        const record = { ...collection.get(made)?.record, drawing_id: wanted };
        collection.delete(made);
        return json(201, collection.add(wanted, record).record);
      },
    },
  },
];
