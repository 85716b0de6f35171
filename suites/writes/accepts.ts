/** Documented input is accepted, field by field; values at its edges are answered by a listed code (sections 2 and 4). */
import { isDeepStrictEqual } from 'node:util';
import { anyOf, hasContent, seen as shownAs } from '../../harness/expect.js';
import { sentIn } from '../../harness/model/state.js';
import {
  type Failure,
  failedOr,
  inconclusive,
  notExercised,
  type Outcome,
  passed,
} from '../../harness/outcome.js';
import { type Case, codesFor } from '../../harness/plan/case.js';
import { changesNothing, type Observation, wasTaken } from '../../harness/rules/observation.js';
import { alikeValues, type Field, isOwnedByServer } from '../../harness/values/fields.js';
import { Placeholder } from '../../harness/values/placeholders.js';
import { fits, isNullable } from '../../harness/values/shapes.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { operation, shapes } from '../../schemas/index.js';
import { gerund } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { answerIn, codeIn, isBroken, isNotTooLarge, ofField, type View } from './seen.js';

const empty = { kind: 'empty object' } as const;

export function accepts(id: WriteId): WriteRequirement[] {
  const { shape, fields, creates } = writeOperations[id];
  const { must } = rowsOf(id, 'accepts', shapes[shape]['x-section']);
  const listed = anyOf(codesFor(id, 'answered'));
  const ok = anyOf(operation(id).success);
  const ofOneField = ({ name, schema }: Field) => {
    const [plain, none] = [{ kind: 'plain', name } as const, { kind: 'null', name } as const];
    /** As the only field, not beside one that the target wants in every body. */
    const tried = (view: View, kind: 'plain' | 'null') => {
      const { needed } = view.seen.facts;
      const isOnly = ({ base = {} }: Case) => needed === undefined || !Object.hasOwn(base, needed);
      return view.of('code', (each) => ofField(name, kind)(each) && isOnly(each));
    };
    const isHazard = schema['x-hazard'] !== undefined;
    const edges = `${gerund[id]} with any value that the document allows for ${name} answers ${listed}.`;
    return [
      must(`accepts.${name}`, `${gerund[id]} accepts ${name} as the only field.`, [
        [plain, empty],
        (view) => taken(view, tried(view, 'plain'), isHazard),
      ]),
      ...(isNullable(schema)
        ? [
            must(`accepts.${name}.null`, `${gerund[id]} accepts null for ${name}.`, [
              [none, empty],
              (view) => taken(view, tried(view, 'null')),
            ]),
          ]
        : []),
      must(`answers-edges.${name}`, edges, [
        [plain, none, { kind: 'edge', name }],
        (view) => {
          const kinds = ['plain', 'null', 'edge'] as const;
          // Where the run ended, a body with several values could not be taken apart any more.
          const withField = view
            .codes(...kinds)
            .filter((each) => each.case.trials.some(({ field }) => field === name));
          const alone = view.of('code', ofField(name, ...kinds));
          const tried = view.seen.aborted === undefined ? alone : withField;
          return view.outcome(tried.filter(isBroken).filter(isNotTooLarge));
        },
      ]),
    ];
  };
  const each = fields
    .filter((field) => alikeValues(field).some((some) => some.length > 1))
    .map((field) => {
      const { name } = field;
      const what = `${gerund[id]} accepts all of a few values of ${name} that the document treats alike, if it accepts one of them.`;
      return rowsOf(id, 'accepts', shapes[shape]['x-section']).should(`accepts.${name}.each`, what, [
        [{ kind: 'plain', name }, { kind: 'edge', name }, empty],
        (view) => equallyTaken(view, field),
      ]);
    });
  return [
    must('accepts.empty-object', `${gerund[id]} accepts {}: no field is mandatory.`, [
      [empty],
      (view) => taken(view, view.codes('empty object')),
    ]),
    ...fields.flatMap(ofOneField),
    ...each,
    ...(creates
      ? [
          must('accepts.sample', `${gerund[id]} with only svg, x, y and z answers ${ok}.`, [
            [{ kind: 'sample' }, empty],
            (view) => taken(view, view.codes('sample')),
          ]),
        ]
      : []),
  ];
}

/** Fails only if every value is refused: the document shows no bounds, so one value may be out of bounds. */
function taken(view: View, tried: readonly Observation[], hazardous = false): Outcome {
  const [first] = tried;
  if (!first) return notExercised('the server shows no value of this field that could be sent back');
  if (tried.some(isBroken)) return view.outcome(tried);
  const answers = tried.flatMap((each) => answerIn(each) ?? []);
  if (!tried.every((each) => codeIn(each) === 400)) {
    if (tried.some(wasTaken) || view.codes('empty object').some(wasTaken)) return passed;
    const conflict = 'every update got 409 Conflict, and the document does not say when that is right';
    return inconclusive(conflict, answers);
  }
  if (hazardous && !tried.some(isReturned)) {
    const harmless =
      'a few harmless values were all refused, and the server shows none of its own to send back';
    return inconclusive(harmless, answers.slice(0, 1));
  }
  const times = tried.length > 1 ? ` for each of ${tried.length} values` : '';
  return failedOr([refusal(view, first, times)], passed);
}

/** A refusal that is wrong because of the other answers. */
function refusal(view: View, each: Observation, when: string): Failure {
  const { id } = view.written;
  const answer = answerIn(each);
  const mismatch = {
    expected: anyOf(operation(id).success),
    seen: `${answer ? shownAs(answer) : 'no answer'}${when}`,
    violations: [{ in: 'status', message: 'status 400' }],
    codes: codesFor(id, 'accepted'),
  } as const;
  return view.failure(each, { ...each, mismatch, outcome: 'status 400' });
}

/** No bounds can lie between values that the document does not tell apart. */
function equallyTaken(view: View, field: Field): Outcome {
  const ofIt = (each: Observation) => each.case.trials.filter((trial) => trial.field === field.name);
  const tried = view.of('code').filter((each) => ofIt(each).length > 0 && view.isWhole(each));
  const isTaken = ({ exchanges }: Observation) => exchanges.some(hasContent);
  const isOneOf = (some: readonly unknown[]) => (each: Observation) =>
    ofIt(each).some(({ value }) => some.some((one) => isDeepStrictEqual(one, value)));
  const taken = alikeValues(field)
    .map((some) => tried.filter(isOneOf(some)))
    .filter((some) => some.some(isTaken));
  const isAlone = ({ case: { trials } }: Observation) => trials.length === 1;
  const isRefused = (each: Observation) => isAlone(each) && codeIn(each) === 400;
  // Who accepts no items at all has those that it shows itself all the same.
  const own = tried.filter((each) => isReturned(each) && isRefused(each) && hasItems(view, each, field));
  if (own.length > 0 && tried.filter((each) => isTaken(each)).some(isOneOf([[]])))
    return failedOr(
      own.map((each) => refusal(view, each, ', though an empty list was accepted')),
      passed,
    );
  // A server that accepts only the current value decides the field itself.
  const isOwned = isOwnedByServer(field);
  if (taken.length === 0 || (isOwned && !tried.some((each) => isTaken(each) && !changesNothing(each))))
    return notExercised(`the server accepted no new value of ${field.name}`);
  const refused = taken.flatMap((some) => some.filter(isRefused));
  const failures = refused.map((each) => refusal(view, each, ', though another value was accepted'));
  return failedOr(failures, passed);
}

/** Whether it was sent with a list of items as the document shows them. */
function hasItems({ written: { shape } }: View, each: Observation, { name, schema }: Field): boolean {
  const answer = answerIn(each);
  const list = answer && sentIn(answer)?.[name];
  return (
    schema.items !== undefined && Array.isArray(list) && list.length > 0 && fits(shape, { [name]: list })
  );
}

/** Whether a value is one that the target itself had returned. */
const isReturned = (each: Observation) => each.case.trials.some(({ value }) => value instanceof Placeholder);

/** What becomes of fields that the server owns, reported as seen. */
export function ownedFields(id: WriteId): WriteRequirement {
  const owned = writeOperations[id].fields.filter(isOwnedByServer).map(({ name }) => name);
  const statement = `${gerund[id]} with fields that the server owns: whether they take effect.`;
  return rowsOf(id, 'observed').may('observed.owned-fields', statement, [
    owned.map((name) => ({ kind: 'plain', name })),
    (view) => {
      const lines = owned.map((name) => {
        const answers = view.of('code', ofField(name, 'plain')).flatMap((each) => answerIn(each) ?? []);
        return `${name}: ${[...new Set(answers.map(shownAs))].join(', ') || 'not shown by the server, so not sent'}`;
      });
      return { verdict: 'passed', observation: lines.join('; ') };
    },
  ]);
}
