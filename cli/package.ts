/** The installed package: its name, version, documentation and schemas. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The root of the package. This file can be in the sources, in their build, or in the build of the proof. */
const root = ['../', '../../', '../../../']
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder))) as URL;

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

const { name, version } = readJson(new URL('package.json', root)) as { name: string; version: string };

export const tool = { name, version } as const;

/** The path of a page of the documentation, which is installed with the package. */
export const pagePath = (page: string): string => fileURLToPath(new URL(`docs/${page}`, root));

type SchemaName = 'report' | 'config' | 'baseline';

const schemaUrl = (of: SchemaName) => new URL(`../schemas/${of}.schema.json`, import.meta.url);

/** The path of a published schema. */
export const schemaPath = (of: SchemaName): string => fileURLToPath(schemaUrl(of));

/** A published schema. */
export const schema = (of: Exclude<SchemaName, 'config'>): object => readJson(schemaUrl(of)) as object;
