/** Exchanges, resources and facts written by hand: what the pure stages are given, without a server. */
import type { Exchange, Json } from '../../harness/http/exchange.js';
import type { Case, CaseKind, Duty } from '../../harness/plan/case.js';
import type { FieldSurvey } from '../../harness/plan/facts.js';
import { plainValues } from '../../harness/values/fields.js';
import { inputLocations } from '../../harness/values/invalid.js';
import type { Surroundings } from '../../harness/values/placeholders.js';
import { isNullable } from '../../harness/values/shapes.js';
import { type WriteOperation, writeOperations } from '../../harness/values/write-operations.js';
import { examples } from '../schemas/examples/index.js';

const request = { method: 'PUT', path: '/', headers: [] };
const base = { request, purpose: 'by hand', startedAt: 0, durationMs: 1 };

/** An exchange that was answered with a JSON body, or without one. */
export function answered(status: number, body?: Json): Exchange {
  const text = body === undefined ? '' : JSON.stringify(body);
  return answeredAsText(status, text, body === undefined ? undefined : 'application/json');
}

/** An exchange that was answered with any text. */
export function answeredAsText(status: number, text: string, contentType?: string): Exchange {
  const headers = contentType === undefined ? [] : [['Content-Type', contentType] as const];
  return { ...base, answer: { status, reason: '', headers, body: Buffer.from(text) } };
}

/** An exchange whose connection was closed before an answer came. */
export const dropped: Exchange = { ...base, failure: { kind: 'dropped', message: 'connection closed' } };

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
  return {
    project_id: '0cf2b0f1-3d2f-4a3c-9f52-6a1b8d7c1e20',
    node_id: '5b2f7a8e-0c41-4d62-8f0e-2a9d3c4b5e6f',
    resource: examples[shape].complete,
    made: [{ request: { body: JSON.stringify(examples[shape].complete) } }],
  };
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
