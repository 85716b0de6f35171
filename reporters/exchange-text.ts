import type { Body, Evidence, Exchange } from '../schemas/generated/report.js';
import { duration } from './words.js';

/** The exchange that shows the failure; the last one where the index points nowhere. */
export const deciding = ({ exchanges, deciding: index }: Evidence): Exchange | undefined =>
  exchanges[index] ?? exchanges.at(-1);

/** Method and URL, the URL without the base where that is given. */
export const requestLine = ({ request: { method, url } }: Exchange, baseUrl?: string): string =>
  `${method} ${baseUrl && url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url}`;

/** Status and reason phrase, or what happened instead of an answer. */
export const answerLine = ({ answer, failure, durationMs }: Exchange): string => {
  const time = duration(durationMs);
  if (answer) return `${answer.status} ${answer.reason}`.trimEnd().concat(` (${time})`);
  return failure ? `no answer: ${failure.kind}: ${failure.message} (${time})` : `no answer (${time})`;
};

/** The body as text; bytes that are no UTF-8 are told, not shown. */
export const bodyText = (body: Body | undefined): string => {
  if (!body) return '';
  if (body.text !== undefined) return body.text;
  return body.base64 ? `${body.bytes} bytes that are no UTF-8, in base64: ${body.base64}` : '';
};

/** What was left out of a body, or nothing. */
export const cutNote = (body: Body | undefined): string =>
  body?.truncated ? `cut here; the whole body has ${body.bytes} bytes` : '';

/** A header's value by its name in lower case. */
export const header = (headers: readonly [string, string][], name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** What the repetitions on fresh fixtures showed. */
export const REPRODUCIBILITY: Record<NonNullable<Evidence['reproducibility']>, string> = {
  deterministic: 'shown again by each of three repetitions on fresh fixtures',
  flaky: 'not shown by every repetition on fresh fixtures',
};

/** Where the counterexample came from, in words. */
export const origin = ({ counterexample, seed, path, shrinks }: Evidence): string | undefined => {
  if (counterexample === undefined) return undefined;
  const parts = [
    seed === undefined ? '' : `seed ${seed}`,
    path === undefined ? '' : `path ${path}`,
    shrinks === undefined ? '' : `${shrinks} shrinks`,
  ].filter(Boolean);
  return parts.join(', ');
};
