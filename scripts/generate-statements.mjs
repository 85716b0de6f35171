import { mkdir, writeFile } from 'node:fs/promises';

// Writes suites/generated/statements.json from the suite as it is built, for the build and for the sources.

const { requirements } = await import('../dist/suites/index.js');
const rows = requirements.map(({ check: _, ...row }) => JSON.stringify(row));
for (const root of ['../dist/', '../']) {
  const file = new URL(`${root}suites/generated/statements.json`, import.meta.url);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, `[\n${rows.join(',\n')}\n]\n`);
}
