/** The package as it lies on the disk: its name, version, pages and schemas. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Above the sources, above their build, or above that of the proof. */
const root = ['../', '../../', '../../../']
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder))) as URL;

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

const { name, version } = readJson(new URL('package.json', root)) as { name: string; version: string };

/** What reports say of the suite. */
export const tool = { name, version } as const;

/** Where a page of the documentation lies, for messages: it is installed with the package. */
export const pagePath = (page: string): string => fileURLToPath(new URL(`docs/${page}`, root));

type SchemaName = 'report' | 'config' | 'baseline';

const schemaUrl = (of: SchemaName) => new URL(`../schemas/${of}.schema.json`, import.meta.url);

/** Where a published schema lies, for messages. */
export const schemaPath = (of: SchemaName): string => fileURLToPath(schemaUrl(of));

/** A published schema, by the name of its file. */
export const schema = (of: SchemaName): object => readJson(schemaUrl(of)) as object;
