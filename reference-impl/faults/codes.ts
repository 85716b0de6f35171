/** Answers with a code that the operation does not list for the case. */
import { type Operation, operations } from '../../schemas/index.js';
import { json, refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { type Seeded, seed } from './fault.js';
import { onErrors, onSuccess } from './recipes.js';

const otherSuccess = ({ id, success }: Operation): Hooks =>
  onSuccess((answer, { entry }) => {
    if (success.includes(200)) return { ...answer, status: 201 };
    if (id === 'drawings.create') return { ...answer, status: 200 };
    return json(200, entry?.record ?? {});
  });

export const wrongSuccess = operations.map((operation) =>
  seed(
    operation.id,
    'other-success-code',
    `succeeds with ${operation.success.includes(200) ? 201 : 200}, which is not listed.`,
    ['succeeds'],
    otherSuccess(operation),
  ),
);

export const refusesAll = operations.flatMap((operation) =>
  [403].map((code) =>
    seed(
      operation.id,
      `always-${code}`,
      `does its work and answers ${code}.`,
      ['succeeds'],
      onSuccess(() => refuse(code, 'This goes wrong every time')),
    ),
  ),
);

export const wrongNotFound = operations
  .filter(({ listed }) => listed.includes(404))
  .flatMap(({ id, ids }) =>
    [200, 400, 500].map((code) =>
      seed(
        id,
        `not-found-as-${code}`,
        `answers ${code} where it should answer 404.`,
        ['unknown-project', ...(ids.includes('node_id') ? ['unknown-node'] : [])],
        onErrors((answer) => ({ ...answer, status: code }), 404),
      ),
    ),
  );

export const wrongInvalid: readonly Seeded[] = operations
  .filter(({ takesBody }) => takesBody)
  .flatMap(({ id }) =>
    [200, 404, 422, 500].map((code) =>
      seed(
        id,
        `invalid-as-${code}`,
        `answers ${code} where it should answer 400.`,
        ['refuses.malformed-json', 'refuses.non-object'],
        onErrors((answer) => ({ ...answer, status: code }), 400),
      ),
    ),
  );
