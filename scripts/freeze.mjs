import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// Writes requirements/vN.json: the ids and levels of the suite as it is built, and names the set in the schema of the
// configuration. A set that was released never changes; --again rewrites one that was not.

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

const schema = new URL('../schemas/config.schema.json', import.meta.url);
const text = await readFile(schema, 'utf8');
const { properties } = JSON.parse(text);
const known = properties.requirementSet.enum;
const list = [...known, set].map((each) => `"${each}"`).join(', ');
if (!known.includes(set))
  await writeFile(schema, text.replace(/("requirementSet": {[^}]*"enum": )\[[^\]]*\]/, `$1[${list}]`));
