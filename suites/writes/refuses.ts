/** Input that breaks a stated rule is refused (sections 1, 2 and 4). */

import { seen as shownAs } from '../../harness/expect.js';
import { status } from '../../harness/http/exchange.js';
import { failedOr, inconclusive, type Outcome, passed } from '../../harness/outcome.js';
import { wasTakenOrConflicts } from '../../harness/rules/observation.js';
import { inputLocations } from '../../harness/values/invalid.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { shapes } from '../../schemas/index.js';
import { doing } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { broken, failureOf, ofField, ofKind, ofLocation, type Sight, sights } from './seen.js';

export function refuses(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { must } = rowsOf(id, 'refuses', '4');
  const ofBodies = (kind: 'malformed' | 'non-object', name: string, what: string) =>
    must(`refuses.${name}`, `${doing[id]} with a body that ${what} answers 400.`, {
      needs: [{ kind }, { kind: 'empty object' }],
      decide: (seen) =>
        refused(written, sights(seen, 'code', ofKind(kind)), sights(seen, 'code', ofKind('empty object'))),
    });
  return [
    ofBodies('malformed', 'malformed-json', 'is not valid JSON'),
    ofBodies('non-object', 'non-object', 'is no JSON object'),
    ...inputLocations(written).map(({ name, field, rule }) =>
      must(
        `refuses.${name}`,
        name.endsWith('.missing')
          ? `${doing[id]} with an item without ${name.slice(0, -'.missing'.length)} answers 400.`
          : `${doing[id]} with ${name} that is not ${rule} answers 400.`,
        {
          needs: [
            { kind: 'invalid', name },
            { kind: 'plain', name: field },
          ],
          decide: (seen) =>
            refused(
              written,
              sights(seen, 'code', ofLocation(name)),
              sights(seen, 'code', ofField(field, 'plain')),
            ),
        },
        shapes[written.shape]['x-section'],
      ),
    ),
  ];
}

const codeOf = ({ observation }: Sight) => {
  const exchange = observation.exchanges.at(-1);
  return exchange && status(exchange);
};

/** A refusal counts only when the control request, the same before the one change, was taken. */
export function refused(
  written: WriteOperation,
  tried: readonly Sight[],
  controls: readonly Sight[],
): Outcome {
  const controlCodes = new Set(controls.map(codeOf));
  // What is invalid and in conflict as well may be told the conflict.
  const wrong = broken(tried).filter((sight) => codeOf(sight) !== 409 || !controlCodes.has(409));
  const failures = (some: readonly Sight[]) => some.map((sight) => failureOf(written, sight));
  if (controls.some(({ observation }) => wasTakenOrConflicts(observation)))
    return failedOr(failures(wrong), passed);
  const telling = wrong.filter((sight) => !controlCodes.has(codeOf(sight)));
  const first = controls[0]?.observation.exchanges.at(-1);
  const reason = first
    ? `the control request, the same before the one change, got ${shownAs(first)}`
    : 'there is no control request: the target shows no value of this field';
  return failedOr(failures(telling), inconclusive(reason, first ? [first] : []));
}
