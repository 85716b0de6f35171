/** Sends real requests and keeps them as a report's evidence does. */
import type { Evidence, Exchange, Report } from '../../schemas/generated/report.js';
import { sampleReport, settled } from './sample.js';

/** Sends one request; what comes is an exchange of a report. */
export const record = async (
  purpose: string,
  url: string,
  method: string,
  sent?: string,
): Promise<Exchange> => {
  const headers: [string, string][] = sent === undefined ? [] : [['Content-Type', 'application/json']];
  const request = {
    method,
    url,
    headers,
    ...(sent !== undefined && { body: { text: sent, bytes: Buffer.byteLength(sent), truncated: false } }),
  };
  const common = { purpose, request, startedAt: new Date(0).toISOString(), durationMs: 1, curl: 'curl' };
  try {
    const answer = await fetch(url, { method, headers, ...(sent !== undefined && { body: sent }) });
    const text = await answer.text();
    const body = { text, bytes: Buffer.byteLength(text), truncated: false };
    return {
      ...common,
      answer: {
        status: answer.status,
        reason: answer.statusText,
        headers: [['content-type', answer.headers.get('content-type') ?? '']],
        ...(text && { body }),
      },
    };
  } catch {
    return { ...common, failure: { kind: 'dropped', message: 'the connection was closed' } };
  }
};

/** A report of one failed requirement with this evidence. */
export const reportOf = (
  baseUrl: string,
  id: string,
  evidence: Omit<Evidence, 'symptom' | 'deciding'>,
): Report => {
  const report = sampleReport(0);
  const [row] = report.requirements;
  if (!row) throw new Error('the sample has no requirement');
  const symptom = { operation: row.operation, input: id, outcome: evidence.seen };
  return settled({
    ...report,
    target: { baseUrl, embedded: true },
    requirements: [
      {
        ...row,
        id,
        verdict: 'failed',
        evidence: [{ ...evidence, symptom, deciding: evidence.exchanges.length - 1 }],
      },
    ],
  });
};
