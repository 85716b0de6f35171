import { named, seen as shownAs } from '../../harness/expect.js';
import { status } from '../../harness/http/exchange.js';
import { failedOr, inconclusive, notExercised, type Outcome, passed } from '../../harness/outcome.js';
import { type CaseKind, codesFor } from '../../harness/plan/case.js';
import type { Seen } from '../../harness/play/write-campaign.js';
import { wasTaken } from '../../harness/rules/observation.js';
import { type Field, isOwnedByServer } from '../../harness/values/fields.js';
import { Placeholder } from '../../harness/values/placeholders.js';
import { isNullable } from '../../harness/values/shapes.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { operation, shapes } from '../../schemas/index.js';
import { doing } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { broken, failureOf, ofField, ofKind, outcomeOf, type Sight, sights, withField } from './seen.js';

/** Documented input is taken, field by field; values at its edges are answered by a listed code (sections 2 and 4). */

export function accepts(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { must } = rowsOf(id, 'accepts', shapes[written.shape]['x-section']);
  return [
    must('accepts.empty-object', `${doing[id]} takes {}: no field is mandatory.`, {
      needs: [{ kind: 'empty object' }],
      decide: (seen) => taken(seen, written, codes(seen, 'empty object')),
    }),
    ...written.fields.flatMap((field) => ofOneField(id, written, field)),
    ...(written.creates ? [sample(id, written)] : []),
  ];
}

const codes = (seen: Seen, kind: CaseKind) => sights(seen, 'code', ofKind(kind));

function sample(id: WriteId, written: WriteOperation): WriteRequirement {
  const { must } = rowsOf(id, 'accepts', shapes[written.shape]['x-section']);
  const ok = operation(id).success.map(named).join(' or ');
  return must('accepts.sample', `${doing[id]} from svg, x, y and z alone answers ${ok}.`, {
    needs: [{ kind: 'sample' }, { kind: 'empty object' }],
    decide: (seen) => taken(seen, written, codes(seen, 'sample')),
  });
}

function ofOneField(id: WriteId, written: WriteOperation, field: Field): WriteRequirement[] {
  const { name, schema } = field;
  const { must } = rowsOf(id, 'accepts', shapes[written.shape]['x-section']);
  const plain = { kind: 'plain', name } as const;
  const empty = { kind: 'empty object' } as const;
  const listed = codesFor(id, 'answered').map(named).join(', ');
  const rows = [
    must(`accepts.${name}`, `${doing[id]} takes ${name} on its own.`, {
      needs: [plain, empty],
      decide: (seen) =>
        taken(seen, written, sights(seen, 'code', ofField(name, 'plain')), schema['x-hazard'] !== undefined),
    }),
  ];
  if (isNullable(schema))
    rows.push(
      must(`accepts.${name}.null`, `${doing[id]} takes null for ${name}.`, {
        needs: [{ kind: 'null', name }, empty],
        decide: (seen) => taken(seen, written, sights(seen, 'code', ofField(name, 'null'))),
      }),
    );
  rows.push(
    must(
      `answers-edges.${name}`,
      `${doing[id]} with any value that the document allows for ${name} answers one of ${listed}.`,
      {
        needs: [plain, { kind: 'null', name }, { kind: 'edge', name }],
        decide: (seen) => {
          // Where the run ended, a body with several values could not be taken apart any more.
          const isMeant = seen.aborted === undefined ? ofField : withField;
          return outcomeOf(written, broken(sights(seen, 'code', isMeant(name, 'plain', 'null', 'edge'))));
        },
      },
    ),
  );
  return rows;
}

const answer = ({ observation }: Sight) => observation.exchanges.at(-1);
const isTaken = ({ observation }: Sight) => wasTaken(observation);
const codeOf = (sight: Sight) => {
  const exchange = answer(sight);
  return exchange && status(exchange);
};

/** Refused only when every value is: the document shows no bounds, so one value may be out of some. */
function taken(seen: Seen, written: WriteOperation, tried: readonly Sight[], hazardous = false): Outcome {
  if (tried.length === 0)
    return notExercised('the target shows no value of this field that could be sent back');
  const improper = broken(tried);
  if (improper.length > 0)
    return failedOr(
      improper.map((sight) => failureOf(written, sight)),
      passed,
    );
  if (tried.every((sight) => codeOf(sight) === 400)) return allRefused(written, tried, hazardous);
  if (tried.some(isTaken) || codes(seen, 'empty object').some(isTaken)) return passed;
  return inconclusive(
    'every update was answered 409 Conflict, whose conditions the document does not show',
    tried.flatMap((sight) => answer(sight) ?? []),
  );
}

function allRefused(written: WriteOperation, tried: readonly Sight[], hazardous: boolean): Outcome {
  const first = tried[0] as Sight;
  const exchange = answer(first);
  if (hazardous && !tried.some(isReturned))
    return inconclusive(
      'each of a few harmless values was refused, and the target shows none of its own to send back',
      exchange ? [exchange] : [],
    );
  const ok = operation(written.id).success.map(named).join(' or ');
  const times = tried.length > 1 ? ` for each of ${tried.length} values` : '';
  const mismatch = {
    expected: ok,
    seen: `${exchange ? shownAs(exchange) : 'no answer'}${times}`,
    violations: [{ in: 'status', message: 'status 400' }],
    codes: codesFor(written.id, 'accepted'),
  } as const;
  const observation = { ...first.observation, mismatch, outcome: 'status 400' };
  return failedOr([failureOf(written, { ...first, observation })], passed);
}

/** Whether a value is one that the target itself had returned. */
const isReturned = ({ observation }: Sight) =>
  observation.case.trials.some(({ value }) => value instanceof Placeholder);

export function ownedFields(id: WriteId): WriteRequirement {
  const { fields } = writeOperations[id];
  const owned = fields.filter(isOwnedByServer).map(({ name }) => name);
  const statement = `${doing[id]} with fields that the server owns: whether they take effect.`;
  return rowsOf(id, 'observed').may('observed.owned-fields', statement, {
    needs: owned.map((name) => ({ kind: 'plain', name })),
    decide: (seen) => {
      const lines = owned.map((name) => {
        const answers = sights(seen, 'code', ofField(name, 'plain')).flatMap(
          ({ observation }) => observation.exchanges.at(-1) ?? [],
        );
        return `${name}: ${[...new Set(answers.map(shownAs))].join(', ') || 'not shown, so not sent'}`;
      });
      return { verdict: 'passed', observation: lines.join('; ') };
    },
  });
}
