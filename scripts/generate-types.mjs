import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import ts from 'typescript';

// Writes schemas/generated from the JSON Schemas, before each build, and has the schema of fixtures list each kind of
// instance.

const schemas = new URL('../schemas/', import.meta.url);
const suffix = '.schema.json';

const options = {
  cwd: fileURLToPath(schemas),
  bannerComment: '// Generated from the JSON Schemas by scripts/generate-types.mjs.',
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

/** A module of types whose arrays are all readonly; those that have at least one item do not say so. */
function withReadonlyArrays(text) {
  const transformer = (context) => (file) => {
    const visit = (node) => {
      const type = ts.visitEachChild(node, visit, context);
      if (!ts.isArrayTypeNode(type) && !ts.isTupleTypeNode(type)) return type;
      const items = type.elements?.find(ts.isRestTypeNode)?.type;
      return items ?? context.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, type);
    };
    return visit(file);
  };
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest);
  return ts.createPrinter().printFile(ts.transform(source, [transformer]).transformed[0]);
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

/** The table of kinds, before anything is built: its file imports nothing but types. */
async function kindsTable() {
  const text = await readFile(new URL('kinds.ts', schemas), 'utf8');
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext } });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

/** The schema of fixtures, where it does not list a kind of instance yet. */
async function schemasToComplete() {
  const { instances } = await kindsTable();
  const fixtures = await readJson('fixtures.schema.json');
  const missing = Object.entries(instances).filter(([kind]) => !(kind in fixtures.properties));
  for (const [kind, { noun }] of missing)
    fixtures.properties[kind] = {
      type: 'array',
      description: `${noun}s of the compute.`,
      items: { $ref: '#/$defs/NodeEntry' },
    };
  return missing.length > 0 ? [['../fixtures.schema.json', `${JSON.stringify(fixtures, null, 2)}\n`]] : [];
}

async function modules() {
  const singles = await schemaNames('./');
  return [
    ['shapes.ts', await shapesModule()],
    ...(await Promise.all(
      singles.map(async (name) => [
        `${name}.ts`,
        await compile(await readJson(`${name}${suffix}`), name, options),
      ]),
    )),
  ];
}

const folder = new URL('generated/', schemas);
await mkdir(folder, { recursive: true });
// The types of those that users write by follow from them.
for (const list of [schemasToComplete, modules])
  for (const [file, text] of await list())
    await writeFile(new URL(file, folder), file.endsWith('.ts') ? withReadonlyArrays(text) : text);
