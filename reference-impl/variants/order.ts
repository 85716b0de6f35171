/** Which of several right answers is given, and what the server decides by itself (sections 4 and 7). */
import { randomUUID } from 'node:crypto';
import { operations } from '../../schemas/index.js';
import { instanceKinds } from '../../schemas/kinds.js';
import { uuid } from '../../schemas/uuid.js';
import { json, refuse } from '../pipeline/answer.js';
import { decode, validate } from '../pipeline/steps.js';
import { Collection } from '../store.js';
import { differing, type Variant } from './variant.js';

const bodies = operations.filter(({ takesBody }) => takesBody).map(({ id }) => id);

export const order: readonly Variant[] = [
  differing(bodies)(
    'body-before-address',
    'An invalid body is answered with 400 also where the address leads nowhere.',
    {
      locate: (exchange, next) => decode(exchange) ?? validate(exchange) ?? next(exchange),
    },
  ),
  differing(operations.filter(({ listed }) => listed.includes(400)).map(({ id }) => id))(
    'odd-ids-400',
    'Ids that are no UUID are answered with 400 where the operation lists it.',
    {
      locate: (exchange, next) =>
        [exchange.projectId, exchange.nodeId].some((id) => id !== undefined && !uuid.test(id))
          ? refuse(400, 'An id in the path is no UUID')
          : next(exchange),
    },
  ),
  differing(['drawings.list'])(
    'no-project-no-drawings',
    'The drawings of a project that does not exist are an empty list.',
    { locate: (exchange, next) => (next(exchange) ? json(200, []) : undefined) },
  ),
  differing(['drawings.create'])(
    'drawings-anywhere',
    'A drawing for a project that does not exist is answered as created.',
    {
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
  ),
  // What makes nodes is not in the document.
  differing(['nodes.create', ...instanceKinds.map((kind) => `${kind}.create`)])(
    'instances-anywhere',
    'A node or instance for a project that does not exist is answered as created, and never found.',
    {
      locate(exchange, next) {
        const { kind } = exchange.route;
        if (next(exchange) && kind) exchange.collection = new Collection(kind);
        return undefined;
      },
    },
  ),
  differing(['drawings.create'])(
    'client-drawing-ids',
    'A drawing gets the id that the client chose.',
    (exchange, next) => {
      const wanted = (exchange.input as { drawing_id?: string }).drawing_id;
      const answer = next(exchange);
      if (wanted === undefined) return answer;
      const { collection } = exchange;
      const made = String((answer.body as { drawing_id: string }).drawing_id);
      const record = { ...collection.get(made)?.record, drawing_id: wanted };
      collection.delete(made);
      return json(201, collection.add(wanted, record).record);
    },
  ),
];
