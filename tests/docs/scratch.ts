/** A copy of the project to change and build, and what is changed in it by hand. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { folder, plainEnv } from '../cli/command.js';
import { root } from '../root.js';

/** What a build and the tests of the sources read. */
const copied = [
  ...[
    'schemas',
    'harness',
    'suites',
    'report',
    'reporters',
    'reference-impl',
    'cli',
    'scripts',
    'requirements',
  ],
  ...['tests', 'docs', 'dist', 'package.json', 'redocly.yaml'],
  ...['tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts'],
];

/** The project in a folder of its own, with its last build, so that only what changes is compiled again. */
export function scratchCopy() {
  const copy = folder();
  for (const name of copied)
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return {
    /** Runs a command in the copy; rejects with what it printed when it fails. */
    run: (command: string, ...args: string[]) =>
      promisify(execFile)(command, args, { cwd: copy, env: plainEnv() }).catch(({ message, stdout }) => {
        throw new Error(`${message}\n${stdout}`);
      }),
    /** A module of the build. */
    built: (file: string) => import(pathToFileURL(path.join(copy, 'dist', file)).href),
    edits: () => new Edits(copy),
  };
}

/** The edits of one section of CONTRIBUTING. */
export class Edits {
  /** Paths of the files that were touched. */
  readonly files = new Set<string>();

  constructor(private readonly copy: string) {}

  write(file: string, text: string): void {
    this.files.add(file);
    mkdirSync(path.dirname(path.join(this.copy, file)), { recursive: true });
    writeFileSync(path.join(this.copy, file), text);
  }

  /** Adds text before the only place where the anchor stands, in a file that is there. */
  before(file: string, anchor: string, text: string): void {
    const parts = readFileSync(path.join(this.copy, file), 'utf8').split(anchor);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times ${anchor}`);
    this.write(file, parts.join(text + anchor));
  }
}
