/** Fields that the input of a project update does not accept (section 2.2). */
import type { JsonRecord } from '../kinds.js';
import { json } from '../pipeline/answer.js';
import type { Exchange } from '../pipeline/exchange.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, type Families } from './fault.js';
import { isRecord, onRefusal, sent, set, without } from './recipes.js';

const id = 'projects.update';
const fields = ['filename', 'project_id', 'status'] as const;

/** Takes the field out of the check and hands its value to `effect` once the rest is done. */
const takes = (field: string, effect: (exchange: Exchange, value: unknown) => unknown): Hooks => {
  const values = new WeakMap<Exchange, unknown>();
  return {
    validate(exchange, next) {
      const { input } = exchange;
      if (!isRecord(input) || typeof input[field] !== 'string') return next(exchange);
      values.set(exchange, input[field]);
      exchange.input = without(input, field);
      return next(exchange);
    },
    act(exchange, next) {
      const answer = next(exchange);
      if (!values.has(exchange)) return answer;
      return json(200, effect(exchange, values.get(exchange)) ?? exchange.entry.record);
    },
  };
};

const store = (field: string) => (exchange: Exchange, value: unknown) =>
  set(exchange.entry, { [field]: value });

function move(exchange: Exchange, value: unknown): void {
  const { collection, entry, id: old } = exchange;
  collection.delete(old);
  collection.set(String(value), entry);
  store('project_id')(exchange, value);
}

export const forbidden: Families = {
  'fields that an update does not accept': [
    ...fields.map((field) =>
      breaking(id, `refuses.${field}`)(`leaves-out-null-${field}`, {
        validate(exchange, next) {
          if (sent(exchange)[field] === null) exchange.input = without(sent(exchange), field);
          return next(exchange);
        },
      }),
    ),
    ...fields.map((field) =>
      breaking(id, `refuses.${field}`)(`leaves-out-${field}-beside-name`, {
        validate(exchange, next) {
          if ('name' in sent(exchange)) exchange.input = without(sent(exchange), field);
          return next(exchange);
        },
      }),
    ),
    breaking(id, 'refuses.project_id')('takes-its-own-id', {
      validate(exchange, next) {
        if (sent(exchange).project_id === exchange.id) exchange.input = without(sent(exchange), 'project_id');
        return next(exchange);
      },
    }),
    ...fields.flatMap((field) => {
      const both = breaking(id, `ignores.${field}`, `refuses.${field}`);
      return [
        both(`sets-${field}`, takes(field, store(field))),
        both(
          `shows-${field}`,
          takes(field, ({ entry }, value): JsonRecord => ({ ...entry.record, [field]: value })),
        ),
        breaking(id, `refuses.${field}`)(
          `leaves-out-${field}-sent`,
          takes(field, () => undefined),
        ),
        breaking(id, `ignores.${field}`)(
          `sets-refused-${field}`,
          onRefusal('validate', (exchange) => {
            const value = sent(exchange)[field];
            if (typeof value === 'string') store(field)(exchange, value);
          }),
        ),
      ];
    }),
    breaking(
      id,
      'ignores.project_id',
      'refuses.project_id',
    )('moves-to-project_id', takes('project_id', move)),
  ],
};
