/** What CONTRIBUTING says of adding things is done, all in one copy of the project, by touching no file but those it names. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type * as Program from '../../cli/program.js';
import { newestSet } from '../../cli/requirement-set.js';
import type * as Reference from '../../reference-impl/index.js';
import { callOf, folder, reportIn } from '../cli/command.js';
import { addDocker } from './kind-of-instance.js';
import { type Edits, scratchCopy } from './scratch.js';

const page = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
const scratch = scratchCopy();

/** Fails on more files than a section may need, and on files that it does not name. */
function expectNamed(title: string, { files }: Edits, most: number): void {
  const section = page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
  const isNamed = (file: string) =>
    [file, file.replace(/[^/]*$/, ''), file.replace(/[^/.]*(\.\w+)$/, 'NAME$1')].some((name) =>
      section.includes(`\`${name}\``),
    );
  expect([...files].filter((file) => !isNamed(file))).toEqual([]);
  expect(files.size).toBeLessThanOrEqual(most);
}

const field = scratch.edits();
field.before(
  'schemas/shapes/iou-instance.schema.json',
  '    "ethernet_adapters": {',
  '    "boot_delay": { "type": "integer", "description": "Seconds until the node boots." },\n',
);
field.before('tests/schemas/document.ts', '    ethernet_adapters integer', '    boot_delay integer\n');

const requirement = scratch.edits();
requirement.before(
  'suites/families/many-drawings.ts',
  '    last(distinct),',
  `    should('keeps-older', 'Creating a drawing leaves an older one in the list.', (run, judge) =>
      run.with('project', 'write', async (fixture) => {
        const older = await draw(run, fixture, 'create');
        await draw(run, fixture, 'create another');
        const list = await run.send('drawings.list', fixture, undefined, 'list afterwards');
        const violations = [{ in: 'state', pointer: '', message: 'lacks the older drawing' }] as const;
        const mismatch = { expected: 'both drawings in the list', seen: 'only others', violations };
        if (!idsIn(list)?.includes(idOf(objectOf(older))))
          judge.miss(mismatch, 'two creations', [older, list], 'missing from the list');
        return judge.outcome();
      }),
    ),
`,
);
requirement.before(
  'reference-impl/faults/drawings.ts',
  '  ...listing.map(',
  `  breaking('drawings.create', 'keeps-older')(
    'removes-older',
    onSuccess((answer, { collection }) => {
      const own = isRecord(answer.body) && String(answer.body.drawing_id);
      for (const id of [...collection.keys()]) if (id !== own) collection.delete(id);
      return answer;
    }),
  ),
`,
);
requirement.before(
  'docs/oracle.md',
  'Fields that name files never',
  'An older drawing may be listed in any place. ',
);

const reporter = scratch.edits();
reporter.write(
  'reporters/csv.ts',
  `import type { Report } from '../schemas/generated/report.js';

/** Each requirement with its verdict, as comma-separated values. */
export const csv = ({ requirements }: Report): string =>
  requirements.map(({ id, verdict }) => \`\${id},\${verdict}\\n\`).join('');
`,
);
reporter.before('reporters/index.ts', 'import { githubCommands }', "import { csv } from './csv.js';\n");
reporter.before('reporters/index.ts', '  junit: files(', "  csv: files('csv', csv),\n");
reporter.before('reporters/rendering.ts', '  junit: [', "  csv: ['verdicts.csv'],\n");
reporter.before('docs/reports.md', '| `junit` |', '| `csv` | `verdicts.csv` | spreadsheets |\n');

const instance = scratch.edits();
addDocker(instance);

let call: ReturnType<typeof callOf>;
let serve: typeof Reference.serveReference;

beforeAll(async () => {
  await scratch.run('npm', 'run', 'build');
  await scratch.run('node', 'scripts/freeze.mjs', String(Number(newestSet) + 1));
  const program: typeof Program = await scratch.built('cli/program.js');
  call = callOf(program);
  ({ serveReference: serve } = await scratch.built('reference-impl/index.js'));
});

/** What a requirement comes to on a server with a fault, and on one without. */
async function verdicts(fault: string, id: string) {
  const server = await serve({ faults: [fault] });
  const reports = await Promise.all(
    [server.url, 'reference'].map((target) =>
      call([target, '--only', id, '--runs', '1', '--reporter', 'json']),
    ),
  );
  await server.close();
  return reports.map((ended) => reportIn(ended).requirements.find((row) => row.id === id)?.verdict);
}

test('a field: its requirements and faults are there', async () => {
  expectNamed('Add a field', field, 2);
  for (const [fault, name] of [
    ['does-not-store-boot_delay', 'stores.boot_delay'],
    ['refuses-boot_delay', 'accepts.boot_delay'],
  ])
    expect(await verdicts(`iou.update.${fault}`, `iou.update.${name}`)).toEqual(['failed', 'passed']);
});

test('a requirement: its fault breaks it, and a new set holds it', async () => {
  expectNamed('Add a requirement', requirement, 3);
  const id = 'drawings.create.keeps-older';
  expect(await verdicts('drawings.create.removes-older', id)).toEqual(['failed', 'passed']);
});

test('a kind of instance: it is made, judged, broken and named in a configuration', async () => {
  expectNamed('Add a kind of instance', instance, 3);
  for (const [fault, id] of [
    ['docker.update.does-not-store-environment', 'docker.update.stores.environment'],
    ['compute.projects.delete.leaves-its-docker-content', 'compute.projects.delete.content-gone.docker'],
    ['docker.delete.deletes-siblings', 'docker.delete.spares-siblings'],
  ] as const)
    expect(await verdicts(fault, id)).toEqual(['failed', 'passed']);
  const cwd = folder();
  const config = { only: ['docker.get.succeeds'], rest: { docker: { image: 'mine' } } };
  writeFileSync(path.join(cwd, 'netemu-conformance.config.json'), JSON.stringify(config));
  expect((await call([], { cwd })).code).toBe(0);
});

test('a reporter: it writes its file', async () => {
  expectNamed('Add a reporter', reporter, 4);
  const { cwd } = await call(['--only', 'iou.get.succeeds', '--reporter', 'csv']);
  const file = path.join(cwd, 'conformance-report', 'verdicts.csv');
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('iou.get.succeeds,passed\n');
});

test('the tests that look at every field, set and format are content', async () => {
  const tests = [
    ...['schemas/shapes', 'schemas/examples', 'schemas/openapi'],
    ...['reporters/hostile', 'reporters/formats', 'cli/requirement-set', 'reference-impl/operations'],
  ];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...tests.map((name) => `tests/${name}.test.ts`)];
  expect((await scratch.run('node', ...vitest)).stdout).toMatch(/Test Files {2}7 passed/);
});
