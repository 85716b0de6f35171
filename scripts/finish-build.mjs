import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { configSchema } from '../dist/cli/options/config-schema.js';
import { requirements } from '../dist/suites/index.js';

// What the compiler leaves to do.

// It writes plain files; a package that is unpacked without npm needs the mode on the command.
chmodSync(new URL('../dist/cli/main.js', import.meta.url), 0o755);

// For editors.
const schema = new URL('../dist/schemas/config.schema.json', import.meta.url);
writeFileSync(schema, `${JSON.stringify(configSchema, undefined, 2)}\n`);

// What the suite states, for the build and for the sources.
const rows = requirements.map(({ check: _, ...row }) => JSON.stringify(row));
for (const root of ['../dist/', '../']) {
  const file = new URL(`${root}suites/generated/statements.json`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`);
}
