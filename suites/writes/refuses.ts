/** Input that breaks a stated rule is refused (sections 1, 2 and 4). */
import { seen as shownAs } from '../../harness/expect.js';
import { inconclusive, type Outcome } from '../../harness/outcome.js';
import { type Observation, wasTakenOrConflicts } from '../../harness/rules/observation.js';
import { inputLocations } from '../../harness/values/invalid.js';
import { type WriteId, writeOperations } from '../../harness/values/write-operations.js';
import { shapes } from '../../schemas/index.js';
import { gerund } from '../words.js';
import { rowsOf, type WriteRequirement } from './requirement.js';
import { answerIn, codeIn, isBroken, ofField, type View } from './seen.js';

export function refuses(id: WriteId): WriteRequirement[] {
  const written = writeOperations[id];
  const { must } = rowsOf(id, 'refuses', '4');
  const ofBodies = (kind: 'malformed' | 'non-object', name: string, what: string) =>
    must(`refuses.${name}`, `${gerund[id]} with a body that ${what} answers 400.`, [
      [{ kind }, { kind: 'empty object' }],
      (view) => {
        const isWanting = view.seen.facts.needed !== undefined;
        const plain = view.codes('plain').filter((each) => view.isWhole(each));
        return refused(view, view.codes(kind), isWanting ? plain : view.codes('empty object'));
      },
    ]);
  const ofLocations = inputLocations(written).map(({ name, field, rule }) => {
    const what = whatIsWrong(name, field, rule);
    const isOfIt = ({ case: { trials } }: Observation) => trials[0]?.location === name;
    const needs = [{ kind: 'invalid', name } as const, { kind: 'plain', name: field } as const];
    const decide = (view: View) =>
      refused(view, view.codes('invalid').filter(isOfIt), view.of('code', ofField(field, 'plain')));
    const section = shapes[written.shape]['x-section'];
    return must(`refuses.${name}`, `${gerund[id]} with ${what} answers 400.`, [needs, decide], section);
  });
  return [
    ofBodies('malformed', 'malformed-json', 'is not valid JSON'),
    ofBodies('non-object', 'non-object', 'is not a JSON object'),
    ...ofLocations,
  ];
}

/** What is wrong at a place of the input, as it completes "Updating … with". */
function whatIsWrong(name: string, field: string, rule: string): string {
  const part = name.slice(field.length + 1);
  if (part === 'item') return `an item of ${field} that is not an object`;
  if (part.endsWith('.missing')) return `an item of ${field} that lacks ${part.slice(0, -'.missing'.length)}`;
  return `${name} that is not ${rule}`;
}

/** A refusal counts only when the control request, the same before the one change, was taken. */
function refused(view: View, tried: readonly Observation[], controls: readonly Observation[]): Outcome {
  const controlCodes = new Set(controls.map(codeIn));
  // What is invalid and in conflict as well may be told the conflict.
  const wrong = tried.filter(isBroken).filter((each) => codeIn(each) !== 409 || !controlCodes.has(409));
  if (controls.some(wasTakenOrConflicts)) return view.outcome(wrong);
  const telling = wrong.filter((each) => !controlCodes.has(codeIn(each)));
  const first = controls[0] && answerIn(controls[0]);
  const reason = first
    ? `the control request, which is valid, got ${shownAs(first)}`
    : 'there is no control request: the server shows no value of this field';
  return view.outcome(telling, inconclusive(reason, first ? [first] : []));
}
