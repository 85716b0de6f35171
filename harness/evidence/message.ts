/** What a server says of its refusal or failure: one line, the one that names the exception where there is one. */
import { type Answer, isObject, json } from '../http/exchange.js';

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
  const lines = textOf(answer)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const last = lines.at(-1);
  // The reason phrase is shown beside the code already; a line without a word, such as a brace, says nothing.
  return last === answer.reason || !/\p{L}{2}/u.test(last ?? '') ? undefined : last;
}

function textOf(answer: Answer): string {
  const body = json(answer);
  if (!body.ok) return withoutTags(answer.body.toString());
  const { value } = body;
  if (typeof value === 'string') return value;
  const said = isObject(value)
    ? members.map((name) => value[name]).find((each) => typeof each === 'string')
    : undefined;
  return typeof said === 'string' ? said : '';
}

const withoutTags = (text: string) =>
  /^\s*</.test(text)
    ? text.replace(/<[^<>]*>/g, '\n').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    : text;
