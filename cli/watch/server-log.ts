/** What a server that `--server` started has printed last. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { terminal } from '../../reporters/text/escape.js';

const lastLines = 5;
/** More than this many bytes at the end of the file are not looked at. */
const lastBytes = 16 * 1024;

/**
 * Lines that show the end of the log, safe to print.
 * @param name What they call the file.
 */
export function endOfLog(file: string, name: string): string[] {
  const lines = end(file)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-lastLines);
  if (lines.length === 0) return [`The server printed nothing to ${name}.`];
  return [`The server printed last (${name}):`, ...lines.map((line) => `  ${terminal(line)}`)];
}

function end(file: string): string {
  const log = openSync(file, 'r');
  try {
    const { size } = fstatSync(log);
    const bytes = Buffer.alloc(Math.min(size, lastBytes));
    return bytes.toString('utf8', 0, readSync(log, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(log);
  }
}
