import type { Exchange } from '../../schemas/generated/report.js';
import { shellWord } from '../hostile.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Where a replay takes an id from. */
export type IdSource =
  /** The client chose it for a fixture; a replay chooses a fresh one. */
  | { readonly from: 'client' }
  /** The server chose it; a replay reads it from the answer to the same exchange. */
  | { readonly from: 'answer'; readonly exchange: number; readonly key: string; readonly occurrence: number };

/** An id of the recorded exchanges with the shell variable that stands for it. */
export interface Id {
  readonly value: string;
  readonly variable: string;
  readonly source: IdSource;
}

const idsIn = (text: string | undefined): string[] => text?.match(UUID) ?? [];

/** Whether an exchange makes a fixture. */
export const isFixture = ({ purpose }: Exchange): boolean => purpose.startsWith('fixture');

const requestText = ({ request }: Exchange): string => `${request.url} ${request.body?.text ?? ''}`;

const answered = (exchanges: readonly Exchange[], value: string): IdSource | undefined => {
  for (const [index, { answer }] of exchanges.entries()) {
    const members = [...(answer?.body?.text ?? '').matchAll(/"(\w+)"\s*:\s*"([^"]*)"/g)];
    const member = members.find(([, , text]) => text === value);
    if (!member) continue;
    const key = member[1] as string;
    const occurrence = members.filter(([, name]) => name === key).indexOf(member) + 1;
    return { from: 'answer', exchange: index, key, occurrence };
  }
  return undefined;
};

/**
 * The ids that a replay must not take as recorded: those that the client chose for fixtures, and those that the
 * server chose and that a later request names. All others (unknown ids, fixtures that the user named) stay.
 */
export const ids = (exchanges: readonly Exchange[]): Id[] => {
  const found = new Map<string, IdSource>();
  for (const [index, exchange] of exchanges.entries()) {
    if (isFixture(exchange))
      for (const value of idsIn(exchange.request.body?.text))
        if (!found.has(value)) found.set(value, { from: 'client' });
    for (const value of idsIn(requestText(exchange))) {
      const source = found.has(value) ? undefined : answered(exchanges.slice(0, index), value);
      if (source) found.set(value, source);
    }
  }
  return [...found].map(([value, source], index) => ({ value, source, variable: `id${index + 1}` }));
};

/** One shell word in which known ids are variables. */
export const wordWithIds = (text: string, known: readonly Id[]): string => {
  let pieces: string[] = [text];
  for (const { value } of known) pieces = pieces.flatMap((piece) => splitAt(piece, value));
  const variables = new Map(known.map(({ value, variable }) => [value, variable]));
  const words = pieces
    .filter((piece) => piece !== '')
    .map((piece) => (variables.has(piece) ? `"$${variables.get(piece)}"` : shellWord(piece)));
  return words.join('') || "''";
};

const splitAt = (text: string, value: string): string[] =>
  text === value
    ? [text]
    : text.split(value).flatMap((part, index) => (index === 0 ? [part] : [value, part]));
