import { json } from '../pipeline/answer.js';
import type { Modification } from '../pipeline/modification.js';

/** The other answer that the document gives for a node start (4.2). */
export const startAnswers201: Modification = {
  name: 'start-answers-201',
  summary: 'A node start is answered with 201 and the node.',
  operations: ['nodes.start'],
  hooks: {
    act(exchange, next) {
      next(exchange);
      return json(201, exchange.entry.record);
    },
  },
};
