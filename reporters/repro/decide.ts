import type { Evidence, Exchange } from '../../schemas/generated/report.js';
import { header } from '../exchange-text.js';
import { shellWord } from '../hostile.js';
import { type Id, wordWithIds } from './ids.js';

const CODE = /\b[1-5]\d\d\b/g;

const byStatus = ({ expected }: Evidence, { answer }: Exchange): string[] => {
  const acceptable = expected.match(CODE);
  return [
    '[ "$failed" = 0 ] || verdict 2 "no answer: curl failed with $failed"',
    `[ "$code" = ${answer?.status ?? 0} ] && verdict 0 "status $code"`,
    ...(acceptable ? [`case $code in ${acceptable.join(' | ')}) verdict 1 "status $code" ;; esac`] : []),
    // Neither what was seen nor what is acceptable: perhaps the fixture is not the same.
    'verdict 2 "status $code"',
  ];
};

const byTransport = (): string[] => [
  '[ "$failed" = 0 ] && verdict 1 "status $code"',
  'verdict 0 "no answer: curl failed with $failed"',
];

const needAnswer = ({ answer }: Exchange): string[] => [
  '[ "$failed" = 0 ] || verdict 2 "no answer: curl failed with $failed"',
  // Another code means another answer: what it would have said cannot be compared.
  `[ "$code" = ${answer?.status ?? 0} ] || verdict 2 "status $code instead of ${answer?.status ?? 0}"`,
];

const byHeader = (name: string, exchange: Exchange, known: readonly Id[]): string[] => {
  const recorded = header(exchange.answer?.headers ?? [], name.toLowerCase()) ?? '';
  return [
    ...needAnswer(exchange),
    `seen=$(header ${shellWord(name)})`,
    `[ "$seen" = ${wordWithIds(recorded.trim(), known)} ] && verdict 0 ${shellWord(`header ${name}`)}": $seen"`,
    `verdict 1 ${shellWord(`header ${name}`)}": $seen"`,
  ];
};

/** The name of the member that a pointer ends in, where a shell can look for it. */
const memberOf = (pointer: string | undefined): string | undefined =>
  /\/(?<key>[A-Za-z_]\w*)$/.exec(pointer ?? '')?.groups?.key;

const byAbsence = (key: string, exchange: Exchange): string[] => [
  ...needAnswer(exchange),
  `seen=$(member ${key})`,
  `[ -z "$seen" ] && verdict 0 'no ${key} in the body'`,
  `verdict 1 'body ${key}'": $seen"`,
];

const byMember = (key: string, message: string, exchange: Exchange, known: readonly Id[]): string[] => {
  const body = exchange.answer?.body?.text ?? '';
  const value = new RegExp(`"${key}"\\s*:\\s*("[^"]*"|[^,}\\]\\s]*)`).exec(body)?.[1] ?? '';
  const seen = [...needAnswer(exchange), `seen=$(member ${key})`];
  const showsWhen = /^must be (?:string|integer|number|boolean|array|object|null)\b/.test(message)
    ? // A value differs from run to run, its type does not: the first character tells it.
      `[ "$(kind "$seen")" = ${shellWord(kindOf(value))} ]`
    : `[ "$seen" = ${wordWithIds(value, known)} ]`;
  return [
    ...seen,
    `${showsWhen} && verdict 0 ${shellWord(`body ${key}`)}": $seen"`,
    `verdict 1 ${shellWord(`body ${key}`)}": $seen"`,
  ];
};

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'nothing'],
  [/^"/, 'string'],
  [/^[-0-9].*[.eE]/, 'fraction'],
  [/^[-0-9]/, 'integer'],
  [/^[tf]/, 'boolean'],
  [/^n/, 'null'],
  [/^\[/, 'array'],
  [/^\{/, 'object'],
];

const kindOf = (value: string): string => KINDS.find(([pattern]) => pattern.test(value))?.[1] ?? 'other';

const byBody = (exchange: Exchange, known: readonly Id[]): string[] => {
  const body = exchange.answer?.body;
  if (!body || body.bytes === 0)
    return [...needAnswer(exchange), '[ -s "$work/body" ] && verdict 1 "a body"', 'verdict 0 "no body"'];
  if (body.text === undefined || body.truncated || body.text.includes('\0'))
    return ['verdict 2 "the recorded answer is not whole or no text, so it cannot be compared"'];
  return [
    ...needAnswer(exchange),
    `printf '%s' ${wordWithIds(body.text, known)} > "$work/recorded"`,
    'cmp -s "$work/recorded" "$work/body" && verdict 0 "the recorded answer"',
    'verdict 2 "another answer than the recorded one"',
  ];
};

/** Shell lines after the deciding request: they compare what came with what was recorded, and exit. */
export const decideLines = (evidence: Evidence, exchange: Exchange, known: readonly Id[]): string[] => {
  if (exchange.failure) return byTransport();
  const { in: where, pointer, message = '' } = evidence.violations[0] ?? { in: 'status' };
  const key = memberOf(pointer);
  if (where === 'transport') return byTransport();
  if (where === 'status') return byStatus(evidence, exchange);
  if (where === 'header' && /^[\w-]+$/.test(pointer ?? ''))
    return byHeader(pointer as string, exchange, known);
  if (key && message === 'is missing') return byAbsence(key, exchange);
  return key ? byMember(key, message, exchange, known) : byBody(exchange, known);
};
