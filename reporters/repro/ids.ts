import type { Exchange } from '../../schemas/generated/report.js';
import { shellWord } from '../hostile.js';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Where a replay takes an id from. */
export type IdSource =
  /** The client chose it for a fixture; a replay chooses a fresh one. */
  | { readonly from: 'client' }
  /** The client named a fixture so; servers may refuse a name that is taken, so a replay adds to it. */
  | { readonly from: 'name' }
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

// Shorter names could stand in a text by chance.
const NAME = /"name"\s*:\s*"([^"\\]{6,})"/g;

const namesIn = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(NAME)].map(([, name]) => name as string).filter((name) => !idsIn(name).length);

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
 * The ids that a replay must not take as recorded: those and the names that the client chose for fixtures, and
 * those that the server chose and that a later request names. All others (unknown ids, fixtures that the user named) stay.
 */
export const ids = (exchanges: readonly Exchange[]): Id[] => {
  const found = new Map<string, IdSource>();
  for (const [index, exchange] of exchanges.entries()) {
    if (isFixture(exchange)) {
      const sent = exchange.request.body?.text;
      for (const value of idsIn(sent)) if (!found.has(value)) found.set(value, { from: 'client' });
      for (const value of namesIn(sent)) found.set(value, { from: 'name' });
    }
    for (const value of idsIn(requestText(exchange))) {
      const source = found.has(value) ? undefined : answered(exchanges.slice(0, index), value);
      if (source) found.set(value, source);
    }
  }
  return [...found].map(([value, source], index) => ({ value, source, variable: `id${index + 1}` }));
};

/** One shell word in which known ids are variables. */
export const wordWithIds = (text: string, known: readonly Id[]): string => {
  const variables = new Map(known.map(({ value, variable }) => [value, variable]));
  // The longest first: one name can be the beginning of another.
  const values = [...variables.keys()].sort((a, b) => b.length - a.length);
  let pieces: string[] = [text];
  for (const value of values)
    pieces = pieces.flatMap((piece) => (variables.has(piece) ? [piece] : splitAt(piece, value)));
  const words = pieces
    .filter((piece) => piece !== '')
    .map((piece) => (variables.has(piece) ? `"$${variables.get(piece)}"` : shellWord(piece)));
  return words.join('') || "''";
};

const splitAt = (text: string, value: string): string[] =>
  text.split(value).flatMap((part, index) => (index === 0 ? [part] : [value, part]));
