/** Texts of any origin for a report: whole characters only, and no more of them than there is room for. */
import { type Answer, isObject, json } from '../http/exchange.js';

/** Text without halves of characters: not everybody who reads JSON takes them. */
export const wellFormed = (text: string) => Buffer.from(text).toString();

/** What a server complains of is named at the end as often as at the beginning. */
export function withBothEnds(text: string, length: number): string {
  const half = Math.floor(length / 2);
  return text.length <= length ? text : `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/** Text cut without splitting a character. */
export function wellCut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param isCut Then the last character may be incomplete, and up to three bytes of it are dropped. */
export function asText(bytes: Buffer, isCut: boolean): string | undefined {
  for (let drop = 0; drop < (isCut ? 4 : 1) && drop <= bytes.length; drop++) {
    try {
      return utf8.decode(bytes.subarray(0, bytes.length - drop));
    } catch {}
  }
  return undefined;
}

const errorCodes = 400;
/** Where servers put it. */
const members = ['message', 'detail', 'error', 'title'];
const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  amp: '&',
};

export function messageOf(answer: Answer | undefined): string | undefined {
  if (!answer || answer.status < errorCodes) return undefined;
  const last = textOf(answer)
    .trim()
    .split(/[\r\n]+/)
    .at(-1)
    ?.trim();
  // The reason phrase is shown beside the code already; a line without a word, such as a brace, says nothing.
  return last === answer.reason || !/\p{L}{2}/u.test(last ?? '') ? undefined : last;
}

function textOf(answer: Answer): string {
  const body = json(answer);
  if (!body.ok) return withoutTags(answer.body.toString());
  const { value } = body;
  const said = isObject(value) ? members.map((name) => value[name]) : [value];
  return said.find((each) => typeof each === 'string') ?? '';
}

const withoutTags = (text: string) =>
  /^\s*</.test(text)
    ? text.replace(/<[^<>]*>/g, '\n').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    : text;
