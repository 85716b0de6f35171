/**
 * A Markdown table of cells that are Markdown already.
 * @param columns what all columns but the first hold: numbers are set to the right
 */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  columns: 'numbers' | 'words' = 'numbers',
): string =>
  [head, head.map((_, index) => (index === 0 || columns === 'words' ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
