/** `matrix FILES`: shows several reports side by side. */
import { matrixHtml, matrixMarkdown, matrix as matrixOf } from '../../reporters/index.js';
import type { Io } from '../io.js';
import { reportReader } from '../output/report-file.js';

const formats = { markdown: matrixMarkdown, html: matrixHtml } as const;

export async function matrix(
  files: readonly string[],
  { format, all = false }: { readonly format: keyof typeof formats; readonly all?: boolean },
  io: Io,
): Promise<number> {
  io.stdout.write(formats[format](matrixOf(files.map(reportReader(io.cwd)), files), all));
  return 0;
}
