/** What was written is shown again, and what was not written stays. */

import { freeing } from '../../harness/model/model.js';
import { inconclusive, notExercised, type Outcome } from '../../harness/outcome.js';
import type { Seen } from '../../harness/play/write-campaign.js';
import { wasTakenOrConflicts } from '../../harness/rules/observation.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { doing, lower } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { broken, ofField, ofKind, outcomeOf, sights, unread, wasRead } from './seen.js';

/** Each field that a client owns is echoed in the answer and shown by a later reading. */
export function readBack(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { should } = rowsOf(id, 'state');
  const fields = written.fields.filter(({ name }) => !written.owned.has(name));
  const keepsOthers = should('keeps-others', `${doing[id]} in one field leaves the others as they were.`, {
    needs: [{ kind: 'plain' }],
    decide: (seen) =>
      outcomeOf(
        written,
        sights(seen, 'kept', ofKind('plain')),
        wasRead(seen)
          ? notExercised('the target shows no other field that a client can set')
          : unread(written),
      ),
  });
  return [
    ...fields.flatMap(({ name }) => {
      const of = (rule: 'echo' | 'stored') => ({
        needs: [
          { kind: 'plain', name },
          { kind: 'null', name },
          { kind: 'edge', name },
        ] as const,
        decide: (seen: Seen) => shownAgain(seen, written, name, rule),
      });
      return [
        should(`echoes.${name}`, `${doing[id]} answers with the ${name} that was sent.`, of('echo')),
        should(
          `stores.${name}`,
          `The ${name} written by ${lower(doing[id])} is shown by a later reading.`,
          of('stored'),
        ),
      ];
    }),
    ...(written.creates ? [] : [keepsOthers]),
  ];
}

function doesNotShow({ kind }: WriteOperation, field: string): Outcome {
  const free = freeing(field);
  if (Object.keys(free).length === 0)
    return notExercised(`${field} does not show: the target leaves it out of its answers`);
  return notExercised(
    `${field} does not show: the target leaves it out of its answers, or a default is in force`,
    `make it without the default, in the config: ${JSON.stringify({ rest: { [kind]: free } })}`,
  );
}

function shownAgain(seen: Seen, written: WriteOperation, field: string, rule: 'echo' | 'stored'): Outcome {
  const tried = sights(seen, rule, ofKind('control', 'plain', 'null', 'edge')).filter(
    ({ observation }) => observation.field === field,
  );
  if (broken(tried).length > 0) return outcomeOf(written, tried);
  const codes = sights(seen, 'code', ofField(field, 'plain'));
  if (!codes.some(({ observation }) => wasTakenOrConflicts(observation)))
    return inconclusive(`no value of ${field} was taken`);
  const plain = tried.filter(({ observation }) => observation.case.kind === 'plain');
  const otherwise = rule === 'echo' || wasRead(seen) ? doesNotShow(written, field) : unread(written);
  return outcomeOf(written, plain, otherwise);
}
