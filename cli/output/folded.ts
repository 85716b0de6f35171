/** Lines for a terminal: inert, and none longer than it is wide. */
import { wrap } from '../../reporters/console/layout.js';
import { terminal } from '../../reporters/text/escape.js';

/** A command stays on one line, however long: it is there to be copied. */
const command = '  npx ';
/** The last cell of a table begins before this column. */
const lastCell = 40;

/**
 * Makes lines inert, and breaks long ones between words: they go on below their last cell, or below their first word.
 * @param columns Width of the terminal. Without one, lines stay whole: they may be searched.
 */
export const folded = (lines: readonly string[], columns: number | undefined): string[] =>
  lines.map(terminal).flatMap((line) => {
    if (columns === undefined || line.length <= columns || line.includes(command)) return line;
    const gap = line.slice(0, lastCell).lastIndexOf('  ');
    const start = gap === -1 ? 0 : gap + 2;
    const [first = '', ...others] = wrap(line.slice(start), columns - start);
    return [line.slice(0, start) + first, ...others.map((each) => ' '.repeat(start) + each)];
  });
