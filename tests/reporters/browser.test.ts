/** The page in a browser. It needs Chromium, which continuous integration must have. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { matrix } from '../../report/matrix.js';
import { matrixHtml } from '../../reporters/comparison/matrix-html.js';
import { html } from '../../reporters/html.js';
import { isMissing, launch } from '../browser.js';
import { hostileReport } from './hostile-report.js';
import { sampleReport } from './sample.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

if (isMissing)
  console.warn('skipped: there is neither Chromium nor Chrome in the PATH; set CHROMIUM to the path of one');

describe.skipIf(isMissing)('the page in Chromium', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'netemu-page-'));
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launch(...QUIET);
  });

  afterAll(async () => {
    await browser?.close();
  });

  const open = async (text: string, options: BrowserContextOptions = {}, fragment = ''): Promise<Page> => {
    const file = join(folder, 'page.html');
    writeFileSync(file, text);
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    complaints.length = 0;
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(`request to ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(pathToFileURL(file).href + fragment);
    return page;
  };

  const visibleRows = (page: Page) => page.locator('.requirement:visible').count();

  const serious = async (page: Page): Promise<string[]> => {
    await page.evaluate(axe);
    const results = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    return results.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };

  const pages = { 0: html(sampleReport(0)), 3: html(sampleReport(3)), 100: html(sampleReport(100)) };

  // What passed is alike everywhere: a few of those rows are enough, and axe takes its time with each.
  const openFolds = (page: Page) =>
    page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = !fold.closest('.kept');
      for (const fold of document.querySelectorAll('[id="op-iou.update"] .kept, [id="op-iou.get"] .kept details'))
        fold.open = true;`);

  const layouts = ([0, 3, 100] as const).flatMap((failures) =>
    ([1280, 390] as const).map((width) => [failures, width] as const),
  );

  test.each(layouts)('with %i failures at %i pixels nothing is cut off', async (failures, width) => {
    const page = await open(pages[failures], { viewport: { width, height: 900 } });
    await openFolds(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(complaints).toEqual([]);
  });

  test.each([
    [0, 1280, 'dark'],
    [3, 1280, 'light'],
    [3, 390, 'dark'],
    [100, 390, 'light'],
  ] as const)('with %i failures at %i pixels, %s, axe finds nothing', async (failures, width, colorScheme) => {
    const page = await open(pages[failures], { viewport: { width, height: 900 }, colorScheme });
    await openFolds(page);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the colours follow the scheme', async () => {
    const background = async (colorScheme: 'light' | 'dark') => {
      const page = await open(pages[0], { colorScheme });
      return page.evaluate('getComputedStyle(document.body).backgroundColor');
    };
    expect(await background('dark')).not.toBe(await background('light'));
  });

  test('filters narrow the list, stay in the fragment, and come back from it', async () => {
    const page = await open(pages[3]);
    await page.getByRole('checkbox', { name: /failed/ }).check();
    expect(await visibleRows(page)).toBe(3);
    await page.getByRole('checkbox', { name: 'should' }).check();
    expect(await visibleRows(page)).toBe(1);
    expect(await page.getByRole('status').textContent()).toMatch(/^1 of \d+ requirements shown/);
    expect(new URL(page.url()).hash).toBe('#verdict=failed&level=should');
    await page.reload();
    expect(await visibleRows(page)).toBe(1);
    await page.getByRole('searchbox').fill('no such words');
    expect(await page.getByRole('status').textContent()).toBe('No requirement matches.');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.evaluate('location.hash')).toBe('');
    expect(await page.getByRole('status').textContent()).toMatch(/^(\d+) of \1 requirements/);
  });

  test('a cell of the grid filters by its operation and kind, by keyboard too', async () => {
    const page = await open(pages[3]);
    const cell = page.getByRole('link', { name: /^iou\.update, refuses: / });
    await cell.focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#op=iou.update&kind=refuses');
    expect(await visibleRows(page)).toBe(
      await page.locator('[data-op="iou.update"][data-kind="refuses"]').count(),
    );
    await page.goBack();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('a fragment that names a requirement opens it, with the violation pointed at', async () => {
    const page = await open(pages[100], {}, '#r-iou.get.shape');
    const row = page.locator('[id="r-iou.get.shape"]');
    expect(await row.getAttribute('open')).not.toBeNull();
    expect(await row.locator('pre mark').first().textContent()).toMatch(/"ram": "x",\s+← must be integer/);
    expect(await row.getByText('Expected').isVisible()).toBe(true);
  });

  test('commands are copied', async () => {
    const page = await open(pages[3], { permissions: ['clipboard-read', 'clipboard-write'] });
    const button = page.locator('#F1').getByRole('button', { name: 'Copy the replay command' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('#F1').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'netemu-conformance http://127.0.0.1:3080 --replay iou.update.refuses.ram --seed 42',
    );
  });

  test('it reads without scripts', async () => {
    const page = await open(pages[3], { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('non-conformant');
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.locator('#F1 .evidence > .exchange pre').first().isVisible()).toBe(true);
    await page.locator('[id="op-iou.get"] > summary').click();
    expect(await page.locator('[id="op-iou.get"] .kept > summary').isVisible()).toBe(true);
  });

  test('it prints, with the findings open', async () => {
    const page = await open(pages[100]);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.finding > details:not([open])').count()).toBe(0);
    expect(await page.locator('#filters').isVisible()).toBe(false);
  });

  test('hostile answers do nothing', async () => {
    const page = await open(html(hostileReport()));
    await page.evaluate('document.querySelectorAll("details").forEach((fold) => { fold.open = true; })');
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(await page.locator('img, iframe, object, embed, pre a, dd a').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.evaluate('Object.prototype.polluted')).toBeUndefined();
    expect(await page.locator('main').isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await page.evaluate('document.body.innerText')).not.toMatch(/\p{Bidi_Control}|(?!\s)\p{Cc}/u);
    expect(complaints).toEqual([]);
  });

  test('the matrix has no finding of axe', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(matrixHtml(matrix([sampleReport(3), sampleReport(0)], ['a', 'b'])), {
        colorScheme,
      });
      expect(await serious(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });
});
