/** Answers with a code that the operation does not list for the case. */
import { type Operation, operations } from '../../schemas/index.js';
import { json, refuse } from '../pipeline/answer.js';
import type { Hooks } from '../pipeline/modification.js';
import { breaking, breakingEach, type Families } from './fault.js';
import { onErrors, onSuccess } from './recipes.js';
import { lookingUp, taking } from './shapes.js';

const otherSuccess = ({ id, success }: Operation): Hooks =>
  onSuccess((answer, { entry }) => {
    if (success.includes(200)) return { ...answer, status: 201 };
    if (id === 'drawings.create') return { ...answer, status: 200 };
    return json(200, entry?.record ?? {});
  });

export const codes: Families = {
  'wrong success code': operations.map((operation) =>
    breaking(operation.id, 'succeeds')('other-success-code', otherSuccess(operation)),
  ),
  'error codes on success': breakingEach(operations, 'succeeds', [
    'always-403',
    onSuccess(() => refuse(403, 'This goes wrong every time')),
  ]),
  'wrong code for unknown ids': lookingUp.flatMap(({ id, ids }) =>
    [200, 400, 500].map((code) =>
      breaking(
        id,
        'unknown-project',
        ...(ids.includes('node_id') ? ['unknown-node'] : []),
      )(
        `not-found-as-${code}`,
        onErrors((answer) => ({ ...answer, status: code }), 404),
      ),
    ),
  ),
  'wrong code for invalid input': taking.flatMap(({ id }) =>
    [200, 404, 422, 500].map((code) =>
      breaking(
        id,
        'refuses.malformed-json',
        'refuses.non-object',
      )(
        `invalid-as-${code}`,
        onErrors((answer) => ({ ...answer, status: code }), 400),
      ),
    ),
  ),
};
