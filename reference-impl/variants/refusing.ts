import * as shapes from '../faults/shapes.js';
import type { JsonRecord } from '../kinds.js';
import { type Answer, refuse } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';

/** Operations whose input the document shows; other routes are not its affair. */
export const writings = shapes.writings.map(({ id }) => id);
export const updates = shapes.updates.map(({ id }) => id);

/** Refuses input that is valid otherwise. */
export const refusing = (
  isOut: (input: JsonRecord, exchange: Exchange) => boolean,
  answer: Answer = refuse(400, 'A value is out of bounds'),
): Hooks => ({
  validate: (exchange, next) =>
    next(exchange) ?? (isOut(exchange.input as JsonRecord, exchange) ? answer : undefined),
});
