/** `matrix FILES`: shows several reports side by side. */
import { matrix as matrixOf } from '../../report/matrix.js';
import { matrixHtml } from '../../reporters/comparison/matrix-html.js';
import { matrixMarkdown } from '../../reporters/comparison/matrix-markdown.js';
import { matrixText } from '../../reporters/comparison/matrix-text.js';
import type { Io } from '../io.js';
import { reportReader } from '../output/report-file.js';
import { terminalOf } from '../output/terminal.js';

const formats = { text: matrixText, markdown: matrixMarkdown, html: matrixHtml } as const;

export async function matrix(
  files: readonly string[],
  { format, all = false }: { readonly format?: keyof typeof formats; readonly all?: boolean },
  io: Io,
): Promise<number> {
  const { isTTY = false } = io.stdout;
  const render = formats[format ?? (isTTY ? 'text' : 'markdown')];
  io.stdout.write(render(matrixOf(files.map(reportReader(io.cwd)), files), all, terminalOf(io).rendering));
  return 0;
}
