/**
 * Text that a server sent, or that was generated to provoke one, made inert for each place where it is shown.
 * Nothing is dropped: what cannot be shown is written as a JSON escape, so that a JSON body in a curl line
 * still means the same.
 */

// Control characters without tab and newline, bidirectional controls, invisible characters, tags, lone
// surrogates, and the code points that XML 1.0 forbids.
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|\p{Cs}|[\u{e0000}-\u{e0fff}]/gu;

const escapeUnits = (text: string): string =>
  [...Array(text.length).keys()]
    .map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/** Several lines with everything unseen written as `\uXXXX`; tabs and newlines stay. */
export const visible = (text: string): string => text.replace(/\r\n/g, '\n').replace(UNSEEN, escapeUnits);

/** As {@link visible}, on one line. */
export const oneLine = (text: string): string => visible(text).replace(/\n/g, '\\n').replace(/\t/g, '\\t');

// Build servers take `##[…]`, `##vso[…]` and `##teamcity[…]` for commands wherever they stand in a line, and
// `::name` where it begins one, which any word can after wrapping.
const BUILD_COMMAND = /#(?=#(?:vso|teamcity)?\[)|(?<=^|\s):(?=:[a-z])/gi;

/** One line for a terminal or a build log, with nothing in it that either would obey. */
export const terminal = (text: string): string => oneLine(text).replace(BUILD_COMMAND, escapeUnits);

/** Words in Markdown: no markup, no HTML, no mention, no reference, no automatic link. */
export const markdownText = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_{}[\]()<>#+\-!|~&=]/g, '\\$&')
    // Mentions and links are found after escapes are resolved; only a break within them keeps them plain.
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/(https?|ftp)(?=:)/gi, '$1\u200b')
    .replace(/www(?=\.)/gi, 'www\u200b')
    .replace(/\\#(?=\d)/g, '\\#\u200b');

const fence = (text: string, least: number): string => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
};

/** A Markdown code span: the only place where nothing in the text is looked at. Not for table cells. */
export const markdownCode = (text: string): string => {
  const line = oneLine(text) || ' ';
  const ticks = fence(line, 1);
  const pad = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
};

/** A Markdown code block. */
export const markdownBlock = (text: string, language = ''): string => {
  const lines = visible(text);
  const ticks = fence(lines, 3);
  return `${ticks}${language}\n${lines}\n${ticks}`;
};

/** The message of a GitHub workflow command. */
export const commandData = (text: string): string =>
  visible(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

/** A property of a GitHub workflow command. */
export const commandProperty = (text: string): string =>
  commandData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');

/** JSON whose text shows nothing unseen and can stand in HTML; parsers read the same value. */
export const inertJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent)
    .replace(UNSEEN, escapeUnits)
    .replace(/<(?=[/!])/g, '\\u003c');
