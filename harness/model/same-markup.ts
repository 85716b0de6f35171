import { createRequire } from 'node:module';

// Loaded when the first drawing comes back otherwise than it was sent, which most servers never do.
const load = () => createRequire(import.meta.url)('xmlbuilder2') as typeof import('xmlbuilder2');

/** Whether two texts are the same XML, however it is spelled: quotes, order of attributes, empty tags, references. */
export function sameMarkup(shown: string, sent: string): boolean {
  const [a, b] = [shown, sent].map(tree);
  return a !== undefined && b !== undefined && a.isEqualNode(b);
}

/** Whether a text is a whole drawing, white space around it aside. */
export const isSvg = (text: string) => /^\s*<svg[ >].*<\/svg>\s*$/s.test(text);

/** The root element of a text; undefined when it is no XML. */
function tree(text: string) {
  // The parser closes by itself what is left open, and takes an ampersand that begins no reference.
  if (count(text, /<[^/!?]/g) !== count(text, /<\/|\/>/g) || loneAmpersand.test(text)) return undefined;
  try {
    // Line breaks are one character to XML (2.11).
    const root = load().create(text.trim().replace(/\r\n?/g, '\n')).root();
    // A character reference may stand for a part of a character: only what was read has a normal form.
    root.each(({ node }) => normalise(node), true, true);
    return root.node;
  } catch {
    return undefined;
  }
}

const loneAmpersand = /&(?!#\d+;|#x[\da-f]+;|[\w:.-]+;)/i;

interface Named {
  value: string;
}

/** Gives a text, or the attributes of an element, their normal form. */
function normalise(node: object): void {
  if ('data' in node && typeof node.data === 'string') node.data = node.data.normalize();
  if ('attributes' in node)
    for (const attribute of node.attributes as Iterable<Named>) attribute.value = attribute.value.normalize();
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
