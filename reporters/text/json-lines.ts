import { jsonIn } from '../../schemas/json-text.js';

/** One line of a JSON text laid out for reading. */
export interface JsonLine {
  readonly text: string;
  readonly depth: number;
  /** JSON pointer of the value that begins on this line; the closing line of a value has none. */
  readonly pointer?: string;
}

interface Frame {
  readonly pointer: string;
  readonly isArray: boolean;
  index: number;
}

const MOST_DEPTH = 40;
const MOST_LINES = 2000;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Lays a JSON text out in lines that know their pointers. Literals stay as they were sent, so that large numbers
 * and doubled keys are seen. Undefined for what is no JSON, or too deep or too long to be read.
 */
export const jsonLines = (text: string): JsonLine[] | undefined => {
  if (jsonIn(text) === undefined) return undefined;
  const lines: JsonLine[] = [];
  const open: Frame[] = [];
  const tokens = text.match(TOKEN) ?? [];
  let key: string | undefined;
  const here = (): string => {
    const frame = open.at(-1);
    if (!frame) return '';
    if (frame.isArray) return `${frame.pointer}/${frame.index}`;
    return `${frame.pointer}/${escapePointer(JSON.parse(key ?? '""') as string)}`;
  };
  const prefix = (): string => (key === undefined ? '' : `${key}: `);
  for (const [at, token] of tokens.entries()) {
    if (lines.length > MOST_LINES || open.length > MOST_DEPTH) return undefined;
    const last = lines.at(-1);
    if (token === ',') {
      const frame = open.at(-1) as Frame;
      frame.index += 1;
      lines[lines.length - 1] = { ...(last as JsonLine), text: `${last?.text},` };
    } else if (token === '{' || token === '[') {
      const pointer = here();
      lines.push({ text: prefix() + token, depth: open.length, pointer });
      open.push({ pointer, isArray: token === '[', index: 0 });
      key = undefined;
    } else if (token === '}' || token === ']') {
      open.pop();
      const opening = tokens[at - 1] === '{' || tokens[at - 1] === '[';
      if (opening) lines[lines.length - 1] = { ...(last as JsonLine), text: `${last?.text}${token}` };
      else lines.push({ text: token, depth: open.length });
    } else if (token !== ':') {
      if (tokens[at + 1] === ':') key = token;
      else {
        lines.push({ text: prefix() + token, depth: open.length, pointer: here() });
        key = undefined;
      }
    }
  }
  return lines;
};

/** Index of the line that a pointer points at, or of the closest value around it where it is missing. */
export const lineOf = (lines: readonly JsonLine[], pointer: string): number => {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = lines.findIndex((line) => line.pointer === at);
    if (found >= 0 || at === '') return Math.max(0, found);
  }
};
