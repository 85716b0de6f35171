/** The same JSON, spelled otherwise; and members of which the document says nothing (sections 1 and 4). */
import { named, seen as shownAs } from '../../harness/expect.js';
import { inconclusive, notExercised, type Outcome } from '../../harness/outcome.js';
import { type CaseKind, codesFor } from '../../harness/plan/case.js';
import { notationCases } from '../../harness/plan/spelling.js';
import type { Seen } from '../../harness/play/write-campaign.js';
import { wasTaken } from '../../harness/rules/observation.js';
import { type WriteId, type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { doing } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { broken, ofKind, outcomeOf, sights } from './seen.js';

export function spelling(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { must, should } = rowsOf(id, 'accepts', '1');
  const edges = codesFor(id, 'answered').map(named).join(', ');
  const of = (kind: CaseKind) => ({
    needs: [{ kind }, { kind: 'empty object' }] as const,
    decide: (seen: Seen) => besideControl(seen, written, kind),
  });
  const rows = [
    must(
      'accepts.any-spelling',
      `${doing[id]} takes the same JSON with other white space and with escapes.`,
      of('spelling'),
    ),
    should(
      'accepts.charset',
      `${doing[id]} takes JSON that is declared as application/json; charset=utf-8.`,
      of('charset'),
    ),
    should(
      'accepts.chunked',
      `${doing[id]} takes a body that comes in chunks, as HTTP/1.1 allows.`,
      of('chunked'),
    ),
    should(
      'accepts.closing',
      `${doing[id]} is answered also when the request ends its connection, by Connection: close.`,
      of('closing'),
    ),
    should(
      'answers-unknown-fields',
      `${doing[id]} with fields that the document does not name answers one of ${edges}.`,
      of('unknown field'),
    ),
    should(
      'accepts.same-meaning',
      `${doing[id]} does the same whether the JSON is spelled plainly, with white space or escapes, is declared with a charset, or comes in chunks.`,
      {
        needs: [
          { kind: 'spelling' },
          { kind: 'charset' },
          { kind: 'chunked' },
          { kind: 'plain', name: written.creates ? 'svg' : 'name' },
        ],
        decide: (seen) =>
          outcomeOf(
            written,
            sights(seen, 'echo', ofKind('spelling', 'charset', 'chunked')).filter(
              ({ observation }) => observation.field !== undefined && isShown(seen, observation.field),
            ),
            notExercised('the target does not show what was written'),
          ),
      },
    ),
  ];
  if (notationCases(written).length === 0) return rows;
  return [
    ...rows,
    must(
      'answers-notations',
      `${doing[id]} with a whole number in another notation of JSON answers one of ${edges}.`,
      of('notation'),
    ),
  ];
}

/** Whether a field is shown as it was sent in the plain spelling. */
const isShown = (seen: Seen, field: string) =>
  sights(seen, 'echo', ofKind('control', 'plain')).some(
    ({ observation }) => observation.field === field && observation.result === 'kept',
  );

/** Other spellings are judged where the plain one is taken. */
function besideControl(seen: Seen, written: WriteOperation, kind: CaseKind): Outcome {
  const tried = sights(seen, 'code', ofKind(kind));
  const outcome = outcomeOf(written, broken(tried));
  if (outcome.verdict === 'failed') return outcome;
  const controls = sights(seen, 'code', ofKind('control', 'empty object'));
  if (controls.some(({ observation }) => wasTaken(observation))) return outcome;
  const first = controls[0]?.observation.exchanges.at(-1);
  return inconclusive(`the control request got ${first ? shownAs(first) : 'nothing'}`, first ? [first] : []);
}
