import type { Exchange } from '../../schemas/generated/report.js';
import { type Id, wordWithIds } from './ids.js';

// curl writes these itself, from the URL and the body.
const OWN = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
  'expect',
]);

const urlWord = (url: string, baseUrl: string, known: readonly Id[]): string =>
  url.startsWith(baseUrl)
    ? `"$BASE_URL"${wordWithIds(url.slice(baseUrl.length), known)}`
    : wordWithIds(url, known);

/** The environment variable that gives a header whose value the report does not tell. */
const secretVariable = (name: string): string => `HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;

const headerWord = (name: string, value: string, known: readonly Id[]): string => {
  const isSecret = value === `<${name.toLowerCase()}>`;
  if (!isSecret) return `-H ${wordWithIds(value ? `${name}: ${value}` : `${name};`, known)}`;
  const variable = secretVariable(name);
  return `\${${variable}:+-H ${wordWithIds(`${name}: `, known)}"$${variable}"}`;
};

const headerWords = ({ request }: Exchange, known: readonly Id[]): string[] => {
  const sent = request.headers.filter(([name]) => !OWN.has(name.toLowerCase()));
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  return [
    ...sent.map(([name, value]) => headerWord(name, value, known)),
    // What curl would add of its own accord was not part of the request.
    ...['Accept', ...(request.body ? ['Content-Type'] : [])]
      .filter((name) => !names.has(name.toLowerCase()))
      .map((name) => `-H '${name}:'`),
  ];
};

const bodyLines = (
  { request: { body } }: Exchange,
  known: readonly Id[],
): { before: string[]; words: string[] } => {
  if (!body) return { before: [], words: [] };
  const isPlain = body.text !== undefined && !body.text.includes('\0');
  if (isPlain) return { before: [], words: [`--data-raw ${wordWithIds(body.text ?? '', known)}`] };
  const base64 = body.base64 ?? Buffer.from(body.text ?? '').toString('base64');
  return {
    // A shell word cannot hold a NUL byte, nor a text what is no UTF-8.
    before: [`printf '%s' '${base64}' | base64 -d > "$work/sent"`],
    words: [`--data-binary "@$work/sent"`],
  };
};

/** Shell lines that send one request: `send` leaves `$code`, `$failed` and the answer in `$work`. */
export const sendLines = (exchange: Exchange, baseUrl: string, known: readonly Id[]): string[] => {
  const { before, words } = bodyLines(exchange, known);
  const { method, url } = exchange.request;
  return [
    ...before,
    [
      'send',
      ...(method === 'HEAD' ? ['-I'] : [`-X ${wordWithIds(method, [])}`]),
      ...headerWords(exchange, known),
      ...words,
      urlWord(url, baseUrl, known),
    ].join(' \\\n  '),
  ];
};
