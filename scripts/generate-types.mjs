import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

// Writes schemas/generated from the JSON Schemas and the OpenAPI description; with --check it writes nothing
// and exits 1 when a file is stale.

const schemas = new URL('../schemas/', import.meta.url);
const suffix = '.schema.json';

const options = {
  cwd: fileURLToPath(schemas),
  bannerComment:
    '// Generated from the JSON Schemas by scripts/generate-types.mjs; edit those and run it again.',
  // Only what a type declares may be read through it: index signatures would hide misspelt fields.
  additionalProperties: false,
  unknownAny: true,
  style: { singleQuote: true, printWidth: 110 },
};

async function schemaNames(folder) {
  const files = await readdir(new URL(folder, schemas));
  return files
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort();
}

async function readJson(file) {
  return JSON.parse(await readFile(new URL(file, schemas), 'utf8'));
}

/** One module for all shapes, since each is declared once however many others refer to it. */
async function shapesModule() {
  const names = await schemaNames('shapes/');
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `shapes/${name}${suffix}` }]));
  return compile(
    {
      title: 'ShapeTypes',
      description: 'Every shape by its name.',
      type: 'object',
      properties,
      required: names,
    },
    'ShapeTypes',
    options,
  );
}

async function operationsModule() {
  const { paths } = await readJson('openapi.json');
  const ids = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation.operationId ?? []);
  return compile({ title: 'OperationId', type: 'string', enum: ids }, 'OperationId', options);
}

async function modules() {
  const singles = await schemaNames('./');
  return [
    ['shapes.ts', await shapesModule()],
    ['operations.ts', await operationsModule()],
    ...(await Promise.all(
      singles.map(async (name) => [
        `${name}.ts`,
        await compile(await readJson(`${name}${suffix}`), name, options),
      ]),
    )),
  ];
}

const folder = new URL('generated/', schemas);
const check = process.argv.includes('--check');
await mkdir(folder, { recursive: true });
for (const [file, text] of await modules()) {
  const target = new URL(file, folder);
  if (!check) {
    await writeFile(target, text);
  } else if (text !== (await readFile(target, 'utf8').catch(() => undefined))) {
    console.error(`schemas/generated/${file} is stale: run node scripts/generate-types.mjs`);
    process.exitCode = 1;
  }
}
