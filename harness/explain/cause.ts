/** A cause: what is wrong, in which operations, in which circumstance. The report shows causes as findings. */
import { familyOf } from '../../schemas/groups.js';
import { type OperationId, operation } from '../../schemas/index.js';
import type { RightRequest } from '../evidence/right.js';
import { isClientError, isServerError, isSuccess, isUnanswered, outcomeOf, succeeded } from '../expect.js';
import { type Behind, type Exchange, hasUnreadableBody, notJson, notUtf8 } from '../http/exchange.js';
import { operationOf } from '../http/request.js';
import { sentIn } from '../model/state.js';
import { changedThoughRefused, decidingOf, type Failure } from '../outcome.js';
import type { Level } from '../requirement.js';
import { fits } from '../values/shapes.js';
import { writeOperation } from '../values/write-operations.js';
import { type Circumstance, narrowed } from './circumstance.js';
import { attributeIn, oddIdIn, ofKind, placeIn, saidBy } from './features/feature.js';
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
  /** How often it failed in this circumstance. */
  readonly failed: number;
  /** How often the same duty was kept. */
  readonly otherwise: number;
  /** How often the duty was kept in this very circumstance. */
  readonly spared: number;
}

/** One cause of all these sightings. Without an aspect it is about a state, without a circumstance about any request. */
export const causeOfAll = (
  told: Pick<Cause, 'operations' | 'expected' | 'outcome'> & Partial<Pick<Cause, 'aspect' | 'circumstance'>>,
  sightings: readonly Sighting[],
  otherwise = 0,
): Cause => ({
  ...{ aspect: 'state', circumstance: [], ...told, sightings },
  ...{ failed: sightings.length, otherwise, spared: 0 },
});

/** A finding: one thing to fix, as the report shows it. */
export interface Explained {
  readonly title: string;
  readonly operations: readonly OperationId[];
  readonly level: Level;
  /** What identifies the defect: equal atoms in two runs mean the same defect. */
  readonly atoms: readonly string[];
  readonly circumstance: {
    readonly words: string;
    readonly features: readonly string[];
    /** The fields of the body that it is about. */
    readonly fields: readonly string[];
    readonly failed: number;
    readonly otherwise: number;
  };
  /** The most similar request that was answered correctly. */
  readonly right?: RightRequest;
  /** Whether it goes before the other findings of its level. */
  readonly isFirst: boolean;
  /** Requirements that fail because of it. */
  readonly requirements: readonly string[];
  /** The requirements among them that fail only as a consequence. */
  readonly consequences: readonly string[];
  readonly failure: Failure;
  /** What it was made of; none where everything fails alike. */
  readonly cause?: Cause;
}

/** Outcomes that leave a resource damaged, so that later requests may show it. */
export const lasting: ReadonlySet<string> = new Set([
  'other fields changed',
  changedThoughRefused,
  'not readable afterwards',
  'not writable afterwards',
]);

/** Outcomes that mean that a value is lost. */
export const notStored: ReadonlySet<string> = new Set(['not stored', 'ignored', 'not echoed']);

/** Whether a valid request succeeds with the wrong success code. */
export const isWrongSuccess = ({
  aspect,
  expected,
  outcome,
}: Pick<Cause, 'aspect' | 'expected' | 'outcome'>) =>
  aspect === 'code' && expected === 'valid' && isSuccess(outcome);

/** Whether a request succeeds that must fail. */
export const isWronglyTaken = ({ aspect, expected, outcome }: Cause) =>
  aspect === 'code' && expected !== 'valid' && isSuccess(outcome);

/** Whether a body succeeds that must be refused. */
export const isInvalidTaken = ({ expected, outcome = '' }: Pick<Sighting, 'expected' | 'outcome'>) =>
  expected === '400' && isSuccess(outcome);

/** Whether a request has a body that its operation has to refuse. */
export function isInvalid(exchange: Exchange): boolean {
  const id = operationOf(exchange.request);
  const written = id && writeOperation(id);
  return written !== undefined && !fits(written.shape, sentIn(exchange));
}

export const isOfReadings = ({ operations }: Pick<Cause, 'operations'>): boolean =>
  operations.every((id) => operation(id).method === 'GET');

/** Whether a request gets an error or no answer. */
export const isFailing = ({ aspect, outcome }: Pick<Cause, 'aspect' | 'outcome'>) =>
  aspect === 'code' && (isClientError(outcome) || isCrash({ outcome }));

/** What is expected where a deletion leaves everything as it was. */
export const undeleted = 'gone';

/** Whether a server failed by itself, or did not answer. */
export const isCrash = ({ outcome }: Pick<Cause, 'outcome'>) =>
  isUnanswered(outcome) || isServerError(outcome);

/** Whether the whole body is wrong, or a header, rather than one field. */
export function isOfWhole({ failure }: Sighting): boolean {
  const first = failure?.violations[0];
  return first?.in === 'header' || (first?.pointer ?? '') === '';
}

/** Whether an error is none in JSON, such as a page. */
export const isErrorPage = (each: Sighting): boolean => each.aspect === 'error' && isOfWhole(each);

/** Whether the answer that shows a failure has a body that is not JSON. */
export function isUnreadable({ failure }: Sighting): boolean {
  const answer = decidingOf(failure)?.answer;
  // Of a long answer only the beginning may be left, which need not be JSON.
  return answer?.wholeLength === undefined && hasUnreadableBody(answer);
}

/** Whether an answer that should show a resource has a body that is not JSON. */
export const isBodyUnreadable = (each: Sighting) =>
  each.aspect === 'answer' && (isUnreadable(each) || each.outcome === notUtf8 || each.outcome === notJson);

/** What is special about the values of a cause, such as `not ASCII`; undefined when they differ. */
export function attributeOf({
  circumstance,
  also = [],
}: Pick<Cause, 'circumstance' | 'also'>): string | undefined {
  const all = [circumstance, ...also].map(([first = '', ...more]) =>
    more.length > 0 ? undefined : attributeIn(first),
  );
  return new Set(all).size === 1 ? all[0] : undefined;
}

/** Whether one of several circumstances has several parts: a sentence can't name them. */
export const isInvolved = ({ circumstance, also = [] }: Pick<Cause, 'circumstance' | 'also'>): boolean =>
  also.length > 0 && [circumstance, ...also].some((each) => each.length > 1);

/** Whether no circumstance explains its failures: then it has all features of one of them. */
export const isUnexplained = ({ circumstance }: Pick<Cause, 'circumstance'>): boolean =>
  circumstance.length > 2;

/** The field that the first violation points to. */
export const fieldIn = ({ failure }: Sighting) =>
  failure?.violations[0]?.pointer?.split('/').findLast((part) => /\D/.test(part));

export const isAsked = ({ request }: Pick<Behind, 'request'>, { operations }: Pick<Cause, 'operations'>) =>
  operations.some((id) => id === operationOf(request));

/** Whether an exchange failed as a cause does: one of its operations, with the same code, or any that means success. */
export const isMet = (exchange: Exchange, cause: Cause) =>
  isAsked(exchange, cause) &&
  (outcomeOf(exchange.lostBefore ?? exchange) === cause.outcome ||
    (isWronglyTaken(cause) && succeeded(exchange)));

/** The operation whose answer shows a failure. */
export const shownBy = ({ failure }: Sighting): OperationId | undefined => {
  const shown = decidingOf(failure);
  return shown && operationOf(shown.request);
};

/** Whether answers to operations of the cause show every failure of an effect. */
export const isShownBy = (effect: Cause, { operations }: Pick<Cause, 'operations'>) =>
  effect.sightings.every((each) => operations.some((id) => id === shownBy(each)));

/** The same, or other answers that show a failure of the cause. */
export const isShownAsIn = (effect: Cause, { operations, sightings }: Cause) =>
  isShownBy(effect, { operations: [...operations, ...sightings.flatMap((each) => shownBy(each) ?? [])] });

/** Whether every failure of an effect was seen in an exchange that failed as one of the causes does. */
export const isDecidedBy = (effect: Cause, ...causes: readonly Cause[]) =>
  effect.sightings.every(({ failure }) => {
    const shown = decidingOf(failure);
    return shown !== undefined && causes.some((cause) => isMet(shown, cause));
  });

/** The circumstance of a cause, about one field where all its failures are about that field. */
export const toldOf = ({ circumstance, sightings }: Cause) => narrowed(circumstance, sightings);

export const failuresOf = (causes: readonly Cause[]): number =>
  causes.reduce((sum, { failed }) => sum + failed, 0);

/** The field that a cause is about; undefined when it is about none or several. */
export function fieldOf(cause: Cause): string | undefined {
  if (!fields.has(cause)) fields.set(cause, fieldAbout(cause));
  return fields.get(cause);
}

/** Remembered, since a cause can have a thousand sightings and is compared with every other cause. */
const fields = new WeakMap<Cause, string | undefined>();

const isOfField = ofKind('place', 'is', 'value', 'field', 'has');
const isWritten = ofKind('field');

function fieldAbout(cause: Cause): string | undefined {
  const [first, ...others] = cause.sightings;
  const own = saidBy('field', first?.features ?? []).filter((name) =>
    others.every(({ features }) => features.includes(`field:${name}`)),
  );
  if (cause.aspect === 'state' && own.length === 1) return own[0];
  const places = new Set(toldOf(cause).filter(ofKind('place')).map(placeIn));
  if (isUnexplained(cause) && places.size === 1) return [...places][0];
  const names = new Set(
    toldOf(cause).flatMap((each) => (isOfField(each) ? placeIn(each) : oddIdIn(each)) ?? []),
  );
  return names.size === 1 ? [...names][0] : undefined;
}

/** The fields that show the values of others, those others, and all of them; undefined where none does. */
export function mixedUp({ aspect, circumstance, also = [], sightings }: Cause) {
  const told = [circumstance, ...also].map((each) => each.filter((feature) => !isWritten(feature)));
  const from = told.flatMap((features) => saidBy('from', features));
  const isMixed = told.every(({ length }) => length === 1) && from.length === told.length;
  if (aspect !== 'state' || !isMixed) return undefined;
  const into = sightings.flatMap(({ features }) => saidBy('field', features));
  return { into: [...new Set(into)].sort(), from: from.sort(), all: [...new Set([...into, ...from])] };
}

/** Whether what was seen has all of the features that a cause has for its circumstance. */
export const isInCircumstance = (
  { features }: Pick<Sighting, 'features'>,
  { circumstance }: Pick<Cause, 'circumstance'>,
) => circumstance.every((each) => features.includes(each));

/** Whether all operations of an effect are operations of the cause. */
export const isWithin = (effect: Cause, cause: Cause) =>
  effect.operations.every((id) => cause.operations.includes(id));

/** Whether all operations of an effect are about what those of the cause are about. */
export const isOfFamilies = (effect: Cause, cause: Cause) =>
  effect.operations.every((id) => cause.operations.some((each) => familyOf(each) === familyOf(id)));

/** Whether a cause follows from another one: it would be gone if that one were mended. */
export type Follows = (effect: Cause, cause: Cause) => boolean;
