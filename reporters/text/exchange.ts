import { duration } from '../../report/labels.js';
import { shorten } from '../../report/shorten.js';
import type { Body, Evidence, Exchange, Finding, Headers } from '../../schemas/generated/report.js';
import { isOfFixture } from '../../schemas/purpose.js';
import { withShortIds } from '../../schemas/uuid.js';

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

/** Method and URL on one line, with ids cut. */
export const shortRequestLine = (exchange: Exchange, baseUrl: string): string =>
  withShortIds(requestLine(exchange, baseUrl));

/** The body as text; bytes that are not UTF-8 are shown in base64. */
export const bodyText = (body: Body | undefined): string => {
  if (!body) return '';
  if (body.text !== undefined) return body.text;
  return body.base64 ? `${body.bytes} bytes that are not UTF-8, in base64: ${body.base64}` : '';
};

/** What was left out of a body, or nothing. */
export const cutNote = (body: Body | undefined): string =>
  body?.truncated ? `cut here; the whole body has ${body.bytes} bytes` : '';

/** A header's value by its name in lower case. */
export const header = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** What is to be known of a failure that did not show again. */
export const FLAKY = 'it did not show again when the same requests were sent to new projects';

/** When it happens; of what was seen once, whether it was seen again. */
export const whenOf = ({ circumstance: { failed, words }, evidence }: Finding): string =>
  failed === 1 && evidence.reproducibility === 'deterministic'
    ? `${words}; the same when it was sent again`
    : words;

/** The operations of a finding, where its title only counts them. */
export const operationsIn = ({ operations }: Finding): string =>
  operations.length > 3 ? operations.join(', ') : '';

/** Why the curl line of a request alone does not work, where that is so. */
export const worldNote = ({ exchanges }: Evidence): string | undefined =>
  exchanges.some(isOfFixture) ? 'the project is gone: the command below makes a new one' : undefined;

/** The nearest request that is right, on one line. */
export const rightLine = ({ method, path, body }: NonNullable<Finding['right']>): string =>
  body ?? `${method} ${path}, for a resource that exists`;

/** The fields that matter with their values, where others stand beside them in a body. */
export const markedFields = (body: Body | undefined, fields: readonly string[]): string[] => {
  try {
    const value = JSON.parse(body?.text ?? '') as Record<string, unknown>;
    const mine = fields.filter((name) => Object.hasOwn(value, name));
    if (mine.length === 0 || Object.keys(value).length === mine.length) return [];
    return mine.map((name) => `${JSON.stringify(name)}: ${shorten(JSON.stringify(value[name]), 200)}`);
  } catch {
    return [];
  }
};

/** Characters of a command that somebody may want to copy; those who replay the finding need none. */
const mostHandy = 1500;
export const isHandy = (curl: string): boolean => isCommand(curl) && curl.length <= mostHandy;

/** Whether it is more than a remark that the command was left out. */
export const isCommand = (curl: string): boolean => !curl.startsWith('#');
