/** The package as it lies on the disk: its name, version and schemas. */
import { existsSync, readFileSync } from 'node:fs';

const root = ['../', '../../']
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder))) as URL;

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

const { name, version } = readJson(new URL('package.json', root)) as { name: string; version: string };

/** What reports say of the suite. */
export const tool = { name, version } as const;

/** A published schema, by the name of its file. */
export const schema = (of: 'report' | 'config' | 'baseline'): object =>
  readJson(new URL(`../schemas/${of}.schema.json`, import.meta.url)) as object;
