/** Whether a value that is shown means what was sent. */
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../http/exchange.js';

/**
 * Text may come back in another Unicode normal form, an angle modulo 360, a drawing with character references or
 * with its markup written otherwise: what is meant is the same. So it is of text at the edge, in a form of it, and of
 * a number that few can hold (RFC 8259, 6), as another one of those.
 */
export function sameValue(field: string, shown: Json | undefined, sent: Json): boolean {
  // The first for -0, which is JSON for nothing but 0.
  if (shown === sent || isDeepStrictEqual(shown, sent)) return true;
  if (field === 'rotation' && typeof shown === 'number' && typeof sent === 'number')
    return (shown - sent) % 360 === 0;
  if (typeof sent === 'number')
    return sent > Number.MAX_SAFE_INTEGER && Number(shown) >= Number.MAX_SAFE_INTEGER;
  if (typeof sent !== 'string') return false;
  // What is nothing but white space may be shown as no text at all.
  if (shown === null) return sent.trim() === '';
  if (typeof shown !== 'string') return false;
  if (field === 'svg') return sameMarkup(shown, sent);
  return shown.normalize() === sent.normalize() || (!isOrdinaryText(sent) && isFormOf(shown, sent));
}

/** From this length on a text may be cut. */
const longText = 1000;

/** Whether a text is to be shown as it was sent. */
export const isOrdinaryText = (value: string) =>
  value.length > 0 && value.length < longText && value.trim() === value && !/[\p{C}\\]/u.test(value);

/**
 * White space at the ends, control characters and backslashes may be left out or replaced, and a text may be cut at
 * the first of them; a long text may be cut anywhere. Another text is none of these.
 */
function isFormOf(shown: string, sent: string): boolean {
  const [a, b] = [shown, sent].map(essence) as [string, string];
  if (a === b) return true;
  const isCut = sent.length >= longText || /\p{C}/u.test(sent.trim());
  return isCut && a !== '' && b.startsWith(a);
}

/** What is left of a text without everything that may be left out, or stand for that. */
const essence = (text: string) => text.replace(/[\p{C}\s\ufffd\\/?_-]/gu, '').normalize();

// Loaded when the first drawing comes back otherwise than it was sent, which most servers never do.
const load = () => createRequire(import.meta.url)('xmlbuilder2') as typeof import('xmlbuilder2');

/**
 * Whether two texts are the same XML, however it is spelled: quotes, order of attributes, empty tags, references,
 * prefixes of namespaces.
 */
export function sameMarkup(shown: string, sent: string): boolean {
  const [a, b] = [shown, sent].map(tree);
  if (a === undefined || b === undefined) return false;
  // A drawing without a namespace is shown with that of drawings by who has it from an XML library.
  const implied = b.namespaceURI ? undefined : svg;
  try {
    return isDeepStrictEqual(meaning(a, implied), meaning(b));
  } catch (error) {
    // Elements lie deeper in each other than calls can: nothing was sent like that.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

interface Attribute {
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly value: string;
}

interface MarkupNode {
  readonly nodeType: number;
  readonly namespaceURI?: string | null;
  readonly localName?: string;
  readonly data?: string;
  readonly attributes?: Iterable<Attribute>;
  readonly childNodes: Iterable<MarkupNode>;
}

/**
 * What a node says: its name in its namespace, its attributes but the declarations of namespaces, and what is in it.
 * Texts are in a normal form here, not before: a character reference may stand for a part of a character.
 * @param implied A namespace that is as none.
 */
function meaning(node: MarkupNode, implied?: string): unknown {
  const { nodeType, localName, data, attributes = [], childNodes } = node;
  const namespace = (node.namespaceURI ?? '') === implied ? '' : (node.namespaceURI ?? '');
  const said = [...attributes].filter((each) => each.namespaceURI !== xmlns);
  const named = said.map(
    (each) => [`${each.namespaceURI ?? ''} ${each.localName}`, each.value.normalize()] as const,
  );
  // A drawing is shown in browsers: scripts may be taken out of it.
  const inside = [...childNodes]
    .filter((each) => each.localName !== 'script')
    .map((each) => meaning(each, implied));
  return [nodeType, namespace, localName, data?.normalize(), new Map(named), inside];
}

const svg = 'http://www.w3.org/2000/svg';

/** The namespace of what declares namespaces (Namespaces in XML, 3). */
const xmlns = 'http://www.w3.org/2000/xmlns/';

/** Whether a text is a whole drawing, white space around it aside. */
export const isSvg = (text: string) => /^\s*<svg[ >].*<\/svg>\s*$/s.test(text);

/** The root element of a text; undefined when it is no XML. */
function tree(text: string) {
  // The parser closes by itself what is left open, and takes an ampersand that begins no reference.
  if (count(text, /<[^/!?]/g) !== count(text, /<\/|\/>/g) || loneAmpersand.test(text)) return undefined;
  const { create } = load();
  try {
    // Line breaks are one character to XML (2.11).
    return create(text.trim().replace(/\r\n?/g, '\n')).root().node as MarkupNode;
  } catch {
    return undefined;
  }
}

const loneAmpersand = /&(?!#\d+;|#x[\da-f]+;|[\w:.-]+;)/i;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
