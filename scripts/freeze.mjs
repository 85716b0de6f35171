import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// Writes requirements/vN.json: the ids and levels of the suite as it is built. A set that was released never changes;
// --again rewrites one that was not.

const [set, again] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(set ?? '')) throw new Error('say which set: node scripts/freeze.mjs 2');
const file = new URL(`../requirements/v${set}.json`, import.meta.url);
if (existsSync(file) && again !== '--again')
  throw new Error(`${fileURLToPath(file)} is frozen; give the next number, or --again before its release`);
const { requirements } = await import('../dist/suites/index.js');
const rows = requirements.map(
  ({ id, level }) => `{ "id": ${JSON.stringify(id)}, "level": ${JSON.stringify(level)} }`,
);
await writeFile(file, `{\n  "set": "${set}",\n  "requirements": [\n    ${rows.join(',\n    ')}\n  ]\n}\n`);
