/** Whether a text at the edge of what can be held is shown in a form of it: formats and bounds are not shown (2, 8). */

/** From this length on a text may be cut. */
const longText = 1000;

/** Whether a text is to be shown as it was sent. */
export const isOrdinaryText = (value: string) =>
  value.length > 0 && value.length < longText && value.trim() === value && !/[\p{C}\\]/u.test(value);

/**
 * White space at the ends, control characters and backslashes may be left out or replaced, and a text may be cut at
 * the first of them; a long text may be cut anywhere. Another text is none of these.
 */
export function isFormOf(shown: string, sent: string): boolean {
  const [a, b] = [shown, sent].map(essence) as [string, string];
  if (a === b) return true;
  const isCut = sent.length >= longText || /\p{C}/u.test(sent.trim());
  return isCut && a !== '' && b.startsWith(a);
}

/** What is left of a text without everything that may be left out, or stand for that. */
const essence = (text: string) => text.replace(/[\p{C}\s\ufffd\\/?_-]/gu, '').normalize();
