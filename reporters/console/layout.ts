import picocolors from 'picocolors';
import { shorten } from '../../report/shorten.js';
import type { Finding, Level, RunVerdict, Verdict } from '../../schemas/generated/report.js';
import type { RenderOptions } from '../rendering.js';
import { terminal } from '../text/escape.js';

type Colors = ReturnType<typeof picocolors.createColors>;
type Paint = keyof Omit<Colors, 'isColorSupported'>;

const VERDICT_PAINT: Record<Verdict | 'not-run', Paint> = {
  passed: 'green',
  failed: 'red',
  inconclusive: 'yellow',
  'not-exercised': 'yellow',
  'suite-error': 'magenta',
  deselected: 'gray',
  'not-run': 'gray',
};

const LEVEL_PAINT: Record<Level, Paint> = { must: 'red', should: 'yellow', may: 'cyan' };

const RUN_PAINT: Record<RunVerdict, Paint> = {
  conformant: 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
};

// What a server can make long must not fill the screen.
const MOST = 1200;

/** Words broken into lines of a width; a word that is longer stands alone. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
};

/** The place where the console reporter writes: its colours and its width. */
export const layout = ({ color = false, width = 100 }: RenderOptions) => {
  const colors = picocolors.createColors(color);
  const columns = Math.max(40, Math.min(width, 160));
  return {
    columns,
    bold: colors.bold,
    dim: colors.dim,
    verdict: (verdict: Verdict | 'not-run', text: string) => colors[VERDICT_PAINT[verdict]](text),
    level: (level: Level, text: string) => colors[LEVEL_PAINT[level]](text),
    /** What stands before the title of a finding, and how many columns it takes. */
    head: ({ id, level, accepted }: Finding): { readonly text: string; readonly indent: number } => {
      const text = `${accepted ? '·' : '✗'} ${id} ${level}${accepted ? ', known' : ''}`;
      return { text: `${colors[LEVEL_PAINT[level]](text)}  `, indent: text.length + 2 };
    },
    run: (verdict: RunVerdict, text: string) => colors.bold(colors[RUN_PAINT[verdict]](text)),
    /** Lines of untrusted words, indented and wrapped. */
    words: (text: string, indent: number): string[] =>
      wrap(shorten(terminal(text), MOST), columns - indent).map((line) => ' '.repeat(indent) + line),
    /** A labelled value; further lines of it stand below its first. */
    row: (label: string, text: string, indent = 4): string[] => {
      const start = indent + 10;
      return wrap(shorten(terminal(text), MOST), columns - start).map((line, index) =>
        index === 0
          ? `${' '.repeat(indent)}${colors.dim(label.padEnd(10))}${line}`
          : ' '.repeat(start) + line,
      );
    },
  };
};

export type Layout = ReturnType<typeof layout>;
