/** A cause: what is wrong, in which operations, in which circumstance. A finding is a cause as the report tells it. */
import type { OperationId } from '../../schemas/index.js';
import type { RightRequest } from '../evidence/right.js';
import { outcomeOf } from '../expect.js';
import { type Exchange, hasUnreadableBody } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { decidingOf, type Failure, notAllListed } from '../outcome.js';
import type { Level } from '../requirement.js';
import { type Circumstance, narrowed } from './circumstance.js';
import type { Sighting } from './sighting.js';

export interface Cause {
  readonly operations: readonly OperationId[];
  readonly aspect: Sighting['aspect'];
  readonly expected: string;
  readonly outcome: string;
  readonly circumstance: Circumstance['features'];
  /** Further circumstances about the same field. */
  readonly also?: readonly Circumstance['features'][];
  readonly sightings: readonly Sighting[];
  /** How often it was seen in this circumstance, and how often nothing was wrong otherwise. */
  readonly failed: number;
  readonly otherwise: number;
  /** How often nothing was wrong in the very same circumstance. */
  readonly spared: number;
}

/** A finding: one thing to mend, as the report tells it. */
export interface Explained {
  readonly title: string;
  readonly operations: readonly OperationId[];
  readonly level: Level;
  /** What it is made of: equal atoms in two runs are the same defect. */
  readonly atoms: readonly string[];
  readonly circumstance: {
    readonly words: string;
    readonly features: readonly string[];
    /** Fields of the body that it is about. */
    readonly fields: readonly string[];
    readonly failed: number;
    readonly otherwise: number;
  };
  /** The nearest request that was answered rightly. */
  readonly right?: RightRequest;
  /** Whether it is told before all that can be looked at beside it. */
  readonly isFirst: boolean;
  /** Requirements that fail because of it. */
  readonly requirements: readonly string[];
  /** Those among them whose failure only follows from it. */
  readonly consequences: readonly string[];
  readonly failure: Failure;
}

/** What is wrong with a resource after a request, and may show in later ones. */
export const lasting: ReadonlySet<string> = new Set([
  'other fields changed',
  'changed though refused',
  'not readable afterwards',
  'not writable afterwards',
]);

/** What is not there when it is looked for. */
export const notStored: ReadonlySet<string> = new Set(['not stored', 'ignored', 'not echoed']);

/** What is wrong with a list of drawings, or seems so where it is. */
export const notListed: ReadonlySet<string> = new Set([
  'a list without it',
  'a list with it more than once',
  'missing from the list',
  'listed twice',
  notAllListed,
  'the same drawing_id twice',
  'changed though refused',
  'other fields changed',
]);

/** Whether a request succeeds, but with a code that the document does not list. */
export const isWrongSuccess = ({ aspect, expected, outcome }: Cause) =>
  aspect === 'code' && expected === 'valid' && outcome.startsWith('status 2');

/** Whether something is taken that is to be refused, or found that is not there. */
export const isWronglyTaken = ({ aspect, expected, outcome }: Cause) =>
  aspect === 'code' && expected !== 'valid' && outcome.startsWith('status 2');

/** Whether a request is refused, or not answered. */
export const isFailing = ({ aspect, outcome }: Pick<Cause, 'aspect' | 'outcome'>) =>
  aspect === 'code' && /^(status [45]|transport )/.test(outcome);

/** Whether what is wrong is wrong with the whole body, or with how it is declared. */
export function isOfWhole({ failure }: Sighting): boolean {
  const first = failure?.violations[0];
  return first?.in === 'header' || (first?.pointer ?? '') === '';
}

/** Whether the answer that shows a failure has a body that is not JSON. */
export function isUnreadable({ failure }: Sighting): boolean {
  const answer = decidingOf(failure)?.answer;
  // Of a long answer only the beginning may be left, which need not be JSON.
  return answer?.wholeLength === undefined && hasUnreadableBody(answer);
}

/** Whether an answer that should show something is no JSON at all. */
export const isBodyUnreadable = (each: Sighting) => each.aspect === 'answer' && isUnreadable(each);

/** What is special about the values of a cause: `not ASCII`; undefined where they do not share it. */
export function attributeOf({
  circumstance,
  also = [],
}: Pick<Cause, 'circumstance' | 'also'>): string | undefined {
  const all = [circumstance, ...also].map(([first = '', ...more]) =>
    more.length > 0 ? undefined : /^(?:is:[\w.]+=|any:)(.+)$/.exec(first)?.[1],
  );
  return new Set(all).size === 1 ? all[0] : undefined;
}

/** The field that the first violation is in. */
export const fieldIn = ({ failure }: Sighting) =>
  failure?.violations[0]?.pointer?.split('/').findLast((part) => /\D/.test(part));

/** Whether an exchange is one of a cause: the operation, answered as it is there. */
export const isMet = (exchange: Exchange, { operations, outcome }: Cause) =>
  operations.some((id) => id === operationOf(exchange.request)) && outcomeOf(exchange) === outcome;

/** Whether every failure of an effect was seen in an exchange that failed as the cause does. */
export const isDecidedBy = (effect: Cause, cause: Cause) =>
  effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    return shown !== undefined && isMet(shown, cause);
  });

/** The circumstance of a cause, told of one field where no other was seen. */
export const toldOf = ({ circumstance, sightings }: Cause) => narrowed(circumstance, sightings);

/** How often causes were seen together. */
export const failuresOf = (causes: readonly Cause[]): number =>
  causes.reduce((sum, { failed }) => sum + failed, 0);

/** The field that a circumstance is about, where it is about one. */
export function fieldOf(cause: Cause): string | undefined {
  if (!fields.has(cause)) fields.set(cause, fieldAbout(cause));
  return fields.get(cause);
}

/** A cause may have a thousand sightings, and is asked for by every other one. */
const fields = new WeakMap<Cause, string | undefined>();

function fieldAbout(cause: Cause): string | undefined {
  const [first, ...others] = cause.sightings;
  const own = (first?.features ?? []).filter(
    (each) => each.startsWith('field:') && others.every(({ features }) => features.includes(each)),
  );
  if (cause.aspect === 'state' && own.length === 1) return own[0]?.slice('field:'.length);
  const names = new Set(
    toldOf(cause).flatMap(
      (each) =>
        /^(?:(?:place|is|value|field|has):([\w.]+)|case:(\w+_id): )/.exec(each)?.slice(1).filter(Boolean) ??
        [],
    ),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

/** Whether a cause is one of operations that another is one of as well. */
export const isWithin = (effect: Cause, cause: Cause) =>
  effect.operations.every((id) => cause.operations.includes(id));
