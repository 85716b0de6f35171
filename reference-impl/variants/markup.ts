const attribute = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const tag =
  /<(?:(?<opened>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<alone>\/?)|\/(?<closed>[\w:.-]+)\s*)>/g;
/** What is left of XML without its tags has neither markup nor a lone ampersand. */
const notText = /<|&(?!#?\w+;)/;

/**
 * Plain XML with its attributes in the opposite order and in other quotes, empty elements with a tag for their end,
 * a prefix where a namespace is declared without one, and that of drawings where none is; any other text as it is.
 */
export function markup(text: string): string {
  const open: (string | undefined)[] = [];
  let isPlain = true;
  const prefix = /\sxmlns=/.test(text) ? 'ns0:' : '';
  const named = (name: string) => (name.includes(':') ? name : prefix + name);
  const rewritten = text.replace(tag, (...match) => {
    const { opened, attributes, alone, closed } = match.at(-1) as Record<string, string | undefined>;
    if (opened === undefined) {
      isPlain &&= open.pop() === closed;
      return `</${named(closed ?? '')}>`;
    }
    const implied = prefix === '' && open.length === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : '';
    if (!alone) open.push(opened);
    const own = implied + reordered((attributes ?? '').replace(/\sxmlns=/, ' xmlns:ns0='));
    return `<${named(opened)}${own}>${alone ? `</${named(opened)}>` : ''}`;
  });
  return isPlain && open.length === 0 && !notText.test(text.replace(tag, '')) ? rewritten : text;
}

function reordered(attributes: string): string {
  const all = [...attributes.matchAll(attribute)].map(([, name, double, single]) =>
    double === undefined
      ? ` ${name}="${single?.replaceAll('"', '&quot;')}"`
      : ` ${name}='${double.replaceAll("'", '&apos;')}'`,
  );
  return all.reverse().join('');
}
