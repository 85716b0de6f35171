/** The source files and what each imports. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

const root = new URL('../../', import.meta.url);

export interface Source {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly lines: number;
  /** Paths of the source files that it imports, types included. */
  readonly imports: readonly string[];
}

/** Files that git knows or would add, whatever else lies about. */
function paths(): string[] {
  const options = { cwd: root, encoding: 'utf8' } as const;
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options)
    .split('\n')
    .filter((path) => /\.(tsx?|mjs)$/.test(path));
}

/** Every source file but what is generated. */
export function readSources(): Source[] {
  const known = new Set(paths());
  return [...known].flatMap((path) => {
    const text = read(path);
    if (text === undefined) return [];
    const imports = ts
      .preProcessFile(text)
      .importedFiles.flatMap(({ fileName }) => resolve(path, fileName, known) ?? []);
    return [{ path, lines: text.split('\n').length - 1, imports }];
  });
}

/** None for a file that is deleted and not yet staged. */
function read(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return undefined;
  }
}

function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(from), specifier);
  return ['.ts', '.tsx']
    .map((extension) => target.replace(/\.js$/, extension))
    .concat(target)
    .find((each) => known.has(each));
}
