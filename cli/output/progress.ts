/** A progress line at the bottom of a terminal, below the lines that stay. */
import type { Judged } from '../../harness/settings.js';
import { type Output, widthOf } from '../io.js';

export interface Progress {
  onJudged(id: string, judged: Judged): void;
  /** Prints a line above it, which stays. */
  print(line: string): void;
  /** Removes the progress line for good: what comes later does not count. */
  end(): void;
}

const everyMs = 100;

export function progress(stream: Output, total: number): Progress {
  const print = (line: string) => void stream.write(`${line}\n`);
  if (!stream.isTTY) return { onJudged: () => {}, print, end: () => {} };
  const started = Date.now();
  let done = 0;
  let failed = 0;
  let isOver = false;
  let hasPrinted = false;
  const draw = () => {
    if (isOver) return;
    const seconds = Math.round((Date.now() - started) / 1000);
    const red = failed > 0 ? `, ${failed} failed` : '';
    const line = `${bar(done / total)} ${done} of ${total} judged${red}, ${seconds} s`;
    stream.write(`\r\x1b[2K${line.slice(0, Math.max(20, (widthOf(stream) ?? 80) - 1))}`);
  };
  const clear = () => {
    if (!isOver) stream.write('\r\x1b[2K');
  };
  draw();
  const timer = setInterval(draw, everyMs).unref();
  return {
    onJudged: (_id, { verdict }) => {
      done++;
      if (verdict === 'failed') failed++;
    },
    print: (line) => {
      clear();
      hasPrinted = true;
      print(line);
      draw();
    },
    end: () => {
      clear();
      // A row apart from what comes next.
      if (hasPrinted && !isOver) stream.write('\n');
      isOver = true;
      clearInterval(timer);
    },
  };
}

const width = 24;

function bar(part: number): string {
  const full = Math.min(width, Math.round(part * width));
  return '█'.repeat(full) + '░'.repeat(width - full);
}
