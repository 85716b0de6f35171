/** What was written is shown again, and what was not written stays. */
import { freeing } from '../../harness/model/model.js';
import { steady } from '../../harness/model/state.js';
import { inconclusive, notExercised, type Outcome } from '../../harness/outcome.js';
import { wasTakenOrConflicts } from '../../harness/rules/observation.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { gerund, lower } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { isBroken, ofField, ofKind, type View } from './seen.js';

/** Each field that a client owns is echoed in the answer and shown by a later reading. */
export function readBack(id: WriteId): WriteRequirement[] {
  const { fields, owned, creates } = writeOperations[id];
  const { should } = rowsOf(id, 'state');
  const keepsOthers = should(
    'keeps-others',
    `${gerund[id]} with one field, with none, or with some that the document does not name, leaves the other fields unchanged.`,
    [
      [{ kind: 'plain' }, { kind: 'empty object' }, { kind: 'unknown field' }],
      (view) => {
        const hidden = notExercised('the server shows no other field that a client can set');
        return view.outcome(
          view.of('kept', ofKind('plain', 'empty object', 'unknown field')),
          view.ifRead(hidden),
        );
      },
    ],
  );
  const theirs = steady(writeOperations[id]);
  const answersAsRead = should(
    'answers-as-read',
    `${gerund[id]} answers with what the next reading shows, of ${theirs.join(', ')} and of fields that are not sent.`,
    [
      [
        ...theirs.flatMap((name) => (['plain', 'null', 'edge'] as const).map((kind) => ({ kind, name }))),
        { kind: 'plain' },
        { kind: 'empty object' },
      ],
      (view) =>
        view.outcome(
          [...view.of('agrees'), ...view.of('rest')],
          view.ifRead(notExercised('the server shows none of these fields')),
        ),
    ],
  );
  const mine = fields.filter(({ name }) => !owned.has(name));
  return [
    ...mine.flatMap(({ name }) => {
      const needs = (['plain', 'null', 'edge'] as const).map((kind) => ({ kind, name }));
      const of = (rule: 'echo' | 'stored') => [needs, (view: View) => shownAgain(view, name, rule)] as const;
      const shows = `After ${lower(gerund[id])}, a later reading shows the ${name} that was sent.`;
      return [
        should(`echoes.${name}`, `${gerund[id]} answers with the ${name} that was sent.`, of('echo')),
        should(`stores.${name}`, shows, of('stored')),
      ];
    }),
    ...(creates ? [] : [keepsOthers]),
    ...(creates || theirs.length === 0 ? [] : [answersAsRead]),
  ];
}

function doesNotShow({ kind }: WriteOperation, field: string): Outcome {
  const free = freeing(field);
  const hidden = `no answer to these writes shows ${field}`;
  if (Object.keys(free).length === 0) return notExercised(hidden);
  const remedy = `create it without the default, in the config: ${JSON.stringify({ rest: { [kind]: free } })}`;
  return notExercised(`${hidden}, or a default overrides it`, remedy);
}

function shownAgain(view: View, field: string, rule: 'echo' | 'stored'): Outcome {
  const meant = ofKind('control', 'plain', 'null', 'edge');
  const tried = view.of(rule, meant).filter((each) => each.field === field);
  if (tried.some(isBroken)) return view.outcome(tried);
  if (!view.of('code', ofField(field, 'plain')).some(wasTakenOrConflicts))
    return inconclusive(`${field} was not accepted by itself`);
  const plain = tried.filter((each) => each.case.kind === 'plain');
  const hidden = doesNotShow(view.written, field);
  return view.outcome(plain, rule === 'echo' ? hidden : view.ifRead(hidden));
}
