/** The same JSON, spelled otherwise; and members of which the document says nothing (sections 1 and 4). */
import { anyOf, seen as shownAs } from '../../harness/expect.js';
import { inconclusive, notExercised, type Outcome } from '../../harness/outcome.js';
import { type CaseKind, codesFor } from '../../harness/plan/case.js';
import { openLists, wholeNumbers } from '../../harness/plan/spelling.js';
import { wasTaken } from '../../harness/rules/observation.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { gerund } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { answerIn, isBroken, ofKind, type View } from './seen.js';

export function spelling(id: WriteId): WriteRequirement[] {
  const { must, should } = rowsOf(id, 'accepts', '1');
  const edges = `answers ${anyOf(codesFor(id, 'answered'))}`;
  const row = (make: typeof must, name: string, statement: string, kind: CaseKind) =>
    make(name, `${gerund[id]} ${statement}.`, [
      [{ kind }, { kind: 'empty object' }],
      (view) => besideControl(view, kind),
    ]);
  const ways = ['spelling', 'charset', 'chunked', 'pieces', 'capitals', 'notation'] as const;
  const written = writeOperations[id];
  const numbers = wholeNumbers(written).map(({ name }) => name);
  const plain = [written.creates ? 'svg' : 'name', ...numbers];
  return [
    row(
      must,
      'accepts.any-spelling',
      'accepts the same JSON with other white space and with escapes',
      'spelling',
    ),
    row(
      should,
      'accepts.charset',
      'accepts JSON declared as application/json with charset=utf-8, or charset=UTF-8',
      'charset',
    ),
    row(
      should,
      'accepts.chunked',
      'accepts a chunked body, as HTTP/1.1 allows, or asks for a length (411)',
      'chunked',
    ),
    row(should, 'accepts.pieces', 'accepts a body that arrives in two pieces', 'pieces'),
    row(
      should,
      'accepts.closing',
      'is also answered when the request closes its connection (Connection: close)',
      'closing',
    ),
    row(should, 'accepts.capitals', 'accepts JSON that is declared by CONTENT-TYPE in capitals', 'capitals'),
    row(
      should,
      'answers-unknown-fields',
      `with fields that the document does not name ${edges}`,
      'unknown field',
    ),
    should(
      'accepts.same-meaning',
      `${gerund[id]} has the same effect whether the JSON is written plainly, with white space, escapes or other notations of numbers, is declared with a charset or in capitals, or is sent in chunks or pieces.`,
      [
        [...ways.map((kind) => ({ kind })), ...plain.map((name) => ({ kind: 'plain', name }) as const)],
        (view) => {
          const shown = view.of('echo', ofKind(...ways)).filter(({ field }) => isShown(view, field));
          return view.outcome(shown, notExercised('the server does not show what was written'));
        },
      ],
    ),
    ...(numbers.length > 0 || openLists(written).length > 0
      ? [
          row(
            must,
            'answers-notations',
            `with a ${numbers.length > 0 ? 'whole number written another way, such as 1.0 or 1E0,' : 'number too large to hold, 1e400,'} ${edges}`,
            'notation',
          ),
        ]
      : []),
  ];
}

/** Whether a field is shown as it was sent in the plain spelling. */
const isShown = (view: View, name: string | undefined) =>
  name !== undefined &&
  view
    .of('echo', ofKind('control', 'plain'))
    .some(({ field, result }) => field === name && result === 'kept');

/** Other spellings are judged where the plain one is taken. */
function besideControl(view: View, kind: CaseKind): Outcome {
  const outcome = view.outcome(view.codes(kind).filter(isBroken));
  const controls = view.codes('control', 'empty object');
  if (outcome.verdict === 'failed' || controls.some(wasTaken)) return outcome;
  const first = controls[0] && answerIn(controls[0]);
  return inconclusive(
    `the control request got ${first ? shownAs(first) : 'no answer'}`,
    first ? [first] : [],
  );
}
