/** What Playwright records of a page is judged. It needs Chromium, which continuous integration must have. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { judgeHar } from '../../../cli/index.js';
import { serveReference } from '../../../reference-impl/index.js';
import { isMissing, launch } from '../../browser.js';
import { folder } from '../command.js';

/** A page that renames a project, reads and deletes it, and makes a mistake. */
async function session(): Promise<void> {
  const send = async (method: string, at: string, json?: object) => {
    const body = json && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
    const text = await (await fetch(at, { method, ...body })).text();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return text === '' ? undefined : JSON.parse(text);
  };
  const { project_id } = await send('POST', '/v2/projects', { name: 'é' });
  const project = `/v2/projects/${project_id}`;
  await send('GET', project);
  await send('PUT', project, { name: 'Ω' });
  await send('GET', project);
  await send('PUT', project, { scene_width: 'wide' });
  await send('DELETE', project);
  await send('GET', project);
}

test.skipIf(isMissing)('a page that Playwright records', async () => {
  const server = await serveReference({ faults: ['projects.update.does-not-store-name'] });
  const file = path.join(folder(), 'session.har');
  const browser = await launch();
  const context = await browser.newContext({ recordHar: { path: file, urlFilter: '**/v2/**' } });
  const page = await context.newPage();
  await page.goto(`${server.url}/v2/version`);
  await page.evaluate(session);
  await context.close();
  await browser.close();
  await server.close();
  const report = await judgeHar(file, { complete: true });
  expect(report.target.baseUrl).toBe(server.url);
  expect(report.findings.map(({ requirements }) => requirements)).toEqual([['projects.update.stores.name']]);
  expect(report.clientFindings?.filter(({ level }) => level === 'must')).toMatchObject([
    { title: 'projects.update sends a string as scene_width', times: 1 },
  ]);
  const passed = report.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
  expect(passed).toEqual(
    expect.arrayContaining([
      'projects.get.succeeds',
      'projects.update.refuses.scene_width',
      'projects.delete.then-gone',
    ]),
  );
});
