import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../lib/processes.mjs';

/** Every contract test that Portman can make of a description, and an unknown id for each operation with a 404. */
function settings(description) {
  const everywhere = { openApiOperation: '*::/*' };
  const names = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent'];
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item));
  return {
    version: 1,
    tests: {
      contractTests: names.map((name) => ({ ...everywhere, [name]: { enabled: true } })),
      variationTests: operations
        .filter(({ responses }) => responses['404'])
        .map(({ operationId, parameters }) => ({
          openApiOperationId: operationId,
          openApiResponse: '404',
          variations: [
            {
              name: 'unknown id',
              overwrites: [
                {
                  overwriteRequestPathVariables: parameters.map(({ name }) => ({
                    key: name,
                    value: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
                    overwrite: true,
                  })),
                },
              ],
              tests: { contractTests: [{ statusCode: { enabled: true, code: 404 } }] },
            },
          ],
        })),
    },
    globals: { stripResponseExamples: true },
  };
}

export const portman = {
  name: 'Portman with Newman',
  // Portman uses tslib without naming it among its dependencies.
  packages: ['@apideck/portman@1', 'newman@6', 'tslib@2'],
  how: 'all contract tests on every operation, and an unknown id wherever a 404 is listed',

  async prepare(folder, describe) {
    const bin = (name) => path.join(folder, 'node_modules/.bin', name);
    const names = ['spec', 'portman', 'collection', 'report'];
    const [spec, config, collection, report] = names.map((name) => path.join(folder, `${name}.json`));
    const description = describe('http://127.0.0.1');
    writeFileSync(spec, JSON.stringify(description));
    writeFileSync(config, JSON.stringify(settings(description)));
    const options = { cwd: folder, timeoutMs: 120_000 };
    const inOut = ['--local', spec, '--portmanConfigFile', config, '--output', collection];
    const made = await run(bin('portman'), [...inOut, '--bundleContractTests', 'false'], options);
    if (!existsSync(collection)) throw new Error(`Portman made no collection: ${made.stdout}${made.stderr}`);
    return async (url) => {
      rmSync(report, { force: true });
      const variables = ['--env-var', `baseUrl=${url}`, '--global-var', `baseUrl=${url}`];
      const reporter = ['--reporters', 'json', '--reporter-json-export', report];
      const args = ['run', collection, ...variables, ...reporter, '--timeout-request', '10000'];
      await run(bin('newman'), args, options);
      const { run: ran } = JSON.parse(readFileSync(report, 'utf8'));
      const failed = ran.failures.map(({ source, error }) => `${source?.name}: ${error.test ?? error.name}`);
      return { failed, tests: ran.stats.assertions.total };
    };
  },
};
