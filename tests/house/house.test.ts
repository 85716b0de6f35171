import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { groupBy } from '../../schemas/group-by.js';
import { rooms, stages } from './directions.js';
import { catalogues, exceptions } from './exceptions.js';
import { readSources, type Source } from './sources.js';

const maxLines = 250;
const maxFiles = 12;

const sources = readSources();
const roomOf = (path: string) => path.split('/', 1)[0] ?? '';
const inRooms = sources.filter(({ path }) => roomOf(path) in rooms);

/** Fails on what is found and not excepted, and on exceptions that are no longer needed. */
function expectOnly(found: readonly string[], excepted: Readonly<Record<string, string>>): void {
  expect([...new Set(found)].sort()).toEqual(Object.keys(excepted).sort());
}

const edges = (of: readonly Source[]) =>
  of.flatMap(({ path, imports }) => imports.map((target) => ({ path, target })));

test('rooms import only what is below them', () => {
  expectOnly(upward(inRooms), exceptions.rooms);
});

test('the stages of the harness import only earlier ones', () => {
  expectOnly(backward(inRooms), exceptions.stages);
});

test('no files import each other in a circle', () => {
  expectOnly(circles(inRooms), exceptions.circles);
});

test(`no file is longer than ${maxLines} lines`, () => {
  const long = sources.filter(({ lines }) => lines > maxLines).map(({ path }) => path);
  expectOnly(long, exceptions.long);
});

test(`no folder has more than ${maxFiles} files, catalogues of like things apart`, () => {
  const folders = groupBy(sources, ({ path }) => posix.dirname(path));
  const full = [...folders].filter(([, files]) => files.length > maxFiles).map(([folder]) => folder);
  expectOnly(
    full.filter((folder) => !catalogues.includes(folder)),
    exceptions.full,
  );
});

test('what is wrong is found', () => {
  const file = (path: string, ...imports: string[]): Source => ({ path, lines: 1, imports });
  expect(upward([file('report/a.ts', 'reporters/b.ts', 'schemas/c.ts')])).toEqual([
    'report/a.ts imports reporters/b.ts',
  ]);
  expect(backward([file('harness/model/a.ts', 'harness/plan/b.ts', 'harness/values/c.ts')])).toEqual([
    'harness/model/a.ts imports harness/plan/b.ts',
  ]);
  expect(circles([file('a', 'b'), file('b', 'c'), file('c', 'a'), file('d', 'a')])).toEqual(['a b c']);
  expect(() => expectOnly(['new'], {})).toThrow();
  expect(() => expectOnly([], { old: 'no longer needed' })).toThrow();
});

/** Imports of a room that is not below the importing one. */
function upward(files: readonly Source[]): string[] {
  return edges(files)
    .map(({ path, target }) => ({ path, target, from: roomOf(path), to: roomOf(target) }))
    .filter(({ from, to }) => from !== to && !rooms[from]?.includes(to))
    .map(told);
}

/** Imports of a stage of the harness that is not before the importing one. */
function backward(files: readonly Source[]): string[] {
  const folderOf = (path: string) => (roomOf(path) === 'harness' ? path.split('/')[1] : undefined) ?? '';
  const stageOf = (path: string) => stages.findIndex((names) => names.includes(folderOf(path)));
  return edges(files)
    .filter(({ path, target }) => stageOf(path) >= 0 && stageOf(target) >= stageOf(path))
    .filter(({ path, target }) => folderOf(path) !== folderOf(target))
    .map(told);
}

function told({ path, target }: { readonly path: string; readonly target: string }): string {
  return `${path} imports ${target}`;
}

/** Files that can be reached from themselves, each group in one text. */
function circles(files: readonly Source[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const reach = new Map(files.map(({ path }) => [path, reachable(path, imports)]));
  const circular = files.map(({ path }) => path).filter((path) => reach.get(path)?.has(path));
  const group = (path: string) =>
    circular.filter((other) => reach.get(path)?.has(other) && reach.get(other)?.has(path));
  return [...new Set(circular.map((path) => group(path).sort().join(' ')))];
}

function reachable(from: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>();
  const open = [...(imports.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (!seen.has(next)) {
      seen.add(next);
      open.push(...(imports.get(next) ?? []));
    }
  return seen;
}
