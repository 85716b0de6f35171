/** Exchanges, failures, causes, resources and facts written by hand: what the pure stages are given, without a server. */
import type { Cause } from '../../harness/explain/cause.js';
import type { Sighting } from '../../harness/explain/sighting.js';
import {
  type Answer,
  type Exchange,
  failed,
  type Headers,
  type Json,
  type Request,
} from '../../harness/http/exchange.js';
import type { Failure } from '../../harness/outcome.js';
import type { Case, CaseKind, Duty } from '../../harness/plan/case.js';
import type { FieldSurvey } from '../../harness/plan/facts.js';
import { plainValues } from '../../harness/values/fields.js';
import { inputLocations } from '../../harness/values/invalid.js';
import type { Surroundings } from '../../harness/values/placeholders.js';
import { isNullable } from '../../harness/values/shapes.js';
import { type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import type { OperationId } from '../../schemas/index.js';
import { examplesOf } from '../schemas/examples.js';

/** An exchange by what it has of its own; else a PUT that took a millisecond and got no answer. */
export function exchangeOf(
  request: Partial<Request>,
  answer?: Answer,
  more: Partial<Exchange> = {},
): Exchange {
  return {
    request: { method: 'PUT', path: '/', headers: [], ...request },
    purpose: 'by hand',
    startedAt: 0,
    durationMs: 1,
    ...(answer && { answer }),
    ...more,
  };
}

export function answerOf(status: number, body: string | Buffer = '', headers: Headers = []): Answer {
  return { status, reason: '', headers, body: Buffer.from(body) };
}

/** An exchange that was answered with a JSON body, or without one. */
export function answered(status: number, body?: Json, request: Partial<Request> = {}): Exchange {
  if (body === undefined) return exchangeOf(request, answerOf(status));
  return exchangeOf(request, answerOf(status, JSON.stringify(body), [['Content-Type', 'application/json']]));
}

/** An exchange that was answered with any text. */
export function answeredAsText(status: number, text: string, contentType?: string): Exchange {
  const headers: Headers = contentType === undefined ? [] : [['Content-Type', contentType]];
  return exchangeOf({}, answerOf(status, text, headers));
}

/** An exchange whose connection was closed before an answer came. */
export const dropped = exchangeOf({}, undefined, failed('dropped', 'connection closed'));

/** A failure that the last of some exchanges shows. */
export function failureOf(exchanges: readonly Exchange[], more: Partial<Failure> = {}): Failure {
  const symptom = { operation: '', input: '', outcome: '' };
  const deciding = Math.max(0, exchanges.length - 1);
  return { expected: '', seen: '', violations: [], symptom, exchanges, deciding, ...more };
}

/** A cause by what it has of its own, with its sightings; else a crash that was seen once. */
export function causeOf(
  operation: OperationId,
  own: Partial<Cause> = {},
  ...seen: Partial<Sighting>[]
): Cause {
  const crash = { aspect: 'code', expected: 'valid', outcome: 'status 500' } as const;
  const { aspect, expected, outcome } = { ...crash, ...own };
  const about = { operation, aspect, expected, outcome, features: [], succeeded: true };
  const sightings = seen.map((each) => ({ ...about, ...each }));
  const counts = { failed: 1, otherwise: 0, spared: 0 };
  return { ...crash, ...counts, operations: [operation], circumstance: [], sightings, ...own };
}

/** A case of one value in each of some fields. */
export function caseOf(
  kind: CaseKind,
  values: Readonly<Record<string, unknown>> = {},
  duty: Duty = 'answered',
): Case {
  const trials = Object.entries(values).map(([field, value]) => ({
    field,
    class: JSON.stringify(value),
    value,
  }));
  return { kind, duty, trials };
}

export const operations = Object.values(writeOperations);

/** A resource that shows every documented field. */
export function resourceOf({ shape }: WriteOperation): Surroundings {
  const { complete } = examplesOf(shape);
  const project_id = '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20';
  const node_id = '5b2f7a8e-0c41-4d62-8f0e-2a9d3c4b5e6f';
  return { project_id, node_id, resource: complete, made: [{ request: { body: JSON.stringify(complete) } }] };
}

/** What is known of a target that does everything right. */
export function factsOf(written: WriteOperation): FieldSurvey {
  const pool = new Map(written.fields.map((field) => [field.name, plainValues(field)]));
  return {
    pool,
    takes: true,
    takesNothing: true,
    edges: pool,
    sound: written.fields,
    guarded: inputLocations(written),
    nulls: written.fields.filter(({ schema }) => isNullable(schema)).map(({ name }) => name),
    unstored: new Set(),
  };
}
