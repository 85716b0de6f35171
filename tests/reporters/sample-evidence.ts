/** Exchanges and evidence of a report that is made for the tests of the formats. */
import type { Evidence, Exchange, RequirementRow } from '../../schemas/generated/report.js';
import type { Operation } from '../../schemas/index.js';

export const BASE_URL = 'http://127.0.0.1:3080';
const PROJECT = '0b57c5f1-4b8a-4d2e-9d5e-1c8f1f2d3a01';
const NODE = 'f3a1c7de-2a52-4d0a-8a4d-7f1f9a4b5c02';

/** What an operation is about, in words. */
export const resource = (operation: Operation): string => operation.id.split('.').slice(0, -1).join(' ');

const path = (operation: Operation): string =>
  operation.path.replace('{project_id}', PROJECT).replace('{node_id}', NODE);

const body = (text: string) => ({ text, bytes: Buffer.byteLength(text), truncated: false });

/** One exchange with an operation. */
export const exchange = (
  operation: Pick<Operation, 'method' | 'path'>,
  sent: string | undefined,
  answer: Exchange['answer'],
  purpose = 'the request that is judged',
): Exchange => {
  const url = BASE_URL + path(operation as Operation);
  return {
    purpose,
    request: {
      method: operation.method,
      url,
      headers: sent === undefined ? [] : [['Content-Type', 'application/json']],
      ...(sent !== undefined && { body: body(sent) }),
    },
    ...(answer && { answer }),
    startedAt: '2025-03-01T12:00:01.000Z',
    durationMs: 12.5,
    curl: `curl -sS -X ${operation.method} ${url}${sent === undefined ? '' : ` -H 'Content-Type: application/json' --data-raw '${sent.replaceAll("'", `'\\''`)}'`}`,
  };
};

/** An answer with a JSON body. */
export const answer = (status: number, reason: string, text: string): NonNullable<Exchange['answer']> => ({
  status,
  reason,
  headers: [
    ['Content-Type', 'application/json'],
    ['X-Served-By', 'sample'],
  ],
  body: body(text),
});

const fixture = (): Exchange =>
  exchange(
    { method: 'POST', path: '/v2/projects' },
    `{"name":"fixture","project_id":"${PROJECT}"}`,
    answer(201, 'Created', `{"name":"fixture","project_id":"${PROJECT}","status":"opened"}`),
    'fixture: a project',
  );

/** What shows that a requirement failed. */
export const evidenceOf = (operation: Operation, row: Pick<RequirementRow, 'id' | 'kind'>): Evidence => {
  const field = /(?:refuses|accepts)\.(\w+)$/.exec(row.id)?.[1] ?? 'ram';
  const isRefusal = row.kind === 'refuses' || row.kind === 'generated';
  const sent = operation.takesBody ? `{"${field}":${isRefusal ? '"x"' : '1'}}` : undefined;
  const input = `${operation.method} ${resource(operation)}${sent ? ` {"${field}": string}` : ''}`;
  const isShape = row.kind === 'answer';
  const seen = isShape ? '"x"' : isRefusal ? '200 OK' : '500 Internal Server Error';
  const answered =
    isShape || isRefusal
      ? answer(200, 'OK', `{"name":"R1","ram":"x","ports":[{"name":"e0"}],"node_id":"${NODE}"}`)
      : answer(500, 'Internal Server Error', '{"message":"KeyError: ram"}');
  return {
    expected: isShape ? 'ram to be an integer' : isRefusal ? '400 Bad Request' : '200 OK',
    seen,
    symptom: {
      operation: operation.id,
      input,
      outcome: isShape ? '/ram must be integer' : `status ${answered.status}`,
    },
    violations: isShape
      ? [{ in: 'body', pointer: '/ram', message: 'must be integer' }]
      : [{ in: 'status', message: `status ${answered.status}` }],
    exchanges: [fixture(), exchange(operation, sent, answered)],
    deciding: 1,
    ...(row.kind === 'generated' && {
      counterexample: sent ?? '{}',
      seed: 42,
    }),
    reproducibility: 'deterministic',
  };
};
