/** Recordings written by hand: requests a second apart, unless they say otherwise. */

import { statements } from '../../../cli/statements.js';
import { judgeRecording, type RecordedExchange } from '../../../harness/traffic/index.js';

const baseUrl = 'http://lab:3080';
export const project_id = '3f2c1d4e-0a5b-4c6d-8e7f-90a1b2c3d4e5';
const node_id = '5b2f7a8e-0c41-4d62-8f0e-2a9d3c4b5e6f';
export const project = `/v2/projects/${project_id}`;
export const iou = `/v2/compute/projects/${project_id}/iou/nodes/${node_id}`;

interface Details {
  /** Milliseconds from one request to the next. */
  readonly after?: number;
  readonly lasts?: number;
  readonly type?: string;
  readonly answerType?: string;
}

/** Method, path, body or nothing, status, body of the answer or nothing; text stands as it is. */
export type Line = readonly [string, string, unknown, number, unknown?, (Details | undefined)?];

const bytesOf = (value: unknown) =>
  Buffer.from(value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));

export function recording(lines: readonly Line[], base = baseUrl): RecordedExchange[] {
  let now = Date.UTC(2026, 0, 1) + 0.5;
  return lines.map(([method, path, sent, status, got, details = {}]) => {
    const { after = 1000, lasts = 10, type = 'application/json', answerType = 'application/json' } = details;
    now += after;
    const bytes = bytesOf(got);
    return {
      method,
      url: base + path,
      headers: sent === undefined ? [] : [['Content-Type', type]],
      ...(sent !== undefined && { body: { bytes: bytesOf(sent), isWhole: true } }),
      startedAt: now,
      durationMs: lasts,
      ...(status > 0 && {
        answer: {
          status,
          headers: [['Content-Type', bytes.length > 0 ? answerType : '']].filter(
            ([, each]) => each !== '',
          ) as never,
          body: { bytes, isWhole: true },
        },
      }),
    };
  });
}

export function judged(lines: readonly Line[], isComplete = false) {
  const result = judgeRecording(recording(lines), { baseUrl, statements, isComplete });
  const having = (verdict: string) =>
    [...result.judged].filter(([, each]) => each.verdict === verdict).map(([id]) => id);
  return {
    ...result,
    failed: having('failed'),
    passed: having('passed'),
    inconclusive: having('inconclusive'),
    reason: (id: string) => result.judged.get(id)?.reason,
  };
}

/** The same lines so often, each time on another project. */
export function often(times: number, lines: readonly Line[]): Line[] {
  return Array.from({ length: times }, (_, turn) =>
    lines.map(([method, path, sent, status, got, details]): Line => {
      const own = (value: unknown): unknown =>
        value === undefined
          ? undefined
          : JSON.parse(JSON.stringify(value).replaceAll('3f2c1d4e', `3f2c1d${turn + 10}`));
      return [method, String(own(path)), own(sent), status, own(got), details];
    }),
  ).flat();
}
