import { mkdir, writeFile } from 'node:fs/promises';

// Writes suites/generated/statements.json from the suite as it is built; a test holds the two equal.

const { requirements } = await import('../dist/suites/index.js');
const rows = requirements.map(({ check: _, ...row }) => JSON.stringify(row));
const file = new URL('../suites/generated/statements.json', import.meta.url);
await mkdir(new URL('.', file), { recursive: true });
await writeFile(file, `[\n${rows.join(',\n')}\n]\n`);
